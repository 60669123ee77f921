// Encoded words of a header's quoted strings, as Apache James Mime4j 0.8.14 decodes them.

import { decodeAs, isCharset } from "./decoders.js";
import { equalsIgnoringCase } from "./javatext.js";
import { Bytes, MemoryInput, isWhiteSpace } from "./streams.js";
import { Base64Input, QuotedPrintableInput } from "./transfer.js";

/** The text with its encoded words decoded; those of unknown charsets stay. */
export function decodeEncodedWords(body) {
  const words = new Words();
  let position = 0;
  let charset = "";
  let encoding = "";
  while (position < body.length) {
    const start = body.indexOf("=?", position);
    if (start < 0) {
      if (position === 0) {
        return body;
      }
      words.add(charset, body.substring(position));
      break;
    }
    const charsetEnd = body.indexOf("?", start + 2);
    const encodingEnd = body.indexOf("?", charsetEnd + 1);
    const end = body.indexOf("?=", encodingEnd + 1);
    if (charsetEnd < 0 || encodingEnd < 0 || end < 0) {
      words.add(charset, body.substring(position, start + 2));
      position = start + 2;
    } else if (encodingEnd === end) {
      words.add(charset, body.substring(position, end + 2));
      position = end + 2;
    } else {
      const separator = body.substring(position, start);
      if (separator !== "" && (!isAllWhiteSpace(separator) || position === 0)) {
        words.add(charset, separator);
      }
      const ownCharset = body.substring(start + 2, charsetEnd);
      const ownEncoding = body.substring(charsetEnd + 1, encodingEnd);
      if (
        (charset !== "" && ownCharset !== charset) ||
        (encoding !== "" && ownEncoding !== encoding)
      ) {
        words.add(charset, "");
      }
      charset = ownCharset;
      encoding = ownEncoding;
      const encoded = body.substring(encodingEnd + 1, end);
      const decoded = encoded === "" ? [] : decodedWord(charset, encoding, encoded);
      if (decoded === null) {
        words.text += body.substring(start, end + 2);
      } else {
        words.bytes.push(...decoded);
      }
      position = end + 2;
    }
  }
  words.add(charset, "");
  return words.text;
}

/** Bytes of words that stand behind each other are decoded as one. */
class Words {
  constructor() {
    this.text = "";
    this.bytes = [];
  }

  add(charset, text) {
    if (this.bytes.length > 0) {
      this.text += decodeAs(Uint8Array.from(this.bytes), charset.toLowerCase());
      this.bytes = [];
    }
    this.text += text;
  }
}

function decodedWord(charset, encoding, encoded) {
  if (!isCharset(charset.toLowerCase())) {
    return null;
  }
  if (equalsIgnoringCase(encoding, "q")) {
    const input = memory(encoded.replaceAll("_", "=20"));
    return contents(new QuotedPrintableInput(input));
  }
  return equalsIgnoringCase(encoding, "b") ? contents(new Base64Input(memory(encoded))) : null;
}

/** ASCII, with a question mark for what is none. */
function memory(text) {
  const bytes = Uint8Array.from([...text], (c) => (c <= "\x7F" ? c.charCodeAt(0) : 63));
  return new MemoryInput(bytes, 0, bytes.length);
}

function contents(input) {
  const one = new Uint8Array(1);
  const all = new Bytes(64);
  for (let count = 0; count !== -1; count = input.read(one, 0, 1)) {
    if (count === 1) {
      all.push(one[0]);
    }
  }
  return all.view;
}

function isAllWhiteSpace(text) {
  return [...text].every((c) => isWhiteSpace(c.charCodeAt(0)));
}
