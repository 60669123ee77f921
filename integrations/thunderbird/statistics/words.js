// Takes UTF-8 apart into tokens (Words, Characters).

import { isDigit, isFormat, isLetter, isMark, isUnassigned } from "../fingerprint/unicode.js";
import { ascii, characterAt, indexOf, isBlank, isWordAt, putCharacter } from "./bytes.js";
import { LIMITS, MIN_TOKEN } from "./limits.js";

const LETTER = 1;
const INSIDE = 2;
const LAST = 4;
const DIGIT = 8;
const OTHER = 16; // what may begin a token and is no letter of ASCII
const KINDS = new Uint8Array(256);

for (let c = 0; c < 128; c++) {
  const letter = (c | 0x20) >= 97 && (c | 0x20) <= 122;
  const digit = c >= 48 && c <= 57;
  let kind = letter ? LETTER | INSIDE | LAST : digit ? DIGIT | OTHER | INSIDE | LAST : 0;
  kind |= "!'-._`~".includes(String.fromCharCode(c)) ? INSIDE : 0;
  kind |= c === 33 ? LAST : c === 36 ? OTHER : 0;
  KINDS[c] = kind;
}
KINDS.fill(OTHER, 128);

/** What a character is to a word. */
const SEPARATOR = 0;
const IN_WORD = 1;
const NUMERAL = 2;
const IGNORED = 3;
const UNSPACED = 4;
const INSIDE_ONLY = 5;

const UNSPACED_RANGES = [
  0xe00, 0xeff, 0x1000, 0x11ff, 0x1780, 0x17ff, 0x3005, 0x3007, 0x3021, 0x9fff, 0xac00, 0xd7ff, 0xf900, 0xfaff,
  0xff66, 0xffdc, 0x20000, 0x3ffff,
];

const BEGIN = ascii("begin pgp signature-----");
const END = ascii("-----end pgp signature-----");

function kindOf(c) {
  if (c === 0x34f || (c >= 0xfe00 && c <= 0xfe0f)) {
    return IGNORED;
  }
  if (isFormat(c)) {
    return IGNORED;
  }
  if (isDigit(c)) {
    return NUMERAL;
  }
  const letter = isLetter(c) || isMark(c) || (/\p{Nl}/u.test(String.fromCodePoint(c)) && !isUnassigned(c));
  return letter ? (isUnspaced(c) ? UNSPACED : IN_WORD) : SEPARATOR;
}

function isUnspaced(c) {
  for (let i = 0; i < UNSPACED_RANGES.length; i += 2) {
    if (c <= UNSPACED_RANGES[i + 1]) {
      return c >= UNSPACED_RANGES[i];
    }
  }
  return false;
}

function asciiKind(c) {
  const kind = KINDS[c];
  if (kind & LETTER) {
    return IN_WORD;
  }
  if (kind & LAST) {
    return NUMERAL;
  }
  return kind & INSIDE ? INSIDE_ONLY : SEPARATOR;
}

/** The ASCII character that is meant by a full-width one or by a typographer's apostrophe. */
function folded(c) {
  if (c >= 0xff01 && c <= 0xff5e) {
    return c - 0xfee0;
  }
  return c === 0x2019 ? 39 : c;
}

function digits(text, from, to) {
  let i = from;
  while (i < to && KINDS[text[i]] & DIGIT) {
    i++;
  }
  return i;
}

/** Whether those digits are a number of 0 to 255. */
function isByte(text, from, to) {
  let value = 0;
  for (let i = from; i < to && value < 256; i++) {
    value = value * 10 + text[i] - 48;
  }
  return to > from && to - from <= 3 && value < 256;
}

export class Words {
  #visitor;
  #token = new Uint8Array(LIMITS.tokenBytes + 8);
  #tagLength = 0;
  #left = LIMITS.tokens;
  #isText = true;
  #noEnd = false;
  #keysFollow = false;

  /** Tells `visitor(bytes, from, to)` the tokens of one mail. */
  constructor(visitor) {
    this.#visitor = visitor;
  }

  /** What is put before the tokens that follow. */
  tag(tag) {
    this.#token.set(tag);
    this.#tagLength = tag.length;
  }

  /** Tells the tokens of a text. */
  read(text, from, to) {
    this.#isText = true;
    this.#noEnd = false;
    this.#readAll(text, from, to);
  }

  /** Tells the tokens of header fields, in which no signature stands. */
  readFields(text, from, to) {
    this.#isText = false;
    this.#readAll(text, from, to);
  }

  #readAll(text, from, to) {
    let i = from;
    while (i < to) {
      const kind = KINDS[text[i]];
      if (kind & LETTER) {
        i = this.#word(text, i, to);
      } else if ((kind & OTHER) === 0) {
        i++;
      } else if (text[i] >= 0x80) {
        i = this.#wideWord(text, i, to);
      } else {
        i = text[i] === 36 ? this.#price(text, i, to) : this.#number(text, i, to);
      }
    }
  }

  /** The same but for the words behind "id", by which servers call a mail. */
  readReceived(text, from, to) {
    this.#keysFollow = true;
    this.readFields(text, from, to);
    this.#keysFollow = false;
  }

  #word(text, from, to) {
    let i = from + 1;
    while (i < to && KINDS[text[i]] & INSIDE) {
      i++;
    }
    if (i < to && text[i] >= 0x80) {
      return this.#wideWord(text, from, to);
    }
    let end = i;
    while ((KINDS[text[end - 1]] & LAST) === 0) {
      end--;
    }
    const length = end - from;
    if (length >= MIN_TOKEN) {
      if (this.#isText && length === 5 && text[from] === 66 && isWordAt(text, from, to, BEGIN)) {
        return this.#behindSignature(text, i, to);
      }
      this.#tell(text, from, end);
      return i;
    }
    return this.#keysFollow && length === 2 && text[from] === 105 ? behindKey(text, from, i, to) : i;
  }

  #tell(text, from, to) {
    const length = to - from;
    if (length > LIMITS.tokenBytes - this.#tagLength || this.#left === 0) {
      return;
    }
    this.#left--;
    if (this.#tagLength === 0) {
      this.#visitor(text, from, to);
      return;
    }
    for (let i = 0; i < length; i++) {
      this.#token[this.#tagLength + i] = text[from + i];
    }
    this.#visitor(this.#token, 0, this.#tagLength + length);
  }

  #price(text, from, to) {
    let i = digits(text, from + 1, to);
    if (i === from + 1) {
      return i;
    }
    if (i < to && text[i] === 46) {
      const cents = digits(text, i + 1, to);
      i = cents === i + 1 ? i : cents;
    }
    this.#tell(text, from, i);
    return i;
  }

  #number(text, from, to) {
    const i = digits(text, from, to);
    let end = i;
    let address = isByte(text, from, i);
    for (let numbers = 1; address && numbers < 4; numbers++) {
      const start = end + 1;
      address = end < to && text[end] === 46;
      end = address ? digits(text, start, to) : end;
      address = address && isByte(text, start, end);
    }
    if (address) {
      this.#tell(text, from, end);
      return end;
    }
    return i;
  }

  /** A signature is as random as a key; without its end it is text like any other. */
  #behindSignature(text, from, to) {
    let i = from;
    while (!this.#noEnd && i < to) {
      i = indexOf(text, 45, i, to);
      if (isWordAt(text, i, to, END)) {
        return i + END.length;
      }
      while (i < to && text[i] === 45) {
        i++;
      }
    }
    this.#noEnd = true;
    return from;
  }

  /** A word with characters beyond ASCII, or none where what stands there is no letter. */
  #wideWord(text, from, to) {
    let length = 0;
    let end = 0;
    for (let i = from, bytes; i < to; i += bytes) {
      const found = characterAt(text, i, to);
      const character = folded(found >>> 3);
      bytes = found & 7;
      const kind = character < 0x80 ? asciiKind(character) : kindOf(character);
      if (kind === IGNORED) {
        continue;
      }
      if (kind === UNSPACED && length === 0) {
        return this.#pairs(text, i, to);
      }
      const inWord = kind === IN_WORD || (length > 0 && (kind === NUMERAL || kind === INSIDE_ONLY));
      if (!inWord) {
        this.#tellCollected(end);
        return kind === UNSPACED || text[i] < 0x80 ? i : i + bytes;
      }
      length = this.#collect(character, length);
      end = kind === INSIDE_ONLY ? end : length;
    }
    this.#tellCollected(end);
    return to;
  }

  /** Puts a character behind the collected bytes, whose number it says; not beyond the limit. */
  #collect(character, length) {
    const at = this.#tagLength + length;
    return at > LIMITS.tokenBytes ? length : putCharacter(character, this.#token, at) - this.#tagLength;
  }

  #tellCollected(length) {
    if (length >= MIN_TOKEN && length <= LIMITS.tokenBytes - this.#tagLength && this.#left > 0) {
      this.#left--;
      this.#visitor(this.#token, 0, this.#tagLength + length);
    }
  }

  /** Each two of the characters of a language without spaces, or one that stands alone. */
  #pairs(text, from, to) {
    let before = 0;
    let alone = true;
    let i = from;
    for (let found; i < to; i += found & 7) {
      found = characterAt(text, i, to);
      const character = found >>> 3;
      const kind = character < 0x80 ? SEPARATOR : kindOf(character);
      if (kind === IGNORED) {
        continue;
      }
      if (kind !== UNSPACED) {
        break;
      }
      const both = this.#collect(character, before);
      if (before > 0) {
        this.#tellCollected(both);
        alone = false;
      }
      this.#token.copyWithin(this.#tagLength, this.#tagLength + before, this.#tagLength + both);
      before = both - before;
    }
    if (alone) {
      this.#tellCollected(before);
    }
    return i;
  }
}

function behindKey(text, from, end, to) {
  const joined = from > 0 && text[from - 1] > 32 && text[from - 1] < 0x80;
  if (text[from + 1] !== 100 || end !== from + 2 || joined) {
    return end;
  }
  let i = end;
  while (i < to && isBlank(text[i])) {
    i++;
  }
  while (i > end && i < to && !isBlank(text[i]) && text[i] !== 59) {
    i++;
  }
  return i;
}
