// Every so many words in a row (WordShingles).

import { Long } from "./long.js";

const WORDS = 4;
const FACTOR_HIGH = 0x9e3779b9;
const FACTOR_LOW = 0x7f4a7c15;

/** The words of a normalised text. */
export class WordShingles {
  constructor(text) {
    this.bytes = text.bytes;
    this.high = new Int32Array(512);
    this.low = new Int32Array(512);
    this.from = new Int32Array(512);
    this.to = new Int32Array(512);
    this.halves = new Uint8Array(512);
    this.words = 0;
    this.split();
  }

  /** Offers every shingle: `offer(high, low, from, to)`. */
  collect(offer) {
    this.each(WORDS, offer);
  }

  /** Offers every `count` words in a row likewise. */
  each(count, offer) {
    const most = 2 * count;
    const hash = new Long();
    for (let first = 0; first < this.words; first++) {
      hash.set(this.high[first], this.low[first]);
      let different = false;
      let weight = this.halves[first] === 1 ? 1 : 2;
      let next = first + 1;
      for (; next < this.words && weight < most; next++) {
        hash.times(FACTOR_HIGH, FACTOR_LOW);
        hash.plus(this.high[next], this.low[next]);
        different ||= this.high[next] !== this.high[first] || this.low[next] !== this.low[first];
        weight += this.halves[next] === 1 ? 1 : 2;
      }
      if (weight < most) {
        return;
      }
      if (different) {
        hash.mix();
        offer(hash.high, hash.low, this.from[first], this.to[next - 1]);
      }
    }
  }

  split() {
    const bytes = this.bytes;
    let start = 0;
    for (let i = 0; i < bytes.length; ) {
      const b = bytes[i];
      if (b === 32) {
        this.end(start, i);
        i++;
        start = i;
      } else if (b < 0xe0 || !this.standsAlone(i)) {
        i++;
      } else {
        this.end(start, i);
        const behind = i + (b < 0xf0 ? 3 : 4);
        this.add(i, behind, 1);
        i = behind;
        start = i;
      }
    }
    this.end(start, bytes.length);
  }

  end(start, end) {
    if (end > start) {
      this.add(start, end, 0);
    }
  }

  /** h = h * 0x100000001B3 + byte + 1 over the bytes, then mixed. */
  add(start, end, half) {
    const bytes = this.bytes;
    let high = 0;
    let low = 0;
    for (let i = start; i < end; i++) {
      const product = (low >>> 0) * 0x1b3 + bytes[i] + 1; // below 2^41
      high = (high * 0x1b3 + ((product / 0x100000000) | 0) + (low << 8)) | 0;
      low = product | 0;
    }
    hash.set(high, low);
    hash.mix();
    if (this.words === this.high.length) {
      this.grow();
    }
    this.high[this.words] = hash.high;
    this.low[this.words] = hash.low;
    this.from[this.words] = start;
    this.to[this.words] = end;
    this.halves[this.words++] = half;
  }

  grow() {
    for (const name of ["high", "low", "from", "to", "halves"]) {
      const grown = new this[name].constructor(2 * this.words);
      grown.set(this[name]);
      this[name] = grown;
    }
  }

  /** Whether the code point of three or four bytes at an index is of a script without spaces. */
  standsAlone(i) {
    const bytes = this.bytes;
    const lead = bytes[i];
    if (lead >= 0xf0) {
      const plane = ((lead & 7) << 2) | ((bytes[i + 1] >> 4) & 3);
      return plane === 2 || plane === 3;
    }
    const c = ((lead & 15) << 12) | ((bytes[i + 1] & 63) << 6) | (bytes[i + 2] & 63);
    return (
      (c >= 0x3041 && c <= 0x30ff) ||
      (c >= 0x3400 && c <= 0x9fff) ||
      (c >= 0xf900 && c <= 0xfaff) ||
      (c >= 0x0e00 && c <= 0x0eff) ||
      (c >= 0x1000 && c <= 0x109f) ||
      (c >= 0x1780 && c <= 0x17ff)
    );
  }
}

const hash = new Long();
