// Header fields and what they say of an entity's contents, as Apache James Mime4j 0.8.14 reads them.

import { decodeUtf8 } from "./utf8.js";
import { equalsIgnoringCase, trim } from "./javatext.js";
import { decodeEncodedWords } from "./encodedwords.js";
import { Bytes, isWhiteSpace } from "./streams.js";

const COLON = 58;
const SEMICOLON = 59;
const EQUALS = 61;
const QUOTE = 34;
const OPEN = 40;
const CLOSE = 41;
const BACKSLASH = 92;

/** A header field with its raw bytes. */
class Field {
  constructor(raw, delimiter, name) {
    this.raw = raw;
    this.delimiter = delimiter;
    this.name = name;
  }

  /** The value, unfolded. */
  body() {
    let from = this.delimiter + 1;
    if (this.raw.length > from + 1 && isWhiteSpace(this.raw[from])) {
      from++;
    }
    return decodeUtf8(this.raw.subarray(from)).replace(/[\r\n]/g, "");
  }
}

/**
 * The field of some bytes, or null if it is none: those that begin with a letter other than c are
 * passed over, since all that say something of contents begin with `Content-`.
 */
export function fieldOf(bytes) {
  const first = bytes.length === 0 ? 0 : bytes[0] | 0x20;
  if (first >= 97 && first <= 122 && first !== 99) {
    return null;
  }
  let length = bytes.length;
  if (length > 0 && bytes[length - 1] === 10) {
    length--;
  }
  if (length > 0 && bytes[length - 1] === 13) {
    length--;
  }
  const parser = new FieldParser(bytes.subarray(0, length), 0);
  const name = trim(parser.token((c) => c === COLON));
  if (parser.atEnd) {
    return null;
  }
  for (let i = 0; i < name.length; i++) {
    const c = name.charCodeAt(i);
    if (c <= 32 || c >= 127 || c === COLON) {
      return null;
    }
  }
  return new Field(parser.bytes, parser.at, name);
}

/** Takes the words of a field apart. */
class FieldParser {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }

  get atEnd() {
    return this.at >= this.bytes.length;
  }

  /** Words up to a delimiter, blanks between them collapsed and comments left out. */
  token(delimits) {
    return this.words(delimits, false);
  }

  /** Of them some may be quoted. */
  value(delimits) {
    return this.words(delimits, true);
  }

  words(delimits, quotable) {
    let words = "";
    let blank = false;
    while (!this.atEnd) {
      const c = this.bytes[this.at];
      if (delimits(c)) {
        break;
      } else if (isWhiteSpace(c)) {
        this.skipWhiteSpace();
        blank = true;
      } else if (c === OPEN) {
        this.skipComment();
      } else {
        if (words !== "" && blank) {
          words += " ";
        }
        words += quotable && c === QUOTE ? this.quoted() : this.word(delimits, quotable);
        blank = false;
      }
    }
    return words;
  }

  skipWhiteSpace() {
    while (!this.atEnd && isWhiteSpace(this.bytes[this.at])) {
      this.at++;
    }
  }

  skipComment() {
    let level = 0;
    let escaped = false;
    while (!this.atEnd) {
      const c = this.bytes[this.at++];
      if (escaped) {
        escaped = false;
      } else if (c === BACKSLASH) {
        escaped = true;
      } else if (c === OPEN) {
        level++;
      } else if (c === CLOSE) {
        level--;
      }
      if (level <= 0) {
        return;
      }
    }
  }

  word(delimits, quotable) {
    const from = this.at;
    while (!this.atEnd) {
      const c = this.bytes[this.at];
      if (delimits(c) || isWhiteSpace(c) || c === OPEN || (quotable && c === QUOTE)) {
        break;
      }
      this.at++;
    }
    return decodeUtf8(this.bytes.subarray(from, this.at));
  }

  quoted() {
    const out = new Bytes(64);
    let escaped = false;
    this.at++;
    while (!this.atEnd) {
      const c = this.bytes[this.at++];
      if (escaped) {
        if (c !== QUOTE && c !== BACKSLASH) {
          out.push(BACKSLASH);
        }
        out.push(c);
        escaped = false;
      } else if (c === QUOTE) {
        break;
      } else if (c === BACKSLASH) {
        escaped = true;
      } else if (c !== 13 && c !== 10) {
        out.push(c);
      }
    }
    const text = decodeUtf8(out.view);
    return text.startsWith("=?") ? decodeEncodedWords(text) : text;
  }

  /** The parameters behind a value; of two with one name the last counts. */
  parameters() {
    const all = new Map();
    this.skipWhiteSpace();
    while (!this.atEnd) {
      const name = this.token((c) => c === EQUALS || c === SEMICOLON);
      let value = null;
      if (!this.atEnd && this.bytes[this.at++] === EQUALS) {
        value = this.value((c) => c === SEMICOLON);
        this.at += this.atEnd ? 0 : 1;
      }
      all.set(name.toLowerCase(), value);
    }
    return all;
  }
}

/** What the fields of an entity say of its contents. */
export class Contents {
  constructor(parentType) {
    this.parentType = parentType;
    this.ownType = null;
    this.boundary = null;
    this.ownCharset = null;
    this.ownEncoding = null;
  }

  add(field) {
    const name = field.name.toLowerCase();
    if (name === "content-transfer-encoding" && this.ownEncoding === null) {
      this.ownEncoding = trim(field.body()).toLowerCase() || null;
    } else if (name === "content-type" && this.ownType === null) {
      this.addType(field);
    }
  }

  addType(field) {
    const parser = new FieldParser(field.raw, field.delimiter + 1);
    let type = trim(parser.token((c) => c === SEMICOLON).toLowerCase());
    parser.at += parser.atEnd ? 0 : 1;
    const parameters = parser.parameters();
    const slash = type.indexOf("/");
    const main = trim(type.substring(0, slash));
    const sub = trim(type.substring(slash + 1));
    type = slash >= 0 && main !== "" && sub !== "" ? main + "/" + sub : null;
    const boundary = parameters.get("boundary") ?? null;
    const multipart = type !== null && type.startsWith("multipart/");
    if (!multipart || boundary !== null) {
      this.ownType = type;
    }
    if (isMultipart(this.ownType)) {
      this.boundary = boundary;
    }
    this.ownCharset = trim(parameters.get("charset") ?? "") || null;
  }

  get type() {
    if (this.ownType !== null) {
      return this.ownType;
    }
    const digest = this.parentType !== null && equalsIgnoringCase(this.parentType, "multipart/digest");
    return digest ? "message/rfc822" : "text/plain";
  }

  get charset() {
    return this.ownCharset === null && this.type.startsWith("text/") ? "us-ascii" : this.ownCharset;
  }

  get isBase64() {
    return this.ownEncoding !== null && equalsIgnoringCase(this.ownEncoding, "base64");
  }

  get isQuotedPrintable() {
    return this.ownEncoding !== null && equalsIgnoringCase(this.ownEncoding, "quoted-printable");
  }
}

export function isMultipart(type) {
  return type !== null && type.toLowerCase().startsWith("multipart/");
}

export function isMessage(type) {
  return equalsIgnoringCase(type, "message/rfc822");
}
