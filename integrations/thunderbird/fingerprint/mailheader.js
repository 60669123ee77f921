// The header of a mail itself: its fields as they are written, in their order (MailHeader).

import { decode } from "./charset.js";
import { Undecodable } from "./decoders.js";
import { decodeEncodedWords } from "./encodedwords.js";
import { strip } from "./javatext.js";
import { Bytes } from "./streams.js";

/** Fields that are kept. */
export const MOST_FIELDS = 300;
const MOST_BYTES = 8 << 10;
const MOST_READ = 2 << 20;
const LONGEST_NAME = 80;
const LF = 10;
const CR = 13;
const COLON = 58;

/** Fields `{name, value}`, the value unfolded and without blanks around it. */
export class MailHeader {
  constructor(fields) {
    this.fields = fields;
  }

  /** The header of {@link mailBytes}. */
  static of(mail) {
    return new MailHeader(mail.headed ? new Scan(mail.bytes, mail.offset).fields() : []);
  }

  /** The values of all fields with a name in lower case. */
  all(name) {
    return this.fields
      .filter((field) => field.name.toLowerCase() === name)
      .map((field) => field.value);
  }

  /** The value of the topmost field with a name in lower case, or the empty string. */
  first(name) {
    return this.fields.find((field) => field.name.toLowerCase() === name)?.value ?? "";
  }

  /** Text of the topmost field, encoded words decoded; empty if it is in a charset not known here. */
  text(name) {
    const value = this.first(name);
    try {
      return value.includes("=?") ? decodeEncodedWords(value) : value;
    } catch (error) {
      if (error instanceof Undecodable) {
        return "";
      }
      throw error;
    }
  }
}

/** One pass over the lines of a header. */
class Scan {
  constructor(bytes, from) {
    this.bytes = bytes;
    this.at = from;
    this.end = Math.min(bytes.length, from + MOST_READ);
  }

  fields() {
    const fields = [];
    const unfolded = new Bytes(256);
    while (this.at < this.end && !this.isBlankLine() && fields.length < MOST_FIELDS) {
      const start = this.at;
      unfolded.clear();
      do {
        const lineEnd = this.lineEnd();
        const taken = Math.min(lineEnd - this.at, MOST_BYTES - unfolded.length);
        unfolded.append(this.bytes, this.at, taken);
        this.at = this.behindBreak(lineEnd);
      } while (this.at < this.end && this.at > start && isBlank(this.bytes[this.at]));
      add(unfolded.view, fields);
    }
    return fields;
  }

  isBlankLine() {
    const c = this.bytes[this.at];
    return c === LF || (c === CR && this.at + 1 < this.end && this.bytes[this.at + 1] === LF);
  }

  /** Where the line ends that begins here, its break not counted. */
  lineEnd() {
    const found = this.bytes.subarray(this.at, this.end).indexOf(LF);
    const i = found < 0 ? this.end : this.at + found;
    return i > this.at && this.bytes[i - 1] === CR ? i - 1 : i;
  }

  behindBreak(lineEnd) {
    let i = lineEnd;
    while (i < this.end && this.bytes[i] === CR) {
      i++;
    }
    return i < this.end && this.bytes[i] === LF ? i + 1 : i;
  }
}

function add(line, fields) {
  let colon = 0;
  while (colon < line.length && line[colon] > 32 && line[colon] < 127 && line[colon] !== COLON) {
    colon++;
  }
  const nameEnd = colon;
  while (colon < line.length && isBlank(line[colon])) {
    colon++;
  }
  if (nameEnd === 0 || nameEnd > LONGEST_NAME || line[colon] !== COLON) {
    return;
  }
  const name = decode(line.subarray(0, nameEnd), null);
  fields.push({ name, value: strip(decode(line.subarray(colon + 1), null)) });
}

function isBlank(c) {
  return c === 32 || c === 9;
}
