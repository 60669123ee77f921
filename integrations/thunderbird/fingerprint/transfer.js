// Transfer encodings undone, byte for byte as Apache James Mime4j 0.8.14 does.

import { Bytes } from "./streams.js";

const ENCODED_BYTES = 4000;
const PAD = 61;
const EQ = 61;
const CR = 13;
const LF = 10;

const SEXTETS = new Int8Array(256).fill(-1);
for (const [i, c] of [
  ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
].entries()) {
  SEXTETS[c.charCodeAt(0)] = i;
}

/** What was decoded and did not fit into what the reader gave. */
class Overflow {
  constructor() {
    this.bytes = new Bytes(64);
    this.from = 0;
  }

  push(byte) {
    this.bytes.push(byte);
  }

  /** Moves what fits and says how much that was. */
  moveTo(into, offset, length) {
    const count = Math.min(length, this.bytes.length - this.from);
    into.set(this.bytes.array.subarray(this.from, this.from + count), offset);
    this.from += count;
    if (this.from === this.bytes.length) {
      this.bytes.clear();
      this.from = 0;
    }
    return count;
  }
}

/** Base64: everything that is no letter of it is passed over, and it ends with the first `=`. */
export class Base64Input {
  constructor(input) {
    this.input = input;
    this.encoded = new Uint8Array(ENCODED_BYTES);
    this.pos = 0;
    this.limit = 0;
    this.ended = false;
    this.overflow = new Overflow();
  }

  read(into, offset, length) {
    if (length === 0) {
      return 0;
    }
    const to = offset + length;
    let at = offset + this.overflow.moveTo(into, offset, length);
    if (this.ended) {
      return at === offset ? -1 : at - offset;
    }
    let data = 0;
    let sextets = 0;
    const put = (byte) => {
      if (at < to) {
        into[at++] = byte;
      } else {
        this.overflow.push(byte);
      }
    };
    while (at < to) {
      if (this.pos === this.limit && !this.fill()) {
        this.ended = true;
        return at === offset ? -1 : at - offset;
      }
      while (this.pos < this.limit && at < to) {
        const byte = this.encoded[this.pos++];
        if (byte === PAD) {
          this.ended = true;
          if (sextets === 2) {
            put((data >>> 4) & 0xff);
          } else if (sextets === 3) {
            put((data >>> 10) & 0xff);
            put((data >>> 2) & 0xff);
          }
          return at - offset;
        }
        const sextet = SEXTETS[byte];
        if (sextet >= 0) {
          data = ((data << 6) | sextet) & 0xffffff;
          if (++sextets === 4) {
            sextets = 0;
            put(data >>> 16);
            put((data >>> 8) & 0xff);
            put(data & 0xff);
          }
        }
      }
    }
    return at - offset;
  }

  fill() {
    for (let count = 0; count <= 0; ) {
      count = this.input.read(this.encoded, 0, this.encoded.length);
      if (count === -1) {
        return false;
      }
      this.pos = 0;
      this.limit = count;
    }
    return true;
  }
}

/** Quoted-printable, with everything that real senders get wrong in it. */
export class QuotedPrintableInput {
  constructor(input) {
    this.input = input;
    this.encoded = new Uint8Array(ENCODED_BYTES);
    this.pos = 0;
    this.limit = 0;
    this.lastWasCr = false;
    this.blanks = new Bytes(64);
    this.overflow = new Overflow();
    this.into = this.encoded;
    this.at = 0;
    this.to = 0;
  }

  read(into, offset, length) {
    this.into = into;
    this.to = offset + length;
    this.at = offset + this.overflow.moveTo(into, offset, length);
    let ended = false;
    while (this.at < this.to) {
      if (this.limit - this.pos < 3) {
        ended = this.fill() === -1;
      }
      if (this.limit === this.pos && ended) {
        return this.at === offset ? -1 : this.at - offset;
      }
      while (this.pos < this.limit && this.at < this.to && this.take(ended)) {
        // a byte at a time
      }
    }
    return length;
  }

  fill() {
    if (this.pos < this.limit) {
      this.encoded.copyWithin(0, this.pos, this.limit);
      this.limit -= this.pos;
    } else {
      this.limit = 0;
    }
    this.pos = 0;
    const room = this.encoded.length - this.limit;
    if (room === 0) {
      return 0;
    }
    const count = this.input.read(this.encoded, this.limit, room);
    if (count > 0) {
      this.limit += count;
    }
    return count;
  }

  /** Takes the next byte and what belongs to it; false if that is not read yet. */
  take(ended) {
    const byte = this.encoded[this.pos++];
    if (this.lastWasCr && byte !== LF) {
      this.put(CR, false);
    }
    this.lastWasCr = byte === CR;
    if (byte === CR) {
      return true;
    }
    if (byte === LF) {
      if (this.blanks.length === 0 || this.blanks.array[0] !== EQ) {
        this.put(CR, false);
        this.put(LF, false);
      }
      this.blanks.clear();
    } else if (byte === EQ) {
      if (this.limit - this.pos < 2 && !ended) {
        this.pos--;
        return false;
      }
      this.takeEscape();
    } else if (isJavaWhiteSpace(byte)) {
      this.blanks.push(byte);
    } else {
      this.put(byte, true);
    }
    return true;
  }

  takeEscape() {
    const second = this.next();
    if (second === EQ) {
      this.put(EQ, true);
      const a = this.peek(0);
      if (a === LF || (a === CR && this.peek(1) === LF)) {
        this.blanks.push(EQ);
      }
    } else if (isJavaWhiteSpace(second)) {
      if (this.peek(0) === LF) {
        this.lastWasCr = second === CR;
      }
      this.put(-1, true);
      if (second !== LF) {
        this.blanks.push(EQ);
        this.blanks.push(second);
      }
    } else {
      const third = this.next();
      const high = hexDigit(second);
      const low = hexDigit(third);
      if (high < 0 || low < 0) {
        this.put(EQ, true);
        this.put(second, false);
        this.put(third, false);
      } else {
        this.put((high << 4) | low, true);
      }
    }
  }

  next() {
    return this.pos < this.limit ? this.encoded[this.pos++] : -1;
  }

  peek(ahead) {
    return this.pos + ahead < this.limit ? this.encoded[this.pos + ahead] : -1;
  }

  /** Writes the blanks before a byte if they are kept, and the byte if it is one. */
  put(byte, keepBlanks) {
    const blanks = this.blanks;
    if (keepBlanks && blanks.length > 0) {
      const count = Math.min(blanks.length, this.to - this.at);
      this.into.set(blanks.array.subarray(0, count), this.at);
      this.at += count;
      for (let i = count; i < blanks.length; i++) {
        this.overflow.push(blanks.array[i]);
      }
      blanks.clear();
    }
    if (byte !== -1) {
      if (this.at < this.to) {
        this.into[this.at++] = byte;
      } else {
        this.overflow.push(byte);
      }
    }
  }
}

function hexDigit(c) {
  if (c >= 48 && c <= 57) {
    return c - 48;
  }
  const letter = (c | 0x20) - 97;
  return c > 64 && letter >= 0 && letter < 6 ? letter + 10 : -1;
}

/** What Java calls white space, of the characters below U+0100. */
function isJavaWhiteSpace(c) {
  return (c >= 9 && c <= 13) || (c >= 28 && c <= 32);
}
