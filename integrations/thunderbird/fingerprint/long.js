// Numbers of 64 bits as pairs of 32: BigInt is an order of magnitude slower.

/** Whether one pair is below another, as numbers without a sign. */
export function isBelow(aHigh, aLow, bHigh, bLow) {
  const high = aHigh >>> 0;
  const otherHigh = bHigh >>> 0;
  return high < otherHigh || (high === otherHigh && aLow >>> 0 < bLow >>> 0);
}

/** The 16 digits of a pair. */
export function hex16(high, low) {
  return hex8(high) + hex8(low);
}

function hex8(word) {
  return (word >>> 0).toString(16).padStart(8, "0");
}

/** A number that is multiplied, added to and mixed in place. */
export class Long {
  constructor() {
    this.high = 0;
    this.low = 0;
  }

  set(high, low) {
    this.high = high;
    this.low = low;
  }

  times(high, low) {
    const word = this.low >>> 0;
    const lower = word * (low & 0xffff); // below 2^48, so exact
    const upper = word * (low >>> 16);
    const product = (upper + ((lower / 0x10000) >>> 0)) / 0x10000;
    this.high = ((product | 0) + Math.imul(this.high, low) + Math.imul(this.low, high)) | 0;
    this.low = ((lower | 0) + (upper << 16)) | 0;
  }

  plus(high, low) {
    const sum = (this.low >>> 0) + (low >>> 0);
    this.low = sum | 0;
    this.high = (this.high + high + (sum > 0xffffffff ? 1 : 0)) | 0;
  }

  /** Becomes h ^ (h >>> 33). */
  fold() {
    this.low ^= this.high >>> 1;
  }

  /** MurmurHash3's 64-bit finaliser. */
  mix() {
    this.fold();
    this.times(0xff51afd7, 0xed558ccd);
    this.fold();
    this.times(0xc4ceb9fe, 0x1a85ec53);
    this.fold();
  }
}
