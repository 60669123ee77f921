// The shingles that vectors and probes are taken from (DistinctShingles, HighestFingerprints).

import { isBelow } from "./long.js";

/** The most shingles kept. */
const CAPACITY = 8192;
const LEAST_TABLE = 1 << 10;
const COLUMNS = ["high", "low", "from", "to"];

/** The distinct shingles of a text that reach a floor, in the order of the text. */
export class DistinctShingles {
  /** Keeps shingles in the top 1/2^share of the selectors, and of less when there are too many. */
  constructor(share) {
    for (const column of COLUMNS) {
      this[column] = new Int32Array(LEAST_TABLE / 2);
    }
    this.size = 0;
    this.table = new Uint16Array(LEAST_TABLE);
    this.floorAt(share);
  }

  floorAt(share) {
    this.share = share;
    this.floor = floorOf(share);
  }

  /** Keeps a shingle if its selector is new; the first one with a selector stands for all. */
  offer(high, low, from, to) {
    if (high >>> 0 < this.floor) {
      return;
    }
    let cell = this.cell(high, low);
    if (this.table[cell] !== 0) {
      return;
    }
    while (this.size === CAPACITY) {
      this.raise();
      if (high >>> 0 < this.floor) {
        return;
      }
      cell = this.cell(high, low);
    }
    const at = this.size++;
    this.high[at] = high;
    this.low[at] = low;
    this.from[at] = from;
    this.to[at] = to;
    this.table[cell] = this.size;
    if (2 * this.size === this.table.length && this.size < CAPACITY) {
      this.grow();
    }
  }

  grow() {
    for (const column of COLUMNS) {
      const grown = new Int32Array(2 * this.size);
      grown.set(this[column]);
      this[column] = grown;
    }
    this.table = new Uint16Array(2 * this.table.length);
    this.index();
  }

  raise() {
    this.floorAt(this.share + 1);
    let kept = 0;
    for (let i = 0; i < this.size; i++) {
      if (this.high[i] >>> 0 >= this.floor) {
        this.high[kept] = this.high[i];
        this.low[kept] = this.low[i];
        this.from[kept] = this.from[i];
        this.to[kept++] = this.to[i];
      }
    }
    this.size = kept;
    this.table.fill(0);
    this.index();
  }

  index() {
    for (let i = 0; i < this.size; i++) {
      this.table[this.cell(this.high[i], this.low[i])] = i + 1;
    }
  }

  /** The cell that holds a selector, or the free one where it belongs. */
  cell(high, low) {
    const mask = this.table.length - 1;
    let cell = (Math.imul(high ^ Math.imul(low, 0x85ebca6b), 0x9e3779b1) >>> 10) & mask;
    for (;;) {
      const at = this.table[cell] - 1;
      if (at < 0 || (this.high[at] === high && this.low[at] === low)) {
        return cell;
      }
      cell = (cell + 1) & mask;
    }
  }
}

/** The least high word in the top 1/2^share of the selectors; their low words do not matter. */
export function floorOf(share) {
  return share === 0 ? 0 : (-1 << (32 - share)) >>> 0;
}

/** The N highest distinct fingerprints, the highest first. */
export class HighestFingerprints {
  constructor(most) {
    this.high = new Int32Array(most);
    this.low = new Int32Array(most);
    this.from = new Int32Array(most);
    this.to = new Int32Array(most);
    this.most = most;
    this.size = 0;
  }

  /** The least high word worth offering. */
  floor() {
    return this.size < this.most ? 0 : this.high[this.size - 1] >>> 0;
  }

  offer(high, low, from, to) {
    let rank = this.size;
    while (rank > 0 && isBelow(this.high[rank - 1], this.low[rank - 1], high, low)) {
      rank--;
    }
    const known = rank > 0 && this.high[rank - 1] === high && this.low[rank - 1] === low;
    if (known || rank === this.most) {
      return;
    }
    this.size = Math.min(this.most, this.size + 1);
    for (const column of [this.high, this.low, this.from, this.to]) {
      column.copyWithin(rank + 1, rank, this.size - 1);
    }
    this.high[rank] = high;
    this.low[rank] = low;
    this.from[rank] = from;
    this.to[rank] = to;
  }
}
