// How bytes were made to pass, and text of any charset as UTF-8 (TransferEncoding, EncodedWords, Charsets).

import { decodeAs } from "../fingerprint/decoders.js";
import { Bytes, ascii, indexOf, isAscii, isUtf8, isWord, lowerText } from "./bytes.js";
import { LIMITS } from "./limits.js";

const NONE = 255;
const SIX_BITS = new Uint8Array(256).fill(NONE);
const HEX = new Int8Array(256).fill(-1);

for (const [i, c] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries()) {
  SIX_BITS[c.charCodeAt(0)] = i;
}
for (let i = 0; i < 16; i++) {
  const digit = i.toString(16);
  HEX[digit.charCodeAt(0)] = i;
  HEX[digit.toUpperCase().charCodeAt(0)] = i;
}

/** The byte that two hexadecimal digits stand for, or less than 0. */
export const hex = (bytes, at, to) => (to - at < 2 ? -1 : (HEX[bytes[at]] << 4) | HEX[bytes[at + 1]]);

export function quotedPrintable(bytes, from, to, out) {
  let i = from;
  while (i < to) {
    const sign = indexOf(bytes, 61, i, to);
    out.addAll(bytes, i, sign);
    if (sign === to) {
      return;
    }
    const value = hex(bytes, sign + 1, to);
    if (value >= 0) {
      out.add(value);
      i = sign + 3;
    } else {
      i = behindSoftBreak(bytes, sign + 1, to);
      if (i === sign + 1) {
        out.add(61);
      }
    }
  }
}

function behindSoftBreak(bytes, from, to) {
  let i = from;
  while (i < to && (bytes[i] === 32 || bytes[i] === 9 || bytes[i] === 13)) {
    i++;
  }
  return i < to && bytes[i] === 10 ? i + 1 : from;
}

/** The Q encoding of header fields. */
function q(bytes, from, to, out) {
  for (let i = from; i < to; i++) {
    const value = bytes[i] === 61 ? hex(bytes, i + 1, to) : -1;
    if (value >= 0) {
      out.add(value);
      i += 2;
    } else {
      out.add(bytes[i] === 95 ? 32 : bytes[i]);
    }
  }
}

/** What is not of its alphabet is passed over, and a sign of an end is no end. */
export function base64(bytes, from, to, out) {
  const room = out.reserve(Math.floor(((to - from) * 3) / 4) + 3);
  const { array } = out;
  const end = out.length + room;
  let at = out.length;
  let bits = 0;
  let digits = 0;
  for (let i = from; i <= to && at + 3 <= end; i++) {
    const c = i === to ? 61 : bytes[i];
    const value = SIX_BITS[c];
    if (value !== NONE) {
      bits = (bits << 6) | value;
      if (++digits === 4) {
        array[at] = bits >> 16;
        array[at + 1] = bits >> 8;
        array[at + 2] = bits;
        at += 3;
        digits = 0;
      }
    } else if (c === 61) {
      bits <<= 6 * (4 - digits);
      array[at] = bits >> 16;
      array[at + 1] = bits >> 8;
      at += Math.max(0, digits - 1);
      digits = 0;
    }
  }
  out.length = at;
}

/** What bytes 128 to 159 mean to those who say ISO-8859-1. */
const WINDOWS_1252 =
  "\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F" +
  "\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178";

/** What is meant by a character, of which 128 to 159 are none. */
export const western = (c) => (c >= 0x80 && c < 0xa0 ? WINDOWS_1252.charCodeAt(c - 0x80) : c);

const UTF_8 = "utf-8";
const WESTERN = "western";
const UNDECLARED = "";
const SEVEN_BIT = new Set(["iso-2022-jp", "iso-2022-kr", "utf-16", "utf-16be", "utf-16le"]);
const US_ASCII = ascii("us-ascii");

/** What a sender means, and the names of it; the same in most cases. */
const MEANT = new Map([
  ["utf-8", UTF_8],
  ["utf8", UTF_8],
  ...["iso-8859-1", "windows-1252", "latin1", "iso8859-1", "cp1252"].map((name) => [name, WESTERN]),
  ["latin2", "iso-8859-2"],
  ["iso-8859-8-i", "iso-8859-8"],
  ["iso-8859-9", "windows-1254"],
  ["cp1250", "windows-1250"],
  ["cp1251", "windows-1251"],
  ["cp437", "ibm437"],
  ["cp850", "ibm850"],
  ["cp866", "ibm866"],
  ["macintosh", "x-macroman"],
  ...["iso-8859-11", "tis-620", "windows-874"].map((name) => [name, "x-windows-874"]),
  ...["gb2312", "gbk"].map((name) => [name, "gb18030"]),
  ...["x-big5-solaris", "big5_solaris"].map((name) => [name, "big5"]),
  ...["shift_jis", "shift-jis", "x-sjis", "cp932"].map((name) => [name, "windows-31j"]),
  ...["ks_c_5601-1987", "euc-kr", "windows-949"].map((name) => [name, "x-windows-949"]),
  ...(
    "iso-2022-jp iso-2022-kr utf-16 utf-16be utf-16le iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 " +
    "iso-8859-7 iso-8859-8 windows-1254 iso-8859-13 iso-8859-15 windows-1250 windows-1251 windows-1253 " +
    "windows-1255 windows-1256 windows-1257 windows-1258 koi8-r koi8-u ibm437 ibm850 ibm866 gb18030 big5 " +
    "big5-hkscs windows-31j euc-jp"
  )
    .split(" ")
    .map((name) => [name, name]),
]);
const LONGEST_NAME = 20;

/** Text of any charset as UTF-8: `array` from `from` to `to`, until the next. */
export class Charsets {
  #charset = UNDECLARED;
  #converted = new Bytes(LIMITS.textBytes);
  array = new Uint8Array(0);
  from = 0;
  to = 0;

  undeclared() {
    this.#charset = UNDECLARED;
  }

  /** The texts that follow are said to be in the charset whose name stands there. */
  declare(name, from, to) {
    const none = from >= to || to - from > LONGEST_NAME || isWord(name, from, to, US_ASCII);
    this.#charset = none ? UNDECLARED : (MEANT.get(lowerText(name, from, to)) ?? UNDECLARED);
  }

  get isDeclared() {
    return this.#charset !== UNDECLARED;
  }

  convert(text, from, to) {
    this.array = text;
    this.from = from;
    this.to = to;
    const charset = this.#charset;
    if (charset === UTF_8 || (!SEVEN_BIT.has(charset) && isAscii(text, from, to))) {
      return;
    }
    if (charset === UNDECLARED && isUtf8(text, from, to)) {
      return;
    }
    const out = this.#converted;
    out.clear();
    if (charset === UNDECLARED || charset === WESTERN) {
      this.#western(text, from, to, out);
    } else {
      for (const character of decodeAs(text.subarray(from, to), charset)) {
        out.addCharacter(character.codePointAt(0));
      }
    }
    this.array = out.array;
    this.from = 0;
    this.to = out.length;
  }

  /** In stretches, of which each fits whole or is cut with all that follows. */
  #western(text, from, to, out) {
    for (let next = from; next < to; ) {
      const end = Math.min(to, next + 4096);
      if (out.reserve(3 * (end - next)) < 3 * (end - next)) {
        return;
      }
      for (; next < end; next++) {
        out.addCharacter(western(text[next]));
      }
    }
  }
}

/** Whether there is nothing to decode in a field. */
export function arePlain(mail, from, to) {
  if (!isAscii(mail, from, to)) {
    return false;
  }
  let sign = indexOf(mail, 61, from, to);
  while (sign < to - 1 && mail[sign + 1] !== 63) {
    sign = indexOf(mail, 61, sign + 1, to);
  }
  return sign >= to - 1;
}

/** Header text with encoded words or with bytes that are not ASCII, as UTF-8. */
export class EncodedWords {
  #charsets;
  #decoded = new Bytes(LIMITS.fieldBytes);
  #word = new Bytes(LIMITS.fieldBytes);
  #wordEnd = 0;

  constructor(charsets) {
    this.#charsets = charsets;
  }

  /** The text; valid until the next. */
  decoded(mail, from, to) {
    this.#decoded.clear();
    let start = from;
    let behindWord = false;
    let i = from;
    while (i < to) {
      const sign = indexOf(mail, 61, i, to);
      if (sign === to || !this.#decodeWord(mail, sign, to)) {
        i = Math.min(sign + 1, to);
        continue;
      }
      if (!behindWord || !areBlanks(mail, start, sign)) {
        this.#raw(mail, start, sign);
      }
      this.#charsets.convert(this.#word.array, 0, this.#word.length);
      this.#add();
      behindWord = true;
      start = i = this.#wordEnd;
    }
    this.#raw(mail, start, to);
    return this.#decoded;
  }

  #raw(mail, from, to) {
    this.#charsets.undeclared();
    this.#charsets.convert(mail, from, to);
    this.#add();
  }

  #add() {
    this.#decoded.addAll(this.#charsets.array, this.#charsets.from, this.#charsets.to);
  }

  #decodeWord(mail, sign, to) {
    const charset = sign + 2;
    if (to - sign < 8 || mail[sign + 1] !== 63) {
      return false;
    }
    const charsetEnd = indexOf(mail, 63, charset, to);
    const text = charsetEnd + 3;
    if (text >= to || mail[text - 1] !== 63) {
      return false;
    }
    const encoding = mail[charsetEnd + 1] | 0x20;
    const end = indexOf(mail, 63, text, to);
    if (end >= to - 1 || mail[end + 1] !== 61 || (encoding !== 113 && encoding !== 98)) {
      return false;
    }
    this.#charsets.declare(mail, charset, indexOf(mail, 42, charset, charsetEnd));
    this.#word.clear();
    (encoding === 113 ? q : base64)(mail, text, end, this.#word);
    this.#wordEnd = end + 2;
    return true;
  }
}

function areBlanks(mail, from, to) {
  for (let i = from; i < to; i++) {
    if (mail[i] > 32) {
      return false;
    }
  }
  return true;
}
