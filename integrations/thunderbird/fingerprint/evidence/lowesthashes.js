// The lowest of the distinct hashes that are offered: a bottom-k sample (LowestHashes).

/** Hashes are pairs of 32 bits, in the order of numbers with a sign; the lowest four do not count. */
export class LowestHashes {
  constructor(most) {
    this.most = most;
    this.high = new Int32Array(most + 1);
    this.low = new Uint32Array(most + 1);
    this.size = 0;
  }

  offer(high, low) {
    const value = (low & ~15) >>> 0;
    let place = this.size;
    while (place > 0 && this.isBelow(high, value, place - 1)) {
      place--;
    }
    if (place === this.most || (place > 0 && this.isAt(high, value, place - 1))) {
      return;
    }
    this.high.copyWithin(place + 1, place, this.size);
    this.low.copyWithin(place + 1, place, this.size);
    this.high[place] = high;
    this.low[place] = value;
    this.size = Math.min(this.size + 1, this.most);
  }

  isBelow(high, low, place) {
    return high < this.high[place] || (high === this.high[place] && low < this.low[place]);
  }

  isAt(high, low, place) {
    return high === this.high[place] && low === this.low[place];
  }

  /** That of a rank, 0 the lowest. */
  value(rank) {
    return (BigInt(this.high[rank]) << 32n) | BigInt(this.low[rank]);
  }
}
