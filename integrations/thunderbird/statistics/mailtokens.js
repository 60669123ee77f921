// The tokens of a mail, the same as a peer's: bytes in one pass (MailTokens, HeaderTokens, Boundaries, Entity).

import { ascii, indexOf, isAscii, isBlank, isWord, isWordAt, lineEnd, lowerText } from "./bytes.js";
import { Charsets, EncodedWords, arePlain, base64, quotedPrintable } from "./encodings.js";
import { LIMITS } from "./limits.js";
import { SeenHtml } from "./seenhtml.js";
import { Words } from "./words.js";

const NO_TAG = new Uint8Array(0);
/** What stands before the tokens of all fields of a mail, of a part of it, of a mail inside it. */
const MAIL = ascii("head:");
const PART = ascii("mime:");
const INNER_MAIL = NO_TAG;

const FIELDS = new Map([
  ["to", ascii("to:")],
  ["cc", ascii("to:")],
  ["from", ascii("from:")],
  ["subject", ascii("subj:")],
  ["return-path", ascii("rtrn:")],
  ["received", ascii("rcvd:")],
]);
/** Keys and times that never come again: their name alone is told. */
const KEYS = new Set(
  "date delivery-date message-id resent-message-id in-reply-to references".split(" "),
);
const CONTENT = new Set(["content-type", "content-transfer-encoding", "content-disposition"]);
const LONGEST_FIELD = 25;

const [POSTMARK, DECLARATION, TEXT, TEXT_HTML, MULTIPART, MESSAGE] = [
  "From ", "charset=", "text", "text/html", "multipart/", "message/",
].map(ascii);
const [QUOTED, BASE64, BOUNDARY, CHARSET, NAME, FILE_NAME, VERDICTS] = [
  "quoted-printable", "base64", "boundary", "charset", "name", "filename", "x-spam",
].map(ascii);

/** How far into a page its charset is looked for. */
const DECLARATION_WITHIN = 1024;

/** Tells `visitor(bytes, from, to)` the tokens of a mail; a postmark before it is no part of it. */
export function readTokens(mail, visitor) {
  new MailTokens(mail, visitor).read();
}

class MailTokens {
  #mail;
  #end;
  #words;
  #charsets = new Charsets();
  #encodedWords = new EncodedWords(this.#charsets);
  #html = new SeenHtml();
  #entity;
  #levels = []; // of multiparts: {from, to, tag}
  #found = -1;
  #closing = false;
  #behind = 0;

  constructor(mail, visitor) {
    this.#mail = mail;
    this.#end = Math.min(mail.length, LIMITS.mailBytes);
    this.#words = new Words(visitor);
  }

  read() {
    const mail = this.#mail;
    const end = this.#end;
    const marked = POSTMARK.every((c, i) => mail[i] === c) && end >= POSTMARK.length;
    let next = marked ? Math.min(lineEnd(mail, 0, end) + 1, end) : 0;
    let tag = MAIL;
    for (let parts = 0; next < end && parts < LIMITS.parts; parts++) {
      const content = this.#header(next, tag);
      if (this.#entity.kind === "message" && this.#entity.encoding === null) {
        tag = INNER_MAIL;
        next = content;
        continue;
      }
      this.#content(content, tag);
      next = this.#nextPart();
      tag = next < end ? this.#levels.at(-1).tag : tag;
    }
  }

  /** Reads a header up to the empty line or a boundary; says where the content begins. */
  #header(start, tag) {
    const mail = this.#mail;
    const end = this.#end;
    this.#entity = { kind: "text", encoding: null, charset: [0, 0], boundary: [0, 0] };
    let line = start;
    while (line < end) {
      let feed = lineEnd(mail, line, end);
      if (feed === line || (feed === line + 1 && mail[line] === 13)) {
        return Math.min(feed + 1, end);
      }
      if (this.#isBoundary(line)) {
        return line;
      }
      while (feed + 1 < end && (mail[feed + 1] === 32 || mail[feed + 1] === 9)) {
        feed = lineEnd(mail, feed + 1, end);
      }
      this.#field(line, Math.min(feed, line + LIMITS.fieldBytes), tag);
      line = feed + 1;
    }
    return end;
  }

  #field(from, to, tag) {
    const mail = this.#mail;
    let colon = from;
    while (colon < to && mail[colon] > 32 && mail[colon] < 0x80 && mail[colon] !== 58) {
      colon++;
    }
    if (colon === to || mail[colon] !== 58) {
      this.#words.tag(tag);
      this.#text(from, to);
      return;
    }
    const name = colon - from <= LONGEST_FIELD ? lowerText(mail, from, colon) : "";
    const own = FIELDS.get(name);
    this.#words.tag(own === undefined || tag === INNER_MAIL ? tag : own);
    if (own !== undefined) {
      if (name === "received") {
        this.#words.readReceived(mail, colon + 1, to);
      } else {
        this.#text(colon + 1, to);
      }
    } else if (name !== "x-bogosity" && !isWordAt(mail, from, colon, VERDICTS)) {
      this.#words.readFields(mail, from, colon);
      if (CONTENT.has(name)) {
        this.#value(name, colon + 1, to);
      } else if (!KEYS.has(name)) {
        this.#text(colon + 1, to);
      }
    }
  }

  #text(from, to) {
    if (arePlain(this.#mail, from, to)) {
      this.#words.readFields(this.#mail, from, to);
    } else {
      const decoded = this.#encodedWords.decoded(this.#mail, from, to);
      this.#words.readFields(decoded.array, 0, decoded.length);
    }
  }

  /** A value and its parameters: `text/html; charset=utf-8`. */
  #value(field, from, to) {
    const mail = this.#mail;
    const start = this.#skipBlanks(from, to);
    let end = start;
    while (end < to && mail[end] !== 59 && !isBlank(mail[end])) {
      end++;
    }
    if (field === "content-type") {
      this.#entity.kind = kindOf(mail, start, end);
    } else if (field === "content-transfer-encoding") {
      const quoted = isWord(mail, start, end, QUOTED) ? quotedPrintable : null;
      this.#entity.encoding = isWord(mail, start, end, BASE64) ? base64 : quoted;
    }
    this.#words.readFields(mail, start, end);
    while (end < to) {
      end = this.#parameter(this.#skipBlanks(end + (mail[end] === 59 ? 1 : 0), to), to);
    }
  }

  #parameter(from, to) {
    const mail = this.#mail;
    let nameEnd = from;
    while (nameEnd < to && mail[nameEnd] !== 61 && mail[nameEnd] !== 59 && !isBlank(mail[nameEnd])) {
      nameEnd++;
    }
    let value = this.#skipBlanks(nameEnd, to);
    if (value === to || mail[value] !== 61) {
      this.#words.readFields(mail, from, nameEnd);
      return Math.max(value, nameEnd);
    }
    value = this.#skipBlanks(value + 1, to);
    const quoted = value < to && mail[value] === 34;
    let valueEnd = quoted ? indexOf(mail, 34, ++value, to) : value;
    while (!quoted && valueEnd < to && mail[valueEnd] !== 59 && !isBlank(mail[valueEnd])) {
      valueEnd++;
    }
    const next = quoted ? Math.min(valueEnd + 1, to) : valueEnd;
    if (isWord(mail, from, nameEnd, BOUNDARY)) {
      let last = valueEnd;
      while (last > value && isBlank(mail[last - 1])) {
        last--;
      }
      this.#entity.boundary = [value, last];
      return next;
    }
    if (isWord(mail, from, nameEnd, CHARSET)) {
      this.#entity.charset = [value, valueEnd];
    }
    if (!isWord(mail, from, nameEnd, NAME) && !isWord(mail, from, nameEnd, FILE_NAME)) {
      this.#words.readFields(mail, from, nameEnd);
    }
    this.#text(value, valueEnd);
    return next;
  }

  #skipBlanks(from, to) {
    let i = from;
    while (i < to && isBlank(this.#mail[i])) {
      i++;
    }
    return i;
  }

  /** Reads a content up to the next boundary; a multipart is entered, up to its first. */
  #content(from, tag) {
    const { kind, boundary } = this.#entity;
    const enters = kind === "multipart" && boundary[1] > boundary[0];
    let level = -1;
    if (enters && this.#levels.length < LIMITS.nesting) {
      level = this.#levels.length;
      this.#levels.push({ from: boundary[0], to: boundary[1], tag: tag === MAIL ? PART : tag });
    }
    const to = this.#nextBoundary(from);
    const hasParts = level >= 0 && this.#found === level;
    if (!hasParts && kind !== "other" && kind !== "message" && (level >= 0 || !enters)) {
      this.#body(from, this.#endBefore(from, to));
    }
  }

  #body(from, to) {
    this.#words.tag(NO_TAG);
    const { kind, encoding, charset } = this.#entity;
    let text = this.#mail;
    let start = from;
    let end = Math.min(to, from + LIMITS.textBytes);
    if (encoding !== null) {
      const decoded = this.#html.told; // not in use until the text is
      decoded.clear();
      encoding(this.#mail, from, to, decoded);
      text = decoded.array.slice(0, decoded.length);
      start = 0;
      end = decoded.length;
    }
    this.#charsets.declare(this.#mail, charset[0], charset[1]);
    const html = kind === "html";
    if (html && !this.#charsets.isDeclared && !isAscii(text, start, end)) {
      this.#declareAsPageDoes(text, start, Math.min(end, start + DECLARATION_WITHIN));
    }
    this.#charsets.convert(text, start, end);
    if (html) {
      this.#html.read(this.#charsets.array, this.#charsets.from, this.#charsets.to);
      this.#words.read(this.#html.seen.array, 0, this.#html.seen.length);
      this.#words.read(this.#html.told.array, 0, this.#html.told.length);
    } else {
      this.#words.read(this.#charsets.array, this.#charsets.from, this.#charsets.to);
    }
  }

  #declareAsPageDoes(html, from, to) {
    for (let i = from; i < to; i++) {
      if (isWordAt(html, i, to, DECLARATION)) {
        let name = i + DECLARATION.length;
        name += name < to && (html[name] === 34 || html[name] === 39) ? 1 : 0;
        let end = name;
        while (end < to && isOfName(html[end])) {
          end++;
        }
        this.#charsets.declare(html, name, end);
        return;
      }
    }
  }

  // Boundaries -----------------------------------------------------------------------------------

  #nextBoundary(start) {
    this.#found = -1;
    if (this.#levels.length === 0) {
      return this.#end;
    }
    let line = start;
    while (line < this.#end) {
      if (this.#isBoundary(line)) {
        return line;
      }
      line = lineEnd(this.#mail, line, this.#end) + 1;
    }
    return this.#end;
  }

  #isBoundary(line) {
    const mail = this.#mail;
    if (this.#levels.length === 0 || this.#end - line < 2 || mail[line] !== 45 || mail[line + 1] !== 45) {
      return false;
    }
    const feed = lineEnd(mail, line, this.#end);
    let last = feed;
    while (last > line && mail[last - 1] <= 32) {
      last--;
    }
    for (let level = this.#levels.length - 1; level >= 0; level--) {
      const { from, to } = this.#levels[level];
      const rest = last - line - 2 - (to - from);
      const close = rest === 2 && mail[last - 1] === 45 && mail[last - 2] === 45;
      if ((rest === 0 || close) && isSame(mail, from, line + 2, to - from)) {
        this.#found = level;
        this.#closing = close;
        this.#behind = Math.min(feed + 1, this.#end);
        return true;
      }
    }
    return false;
  }

  /** A boundary has the line break before it. */
  #endBefore(from, line) {
    const mail = this.#mail;
    if (this.#found < 0 || line === from || mail[line - 1] !== 10) {
      return line;
    }
    return line - from >= 2 && mail[line - 2] === 13 ? line - 2 : line - 1;
  }

  /** Goes on behind the boundary found last; says where the header of the next part begins. */
  #nextPart() {
    while (this.#found >= 0) {
      this.#levels.length = this.#closing ? this.#found : this.#found + 1;
      if (!this.#closing) {
        return this.#behind;
      }
      this.#nextBoundary(this.#behind);
    }
    return this.#end;
  }
}

function kindOf(mail, from, to) {
  if (isWord(mail, from, to, TEXT_HTML)) {
    return "html";
  }
  if (isWordAt(mail, from, to, MULTIPART)) {
    return "multipart";
  }
  if (isWordAt(mail, from, to, MESSAGE)) {
    return "message";
  }
  const none = indexOf(mail, 47, from, to) === to;
  return none || isWordAt(mail, from, to, TEXT) ? "text" : "other";
}

function isSame(mail, one, other, length) {
  for (let i = 0; i < length; i++) {
    if (mail[one + i] !== mail[other + i]) {
      return false;
    }
  }
  return true;
}

/** Whether a character of a page may be of a charset's name. */
const isOfName = (c) => c === 45 || c === 95 || (c > 47 && c < 0x80 && c !== 62 && c !== 59);
