// The text of a mail: its MIME structure read, parts chosen as MimeText, Container and TextPart do;
// and what is attached to it.

import { decode, isDeclared } from "./charset.js";
import { Undecodable } from "./decoders.js";
import { htmlText } from "./htmltext.js";
import { trim, isAt } from "./javatext.js";
import { LIMITS } from "./limits.js";
import { mailBytes, startsWith } from "./mailbytes.js";
import { MailHeader } from "./mailheader.js";
import { MemoryInput } from "./streams.js";
import { Tokens } from "./tokens.js";
import { undoUndeclared } from "./undeclared.js";
import { isBlank, isLetterOrDigit } from "./unicode.js";

const LEAST_LETTERS = 20;
const MOST_ATTACHMENTS = 16;

/**
 * Reads a mail: `{header, parts, attachments, broken, cut}`, of each attachment the bytes. Throws
 * NotAMail and Undecodable.
 */
export function mailText(mail, limits = LIMITS) {
  return new MimeText(limits).read(mailBytes(mail, limits));
}

/** The parts' texts, `written` or `visible`, as one. */
export function joined(parts, which) {
  if (parts.length === 1) {
    return parts[0][which];
  }
  return parts.map((part) => part[which] + "\n").join("");
}

function plainPart(attached, source) {
  const hasText = hasLetters(source);
  return { html: false, attached, source, written: source, visible: source, hasText };
}

function htmlPart(attached, source, most) {
  const { written, visible } = htmlText(source, most);
  return { html: true, attached, source, written, visible, hasText: hasLetters(visible) };
}

function hasLetters(text) {
  let letters = 0;
  for (let i = 0; i < text.length && letters < LEAST_LETTERS; i++) {
    letters += isLetterOrDigit(text.charCodeAt(i)) ? 1 : 0;
  }
  return letters >= LEAST_LETTERS;
}

function cutTo(part, mostWritten, mostVisible) {
  if (part.written.length <= mostWritten && part.visible.length <= mostVisible) {
    return part;
  }
  const written = part.written.substring(0, mostWritten);
  const visible = part.visible.substring(0, mostVisible);
  return { ...part, source: part.html ? part.source : written, written, visible };
}

/** A multipart that is being read, or the mail as a whole. */
class Container {
  constructor(alternative) {
    this.alternative = alternative;
    this.chosen = [];
    this.richness = -1;
    this.parted = false;
    this.preamble = "";
  }

  addAll(parts) {
    if (parts.length === 0) {
      return;
    }
    if (this.alternative) {
      const text = parts.some((part) => part.hasText);
      const html = parts.some((part) => part.html);
      const richness = (text ? 2 : 0) + (html ? 1 : 0);
      if (richness < this.richness) {
        return;
      }
      this.richness = richness;
      this.chosen = [];
    }
    this.chosen = this.chosen.concat(parts);
  }
}

class MimeText {
  constructor(limits) {
    this.limits = limits;
    this.open = [new Container(false)];
    this.attachments = [];
    this.nesting = 0;
    this.entities = 0;
    this.attached = false;
    this.broken = false;
    this.cut = false;
    this.buffer = new Uint8Array(8192);
  }

  get container() {
    return this.open[this.open.length - 1];
  }

  read(mail) {
    if (mail.headed) {
      this.walk(mail);
    } else {
      this.addRaw(mail.bytes, mail.offset);
    }
    while (this.open.length > 1) {
      this.close();
    }
    return this.limited(MailHeader.of(mail), withoutAttachments(this.container.chosen));
  }

  limited(header, chosen) {
    let written = this.limits.maxTextChars;
    let visible = written;
    const parts = [];
    for (const part of chosen) {
      const limited = cutTo(part, written, visible);
      this.cut ||= limited !== part;
      written -= limited.written.length;
      visible -= limited.visible.length;
      parts.push(limited);
    }
    const { attachments, broken, cut } = this;
    return { header, parts, attachments, broken, cut };
  }

  walk(mail) {
    try {
      const length = mail.bytes.length - mail.offset;
      const parsed = Math.min(length, this.limits.maxParsedBytes);
      this.cut ||= parsed < length;
      const input = new MemoryInput(mail.bytes, mail.offset, mail.offset + parsed);
      const tokens = new Tokens(input, this.limits);
      for (
        ;
        tokens.state !== "END_OF_STREAM" && this.entities <= this.limits.maxParts;
        tokens.next()
      ) {
        this.take(tokens);
      }
      this.cut ||= this.entities > this.limits.maxParts;
    } catch (error) {
      if (error instanceof Undecodable) {
        throw error;
      }
      // The mail is hostile: whatever the parser trips over, the text found until then is what
      // there is, and a header it refuses still has a body behind it.
      this.broken = true;
      if (this.open.length === 1 && this.container.chosen.length === 0) {
        this.addRaw(mail.bytes, bodyStart(mail));
      }
    }
  }

  take(tokens) {
    switch (tokens.state) {
      case "START_MESSAGE":
        this.nesting++;
        this.attached = false;
        break;
      case "END_MESSAGE":
        this.nesting--;
        break;
      case "START_BODYPART":
        this.container.parted = true;
        this.attached = false;
        break;
      case "FIELD":
        this.takeField(tokens.entity.field);
        break;
      case "END_HEADER":
        this.entities++;
        tokens.takeFlat(this.nesting >= this.limits.maxNesting);
        break;
      case "START_MULTIPART":
        this.startMultipart(tokens);
        break;
      case "PREAMBLE":
        this.container.preamble = this.readText(tokens.raw(), null);
        break;
      case "END_MULTIPART":
        this.nesting--;
        this.close();
        break;
      case "BODY":
        this.takeBody(tokens);
        break;
      default:
        break;
    }
  }

  takeField(field) {
    if (field.name.toLowerCase() === "content-disposition") {
      this.attached = trim(field.body()).toLowerCase().startsWith("attachment");
    }
  }

  startMultipart(tokens) {
    this.nesting++;
    const contents = tokens.entity.contents;
    this.open.push(new Container(contents.type.toLowerCase() === "multipart/alternative"));
    const boundary = contents.boundary;
    if (boundary === null || boundary.length > this.limits.maxBoundaryChars) {
      this.cut = true;
      this.container.preamble = this.readText(tokens.raw(), null);
    }
  }

  takeBody(tokens) {
    const contents = tokens.entity.contents;
    const type = contents.type.toLowerCase();
    const html = type === "text/html" || type === "application/xhtml+xml";
    if (!html && type !== "text/plain" && type !== "text/enriched") {
      if (type.startsWith("multipart/") || type === "message/rfc822") {
        this.cut = true;
        this.add(this.readText(tokens.raw(), null), false);
      } else if (this.attachments.length < MOST_ATTACHMENTS) {
        this.attachments.push(this.readBytes(tokens.decoded()).slice());
      }
      return;
    }
    const source = this.readText(tokens.decoded(), contents.charset);
    this.add(undoUndeclared(source), html || type === "text/enriched");
  }

  addRaw(bytes, from) {
    const length = Math.min(bytes.length - from, this.limits.maxParsedBytes);
    this.cut ||= length < bytes.length - from;
    this.add(this.readText(new MemoryInput(bytes, from, from + length), null), false);
  }

  add(source, html) {
    if (source !== "") {
      const part =
        html || startsAsHtml(source)
          ? htmlPart(this.attached, source, this.limits.maxTextChars + 1)
          : plainPart(this.attached, source);
      this.container.addAll([part]);
    }
  }

  readText(input, charset) {
    const bytes = this.readBytes(input);
    return decode(bytes, isDeclared(charset) ? charset : charsetInPage(bytes));
  }

  /** A view, good until more is read. */
  readBytes(input) {
    let length = 0;
    for (let count = 0; count >= 0; ) {
      length += count;
      if (length === this.buffer.length) {
        const grown = new Uint8Array(2 * length);
        grown.set(this.buffer);
        this.buffer = grown;
      }
      count = input.read(this.buffer, length, this.buffer.length - length);
    }
    return this.buffer.subarray(0, length);
  }

  close() {
    const closed = this.open.pop();
    if (!closed.parted) {
      this.broken = true;
      if (!isBlank(closed.preamble)) {
        closed.addAll([plainPart(false, closed.preamble)]);
      }
    }
    this.container.addAll(closed.chosen);
  }
}

/** The charset that a page without a declared one names itself, or the empty string. */
function charsetInPage(bytes) {
  let head = "";
  for (let i = 0; i < bytes.length && i < 1024; i++) {
    head += String.fromCharCode(bytes[i]);
  }
  let meta = head.indexOf("<");
  while (meta >= 0 && !isAt(head, meta, "<meta")) {
    meta = head.indexOf("<", meta + 1);
  }
  head = meta < 0 ? "" : head.substring(meta).toLowerCase();
  const at = head.indexOf("charset=");
  if (at < 0) {
    return "";
  }
  let from = at + "charset=".length;
  while (from < head.length && (head[from] === '"' || head[from] === "'")) {
    from++;
  }
  let to = from;
  while (
    to < head.length &&
    (head[to] === "-" || head[to] === "_" || isLetterOrDigit(head.charCodeAt(to)))
  ) {
    to++;
  }
  return head.substring(from, to);
}

function startsAsHtml(source) {
  let i = 0;
  while (i < source.length && source.charCodeAt(i) <= 32) {
    i++;
  }
  return isAt(source, i, "<html") || isAt(source, i, "<!doctype html");
}

function withoutAttachments(parts) {
  const own = parts.some((part) => !part.attached && part.hasText);
  return own ? parts.filter((part) => !part.attached) : parts;
}

function bodyStart({ bytes, offset }) {
  for (let i = offset; i < bytes.length; i++) {
    if (bytes[i] === 10 && (startsWith(bytes, i + 1, "\n") || startsWith(bytes, i + 1, "\r\n"))) {
      return i + 1;
    }
  }
  return bytes.length;
}
