// The frozen normalisation guid-1 under which votes are kept (GuidText, which defines it).

import { Utf8Text } from "./utf8text.js";

const LEAST_CODE_POINTS = 20;
const ELEMENTS = ["script", "style"];
const REFERENCES = [
  ["amp;", 0x26],
  ["lt;", 0x3c],
  ["gt;", 0x3e],
  ["quot;", 0x22],
  ["nbsp;", 0xa0],
];
const MOST_DIGITS = 7;

const ASCII = /[\0-~]+/y;
const ASCII_WITHOUT_MARKUP = /[\0-%'-;=-~]+/y;
const BLANKS = /[\0- ]+/g;

/** The normalised bytes of a mail's parts, or null if they identify nothing. */
export function guidBytes(parts) {
  const text = new GuidText();
  for (const part of parts) {
    if (part.html) {
      text.addHtml(part.source);
    } else {
      text.addPlain(part.source);
    }
  }
  return text.out.codePoints < LEAST_CODE_POINTS ? null : text.out.bytes;
}

class GuidText {
  constructor() {
    this.out = new Utf8Text();
  }

  addPlain(part) {
    for (let i = 0; i < part.length; ) {
      i = this.keepRow(part, i, ASCII);
    }
  }

  addHtml(part) {
    for (let i = 0; i < part.length; ) {
      const c = part.charCodeAt(i);
      if (c === 60 && isMarkup(part, i + 1)) {
        i = markupEnd(part, i);
      } else if (c === 38) {
        i = this.reference(part, i);
      } else {
        i = this.keepRow(part, i, ASCII_WITHOUT_MARKUP);
      }
    }
  }

  /** Keeps ASCII characters in a row, or the one that is there. */
  keepRow(part, from, row) {
    row.lastIndex = from;
    const found = part.charCodeAt(from) < 0x7f ? row.exec(part) : null;
    if (found === null) {
      return this.keepOne(part, from);
    }
    this.out.appendAscii(found[0].replace(BLANKS, ""));
    return row.lastIndex;
  }

  keepOne(part, i) {
    const c = part.charCodeAt(i);
    if (c < 0x7f) {
      if (c > 0x20) {
        this.out.append(c);
      }
      return i + 1;
    }
    const codePoint = part.codePointAt(i);
    this.keep(codePoint);
    return i + (codePoint > 0xffff ? 2 : 1);
  }

  keep(c) {
    const vanishes =
      c <= 0x20 ||
      (c >= 0x7f && c <= 0xa0) ||
      c === 0xad ||
      c === 0x1680 ||
      (c >= 0x2000 && c <= 0x200f) ||
      (c >= 0x2028 && c <= 0x202f) ||
      (c >= 0x205f && c <= 0x206f) ||
      c === 0x3000 ||
      (c >= 0xd800 && c <= 0xdfff) ||
      c === 0xfeff;
    if (!vanishes) {
      this.out.append(c);
    }
  }

  reference(part, at) {
    for (const [name, codePoint] of REFERENCES) {
      if (part.startsWith(name, at + 1)) {
        this.keep(codePoint);
        return at + 1 + name.length;
      }
    }
    if (part[at + 1] === "#") {
      const hex = part[at + 2] === "x" || part[at + 2] === "X";
      return this.number(part, at, hex ? at + 3 : at + 2, hex ? 16 : 10);
    }
    this.keep(38);
    return at + 1;
  }

  number(part, at, from, radix) {
    let value = 0;
    let i = from;
    while (i < part.length && i - from < MOST_DIGITS) {
      const digit = asciiDigit(part.charCodeAt(i), radix);
      if (digit < 0) {
        break;
      }
      value = value * radix + digit;
      i++;
    }
    if (i === from || part[i] !== ";" || value > 0x10ffff) {
      this.keep(38);
      return at + 1;
    }
    this.keep(value);
    return i + 1;
  }
}

function asciiDigit(c, radix) {
  if (c >= 48 && c <= 57) {
    return c - 48;
  }
  const letter = c > 64 && c < 0x80 ? (c | 0x20) - 97 : -1;
  return radix === 16 && letter >= 0 && letter < 6 ? letter + 10 : -1;
}

function isMarkup(part, i) {
  if (i >= part.length) {
    return false;
  }
  const c = part.charCodeAt(i);
  const letter = (c >= 97 && c <= 122) || (c >= 65 && c <= 90);
  return letter || c === 47 || c === 33 || c === 63;
}

function markupEnd(part, i) {
  if (part.startsWith("<!--", i)) {
    return behind(part, "-->", i + 4);
  }
  for (const element of ELEMENTS) {
    if (startsWith(part, element, i + 1)) {
      return elementEnd(part, element, i + 1);
    }
  }
  return behind(part, ">", i + 1);
}

function elementEnd(part, element, from) {
  for (let i = part.indexOf("</", from); i >= 0; i = part.indexOf("</", i + 2)) {
    if (startsWith(part, element, i + 2)) {
      return behind(part, ">", i + 2);
    }
  }
  return part.length;
}

/** Whether an ASCII word stands at an index, in any case of its letters. */
function startsWith(part, word, at) {
  if (part.length - at < word.length) {
    return false;
  }
  for (let i = 0; i < word.length; i++) {
    const c = part.charCodeAt(at + i);
    if (c > 0x7f || (c | 0x20) !== word.charCodeAt(i)) {
      return false;
    }
  }
  return true;
}

function behind(part, end, from) {
  const i = part.indexOf(end, from);
  return i < 0 ? part.length : i + end.length;
}
