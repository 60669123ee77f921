// Streams of bytes that are pulled, as Apache James Mime4j 0.8.14 has them. Where a boundary of a
// multipart lies is decided by what is in a buffer at a time, so sizes and steps are the same here.

/** A mail that is malformed beyond what the parser gets over; the text found until then stays. */
export class Malformed extends Error {}

const BUFFER_BYTES = 4096;
const LF = 10;
const CR = 13;

/** Bytes in memory. */
export class MemoryInput {
  constructor(bytes, from, to) {
    this.bytes = bytes;
    this.at = from;
    this.to = to;
  }

  /** Reads up to `length` bytes; -1 at the end. */
  read(into, offset, length) {
    if (this.at >= this.to) {
      return -1;
    }
    const count = Math.min(length, this.to - this.at);
    into.set(this.bytes.subarray(this.at, this.at + count), offset);
    this.at += count;
    return count;
  }
}

/** A buffer over a stream, in which patterns are searched. */
export class BufferedInput {
  constructor(input) {
    this.input = input;
    this.buffer = new Uint8Array(BUFFER_BYTES);
    this.pos = 0;
    this.limit = 0;
    this.truncated = false;
  }

  fillBuffer() {
    if (this.pos > 0) {
      this.buffer.copyWithin(0, this.pos, this.limit);
      this.limit -= this.pos;
      this.pos = 0;
    }
    const count = this.input.read(this.buffer, this.limit, this.buffer.length - this.limit);
    if (count > 0) {
      this.limit += count;
    }
    return count;
  }

  get length() {
    return this.limit - this.pos;
  }

  truncate() {
    this.pos = 0;
    this.limit = 0;
    this.truncated = true;
  }

  read(into, offset, length) {
    if (this.truncated) {
      return -1;
    }
    while (this.length <= 0) {
      if (this.fillBuffer() === -1) {
        return -1;
      }
    }
    const count = Math.min(length, this.length);
    into.set(this.buffer.subarray(this.pos, this.pos + count), offset);
    this.pos += count;
    return count;
  }

  /** Appends a line, its end included, and says how long it is; -1 at the end. */
  readLine(line) {
    if (this.truncated) {
      return -1;
    }
    let total = 0;
    for (let found = false; !found; ) {
      if (this.length <= 0 && this.fillBuffer() === -1) {
        return total === 0 ? -1 : total;
      }
      const end = this.indexOfByte(LF, this.pos, this.length);
      found = end >= 0;
      const count = found ? end + 1 - this.pos : this.length;
      line.append(this.buffer, this.pos, count);
      this.skip(count);
      total += count;
    }
    return total;
  }

  indexOfByte(byte, from, length) {
    this.checkRange(from, length);
    const at = this.buffer.indexOf(byte, from);
    return at < from + length ? at : -1;
  }

  indexOf(pattern, from, length) {
    this.checkRange(from, length);
    const buffer = this.buffer;
    const end = pattern.length - 1;
    const last = from + length - pattern.length;
    for (let at = from; at <= last; at++) {
      at = buffer.indexOf(pattern[0], at);
      if (at < 0 || at > last) {
        return -1;
      }
      if (buffer[at + end] === pattern[end]) {
        let i = 1;
        while (i < end && buffer[at + i] === pattern[i]) {
          i++;
        }
        if (i === end) {
          return at;
        }
      }
    }
    return -1;
  }

  checkRange(from, length) {
    if (from < this.pos || length < 0 || from + length > this.limit) {
      throw new Malformed("a boundary is looked for outside of the buffer");
    }
  }

  byteAt(at) {
    if (at < this.pos || at > this.limit || at >= this.buffer.length) {
      throw new Malformed("a byte is looked for outside of the buffer");
    }
    return this.buffer[at];
  }

  skip(count) {
    this.pos += Math.min(count, this.length);
  }
}

/** One part of a multipart: its stream ends at the next boundary. */
export class BoundaryInput {
  constructor(buffered, boundary) {
    this.buffered = buffered;
    this.boundary = new Uint8Array(boundary.length + 2);
    this.boundary.fill(45, 0, 2);
    for (let i = 0; i < boundary.length; i++) {
      this.boundary[i + 2] = boundary.charCodeAt(i); // the low byte, whatever the character
    }
    this.ended = false;
    this.limit = -1;
    this.atBoundary = false;
    this.boundaryLength = 0;
    this.isLastPart = false;
    this.initialLength = -1;
    this.completed = false;
    this.fillBuffer();
  }

  readAllowed() {
    if (this.completed) {
      return false;
    }
    if ((this.ended || this.atBoundary) && !this.hasData()) {
      this.skipBoundary();
      return false;
    }
    return true;
  }

  hasData() {
    return this.limit > this.buffered.pos && this.limit <= this.buffered.limit;
  }

  read(into, offset, length) {
    while (this.readAllowed()) {
      if (this.hasData()) {
        const count = Math.min(length, this.limit - this.buffered.pos);
        return this.buffered.read(into, offset, count);
      }
      this.fillBuffer();
    }
    return -1;
  }

  readLine(line) {
    if (!this.readAllowed()) {
      return -1;
    }
    let total = 0;
    for (let found = false; !found; ) {
      if (!this.hasData()) {
        this.fillBuffer();
        if ((this.ended || this.atBoundary) && !this.hasData()) {
          this.skipBoundary();
          return total === 0 ? -1 : total;
        }
      }
      const from = this.buffered.pos;
      const length = this.limit - from;
      const end = this.buffered.indexOfByte(LF, from, length);
      found = end >= 0;
      const count = found ? end + 1 - from : length;
      if (count > 0) {
        line.append(this.buffered.buffer, from, count);
        this.buffered.skip(count);
        total += count;
      }
    }
    return total;
  }

  fillBuffer() {
    if (this.ended) {
      return;
    }
    const buffered = this.buffered;
    if (!this.hasData() && buffered.fillBuffer() === -1) {
      this.ended = true;
    }
    const at = this.findBoundary();
    if (at >= 0) {
      this.limit = at;
      this.atBoundary = true;
      this.measureBoundary();
    } else if (this.ended) {
      this.limit = buffered.limit;
    } else {
      const keep = this.boundary.length + 2;
      const before = buffered.limit - keep - 1;
      const returned = before >= 0 && buffered.byteAt(before) === CR;
      this.limit = returned ? before : before + 1;
    }
  }

  /** A boundary begins a row, and white space, `--` or the end of what is read is behind it. */
  findBoundary() {
    const buffered = this.buffered;
    const length = this.boundary.length;
    for (let from = buffered.pos; ; ) {
      const at = buffered.indexOf(this.boundary, from, buffered.limit - from);
      if (at < 0) {
        return -1;
      }
      if (at === buffered.pos || buffered.byteAt(at - 1) === LF) {
        const remaining = buffered.limit - at - length;
        if (remaining <= 0) {
          return at;
        }
        const next = buffered.byteAt(at + length);
        if (
          isWhiteSpace(next) ||
          (next === 45 && remaining > 1 && buffered.byteAt(at + length + 1) === 45)
        ) {
          return at;
        }
      }
      from = at + length;
    }
  }

  measureBoundary() {
    this.boundaryLength = this.boundary.length;
    const length = this.limit - this.buffered.pos;
    if (length >= 0 && this.initialLength === -1) {
      this.initialLength = length;
    }
    if (length > 0 && this.buffered.byteAt(this.limit - 1) === LF) {
      this.boundaryLength++;
      this.limit--;
    }
    if (length > 1 && this.buffered.byteAt(this.limit - 1) === CR) {
      this.boundaryLength++;
      this.limit--;
    }
  }

  skipBoundary() {
    if (this.completed) {
      return;
    }
    this.completed = true;
    const buffered = this.buffered;
    buffered.skip(this.boundaryLength);
    for (let mayBeLast = true; ; ) {
      if (buffered.length > 1) {
        const first = buffered.byteAt(buffered.pos);
        const second = buffered.byteAt(buffered.pos + 1);
        if (mayBeLast && first === 45 && second === 45) {
          this.isLastPart = true;
          buffered.skip(2);
          mayBeLast = false;
        } else if (first === CR && second === LF) {
          buffered.skip(2);
          return;
        } else {
          buffered.skip(1);
          if (first === LF) {
            return;
          }
        }
      } else if (this.ended) {
        return;
      } else {
        this.fillBuffer();
      }
    }
  }

  get isEmpty() {
    return this.initialLength === 0;
  }

  get isFullyConsumed() {
    return this.completed && this.buffered.length <= 0;
  }

  get eof() {
    return this.ended && this.buffered.length <= 0;
  }
}

/** Knows whether a stream was read from, and whether its end was met. */
export class WatchedInput {
  constructor(input) {
    this.input = input;
    this.isUsed = false;
    this.eof = false;
  }

  read(into, offset, length) {
    const count = this.input.read(into, offset, length);
    this.eof = count === -1;
    this.isUsed = true;
    return count;
  }

  readLine(line) {
    const count = this.input.readLine(line);
    this.eof = count === -1;
    this.isUsed = true;
    return count;
  }
}

/** Bytes that grow. */
export class Bytes {
  constructor(capacity) {
    this.array = new Uint8Array(capacity);
    this.length = 0;
  }

  /** The bytes so far: a view, good until more are appended. */
  get view() {
    return this.array.subarray(0, this.length);
  }

  clear() {
    this.length = 0;
  }

  append(from, offset, count) {
    this.reserve(count);
    this.array.set(from.subarray(offset, offset + count), this.length);
    this.length += count;
  }

  push(byte) {
    this.reserve(1);
    this.array[this.length++] = byte;
  }

  reserve(more) {
    if (this.array.length - this.length < more) {
      const grown = new Uint8Array(Math.max(2 * this.array.length, this.length + more));
      grown.set(this.view);
      this.array = grown;
    }
  }
}

/** White space between the words of a header. */
export function isWhiteSpace(byte) {
  return byte === 32 || byte === 9 || byte === CR || byte === LF;
}
