const ENCODER = new TextEncoder();

/** A growing text in UTF-8 that knows how many code points it has (Utf8Text). */
export class Utf8Text {
  constructor() {
    this.array = new Uint8Array(4096);
    this.length = 0;
    this.codePoints = 0;
  }

  /** The bytes so far: a view. */
  get bytes() {
    return this.array.subarray(0, this.length);
  }

  get isAscii() {
    return this.length === this.codePoints;
  }

  /** Whether so many of the code points are none of its spaces. */
  hasLetters(least) {
    let letters = 0;
    for (let i = 0; i < this.length && letters < least; i++) {
      letters += (this.array[i] & 0xc0) !== 0x80 && this.array[i] !== 32 ? 1 : 0;
    }
    return letters >= least;
  }

  reserve(more) {
    if (this.array.length - this.length < more) {
      const grown = new Uint8Array(Math.max(2 * this.array.length, this.length + more));
      grown.set(this.bytes);
      this.array = grown;
    }
  }

  /** Appends text of ASCII characters. */
  appendAscii(text) {
    this.reserve(text.length);
    ENCODER.encodeInto(text, this.array.subarray(this.length));
    this.length += text.length;
    this.codePoints += text.length;
  }

  /** Appends units `from` to `to`, all of them ASCII letters, as small ones. */
  appendLetters(units, from, to) {
    this.reserve(to - from);
    const array = this.array;
    for (let i = from, at = this.length; i < to; i++, at++) {
      array[at] = units[i] | 0x20;
    }
    this.length += to - from;
    this.codePoints += to - from;
  }

  /** Appends a code point; half a surrogate pair becomes U+FFFD. */
  append(codePoint) {
    this.reserve(4);
    this.codePoints++;
    if (codePoint < 0x80) {
      this.array[this.length++] = codePoint;
    } else {
      this.appendWide(codePoint >= 0xd800 && codePoint <= 0xdfff ? 0xfffd : codePoint);
    }
  }

  appendWide(codePoint) {
    const array = this.array;
    if (codePoint < 0x800) {
      array[this.length++] = 0xc0 | (codePoint >>> 6);
    } else {
      if (codePoint < 0x10000) {
        array[this.length++] = 0xe0 | (codePoint >>> 12);
      } else {
        array[this.length++] = 0xf0 | (codePoint >>> 18);
        array[this.length++] = 0x80 | ((codePoint >>> 12) & 0x3f);
      }
      array[this.length++] = 0x80 | ((codePoint >>> 6) & 0x3f);
    }
    array[this.length++] = 0x80 | (codePoint & 0x3f);
  }

  /** Takes back the last ASCII letters, with the spaces among and in front of them. */
  dropLetters(count) {
    let end = this.length;
    for (let left = count; left > 0; end--) {
      left -= this.array[end - 1] === 32 ? 0 : 1;
    }
    if (end > 0 && this.array[end - 1] === 32) {
      end--;
    }
    this.codePoints -= this.length - end;
    this.length = end;
  }

  toString() {
    return new TextDecoder().decode(this.bytes);
  }
}
