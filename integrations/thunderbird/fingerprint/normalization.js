// The normalisations under which schemes compare texts (Normalization, FullNormalization).

import { codePointAt, composed } from "./composed.js";
import { withoutFooters } from "./footers.js";
import { imageOf } from "./lookalikes.js";
import { isFormat, isLetter, isMark, isSpace, lowerCase } from "./unicode.js";
import { Utf8Text } from "./utf8text.js";
import { addressEnd, addressStart, domainEnd, hostEnd } from "./webaddress.js";

const MARK_RUN = 8;
const FIRST_MARK = 0x300;
const MOST_CHARS = 3 << 19;
const AT = 64;
const COLON = 58;
const POINT = 46;

/** 1 for each ASCII letter. */
const IS_LETTER = new Uint8Array(128);
for (let c = 0; c < IS_LETTER.length; c++) {
  IS_LETTER[c] = isAsciiLetter(c) ? 1 : 0;
}

/** The paper's: white space collapsed and trimmed, everything else kept. */
export function paperNormalized(text) {
  const out = new Utf8Text();
  let gap = false;
  for (let i = 0; i < text.length; ) {
    const codePoint = text.codePointAt(i);
    i += codePoint > 0xffff ? 2 : 1;
    if (codePoint <= 32 || codePoint === 0x7f || (codePoint >= 0x80 && isSpace(codePoint))) {
      gap = out.length > 0;
      continue;
    }
    if (gap) {
      out.append(32);
      gap = false;
    }
    out.append(codePoint);
  }
  return out;
}

/** The product's, version 1. */
export function fullNormalized(text) {
  const normalization = new FullNormalization(composedUnits(withoutFooters(text)));
  normalization.run();
  return normalization.out;
}

class FullNormalization {
  constructor(text) {
    this.text = text;
    this.out = new Utf8Text();
    this.gap = false;
    this.addressEnd = 0;
  }

  run() {
    const text = this.text;
    for (let i = 0; i < text.length; ) {
      const c = text[i];
      if (c === AT || c === COLON || c === POINT) {
        i = this.takeMark(i);
      } else if (IS_LETTER[c] === 1) {
        i = this.takeLetters(i);
      } else {
        i = this.takeOne(i);
      }
    }
  }

  /** Takes ASCII letters in a row: most of most texts. */
  takeLetters(from) {
    const text = this.text;
    let to = from + 1;
    while (IS_LETTER[text[to]] === 1) {
      to++;
    }
    this.endGap();
    this.out.appendLetters(text, from, to);
    return to;
  }

  /** Takes a character before which an address may have begun, and the address; says what ends. */
  takeMark(i) {
    const text = this.text;
    const start = addressStart(text, this.addressEnd, i);
    this.gap = true;
    if (start < 0) {
      return i + 1;
    }
    let letters = 0;
    for (let j = start; j < i; j++) {
      letters += isAsciiLetter(text[j]) ? 1 : 0;
    }
    this.out.dropLetters(letters);
    if (text[i] === AT) {
      this.addressEnd = domainEnd(text, i + 1);
    } else {
      this.addressEnd = this.takeHost(text[i] === COLON ? i + "://".length : start);
    }
    return this.addressEnd;
  }

  takeHost(host) {
    const end = hostEnd(this.text, host);
    for (let i = host; i < end; ) {
      i = this.takeOne(i);
    }
    this.gap = true;
    return addressEnd(this.text, end);
  }

  takeOne(at) {
    const c = this.text[at];
    if (c < 0x80) {
      if (isAsciiLetter(c)) {
        this.append(c | 0x20);
      } else {
        this.gap = true;
      }
      return at + 1;
    }
    const codePoint = codePointAt(this.text, at);
    if (isLetter(codePoint) && !isFiller(codePoint)) {
      this.append(imageOf(lowerCase(codePoint)));
    } else if (!isFormat(codePoint) && !isMark(codePoint) && !isFiller(codePoint)) {
      this.gap = true;
    }
    return at + (codePoint > 0xffff ? 2 : 1);
  }

  append(codePoint) {
    this.endGap();
    this.out.append(codePoint);
  }

  endGap() {
    if (this.gap && this.out.length > 0) {
      this.out.append(32);
    }
    this.gap = false;
  }
}

function isAsciiLetter(c) {
  return c < 0x80 && (c | 0x20) >= 97 && (c | 0x20) <= 122;
}

/** Hangul fillers are letters by category and show nothing. */
function isFiller(codePoint) {
  return codePoint === 0x115f || codePoint === 0x1160;
}

function composedUnits(text) {
  const units = new Uint16Array(text.length);
  let all = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    units[i] = c;
    all |= c;
  }
  if (all < 0x80) {
    return units;
  }
  return composed(all < FIRST_MARK ? units : cutMarkRuns(units), MOST_CHARS);
}

/** Moves what stays together, in place. */
function cutMarkRuns(text) {
  let run = 0;
  let kept = 0;
  for (let i = 0; i < text.length; ) {
    const codePoint = text[i] < FIRST_MARK ? text[i] : codePointAt(text, i);
    run = codePoint >= FIRST_MARK && standsForMark(codePoint) ? run + 1 : 0;
    for (const end = i + (codePoint > 0xffff ? 2 : 1); i < end; i++) {
      text[kept] = text[i];
      kept += run <= MARK_RUN ? 1 : 0;
    }
  }
  return text.subarray(0, kept);
}

/** A mark or, like the sound marks of half width, what stands for one. */
function standsForMark(codePoint) {
  return isMark(codePoint) || codePoint === 0xff9e || codePoint === 0xff9f;
}
