// UTF-8 as Java decodes it: malformed bytes become U+FFFD, a surrogate's three bytes one.

const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const ENCODER = new TextEncoder();
const HALF_PAIRS = /\p{Surrogate}/gu;
const REPLACEMENT = 0xfffd;

/** The text, or null if the bytes are not UTF-8. */
export function strictUtf8(bytes) {
  try {
    return STRICT.decode(bytes);
  } catch {
    return null;
  }
}

/** The text, malformed bytes replaced. */
export function decodeUtf8(bytes) {
  return strictUtf8(bytes) ?? replaced(bytes);
}

/** The bytes of a text; half a surrogate pair becomes a question mark. */
export function utf8Bytes(text) {
  return ENCODER.encode(text.replace(HALF_PAIRS, "?"));
}

/** Text of UTF-16 units. */
export function textOf(units, length) {
  let text = "";
  for (let from = 0; from < length; from += 8192) {
    text += String.fromCharCode(...units.subarray(from, Math.min(length, from + 8192)));
  }
  return text;
}

function replaced(src) {
  const out = new Uint16Array(src.length);
  let length = 0;
  for (let sp = 0; sp < src.length; ) {
    const b1 = src[sp];
    const left = src.length - sp;
    if (b1 < 0x80) {
      out[length++] = b1;
      sp++;
    } else if (b1 >= 0xc2 && b1 <= 0xdf) {
      if (left > 1 && isContinuation(src[sp + 1])) {
        out[length++] = ((b1 & 31) << 6) | (src[sp + 1] & 63);
        sp += 2;
      } else {
        out[length++] = REPLACEMENT;
        sp++;
      }
    } else if (b1 >= 0xe0 && b1 <= 0xef) {
      if (left < 3) {
        out[length++] = REPLACEMENT;
        sp = left > 1 && !isSecondOfThree(b1, src[sp + 1]) ? sp + 1 : src.length;
      } else if (!isSecondOfThree(b1, src[sp + 1])) {
        out[length++] = REPLACEMENT;
        sp++;
      } else if (!isContinuation(src[sp + 2])) {
        out[length++] = REPLACEMENT;
        sp += 2;
      } else {
        const c = ((b1 & 15) << 12) | ((src[sp + 1] & 63) << 6) | (src[sp + 2] & 63);
        out[length++] = c >= 0xd800 && c <= 0xdfff ? REPLACEMENT : c;
        sp += 3;
      }
    } else if (b1 >= 0xf0 && b1 <= 0xf7) {
      if (b1 > 0xf4 || (left > 1 && !isSecondOfFour(b1, src[sp + 1]))) {
        out[length++] = REPLACEMENT;
        sp++;
      } else if (left < 3 || (left === 3 && isContinuation(src[sp + 2]))) {
        out[length++] = REPLACEMENT;
        sp = src.length;
      } else if (!isContinuation(src[sp + 2])) {
        out[length++] = REPLACEMENT;
        sp += 2;
      } else if (!isContinuation(src[sp + 3])) {
        out[length++] = REPLACEMENT;
        sp += 3;
      } else {
        const c =
          (((b1 & 7) << 18) |
            ((src[sp + 1] & 63) << 12) |
            ((src[sp + 2] & 63) << 6) |
            (src[sp + 3] & 63)) -
          0x10000;
        out[length++] = 0xd800 | (c >> 10);
        out[length++] = 0xdc00 | (c & 0x3ff);
        sp += 4;
      }
    } else {
      out[length++] = REPLACEMENT;
      sp++;
    }
  }
  return textOf(out, length);
}

function isContinuation(b) {
  return (b & 0xc0) === 0x80;
}

function isSecondOfThree(b1, b2) {
  return isContinuation(b2) && !(b1 === 0xe0 && b2 < 0xa0);
}

function isSecondOfFour(b1, b2) {
  return isContinuation(b2) && !(b1 === 0xf0 && b2 < 0x90) && !(b1 === 0xf4 && b2 > 0x8f);
}
