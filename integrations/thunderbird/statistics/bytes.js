// Bytes of a mail: looked through, collected up to a limit, and read as UTF-8 (ByteSearch, Bytes, Utf8).

export const REPLACEMENT = 0xfffd;

/** A text's bytes, for ASCII. */
export const ascii = (text) => new TextEncoder().encode(text);

/** The character code of an ASCII character. */
export const code = (character) => character.charCodeAt(0);

/** Where a byte stands first, or `to`. */
export function indexOf(bytes, sought, from, to) {
  let i = from;
  while (i < to && bytes[i] !== sought) {
    i++;
  }
  return i;
}

export const lineEnd = (bytes, from, to) => indexOf(bytes, 10, from, to);

export function isAscii(bytes, from, to) {
  for (let i = from; i < to; i++) {
    if (bytes[i] >= 0x80) {
      return false;
    }
  }
  return true;
}

/** Whether a word, bytes in lower case, stands at an index in whatever case. */
export function isWordAt(bytes, at, to, word) {
  if (to - at < word.length) {
    return false;
  }
  for (let i = 0; i < word.length; i++) {
    const c = bytes[at + i];
    if ((c >= 65 && c <= 90 ? c | 0x20 : c) !== word[i]) {
      return false;
    }
  }
  return true;
}

/** Whether just that word stands there. */
export const isWord = (bytes, from, to, word) =>
  to - from === word.length && isWordAt(bytes, from, to, word);

/** What stands between the words of a header field. */
export const isBlank = (c) => c === 32 || c === 9 || c === 13 || c === 10;

/** ASCII in lower case, as a string; for short names. */
export function lowerText(bytes, from, to) {
  let text = "";
  for (let i = from; i < to; i++) {
    const c = bytes[i];
    text += String.fromCharCode(c >= 65 && c <= 90 ? c | 0x20 : c);
  }
  return text;
}

/** Writes a character as UTF-8, a surrogate as REPLACEMENT; says what is behind it. */
export function putCharacter(character, out, at) {
  let i = at;
  if (character < 0x80) {
    out[i++] = character;
    return i;
  }
  if (character >= 0x10000) {
    out[i++] = 0xf0 | (character >>> 18);
    out[i++] = 0x80 | ((character >>> 12) & 0x3f);
    out[i++] = 0x80 | ((character >>> 6) & 0x3f);
  } else if (character >= 0x800) {
    const written = character >>> 11 === 0x1b ? REPLACEMENT : character;
    out[i++] = 0xe0 | (written >>> 12);
    out[i++] = 0x80 | ((written >>> 6) & 0x3f);
    out[i++] = 0x80 | (written & 0x3f);
    return i;
  } else {
    out[i++] = 0xc0 | (character >>> 6);
  }
  out[i++] = 0x80 | (character & 0x3f);
  return i;
}

/** The character at an index times 8, and its bytes; REPLACEMENT and 1 where none is whole. */
export function characterAt(bytes, at, to) {
  const first = bytes[at];
  if (first < 0x80) {
    return (first << 3) | 1;
  }
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || to - at < length) {
    return (REPLACEMENT << 3) | 1;
  }
  let character = first & (0x7f >>> length);
  for (let i = at + 1; i < at + length; i++) {
    if ((bytes[i] & 0xc0) !== 0x80) {
      return (REPLACEMENT << 3) | 1;
    }
    character = (character << 6) | (bytes[i] & 0x3f);
  }
  const least = length === 2 || character >= (length === 3 ? 0x800 : 0x10000);
  const valid = least && character >>> 11 !== 0x1b && character <= 0x10ffff;
  return valid ? (character << 3) | length : (REPLACEMENT << 3) | 1;
}

/** Whether all bytes are characters. */
export function isUtf8(bytes, from, to) {
  for (let i = from; i < to; ) {
    if (bytes[i] < 0x80) {
      i++;
      continue;
    }
    const length = characterAt(bytes, i, to) & 7;
    if (length === 1) {
      return false;
    }
    i += length;
  }
  return true;
}

/** Bytes that grow to a limit; what does not fit any more is dropped. */
export class Bytes {
  #limit;
  array;
  length = 0;

  constructor(limit) {
    this.#limit = limit;
    this.array = new Uint8Array(Math.min(limit, 4096));
  }

  clear() {
    this.length = 0;
  }

  add(value) {
    if (this.length < this.array.length || this.#room(1)) {
      this.array[this.length++] = value;
    }
  }

  addAll(from, start, end) {
    let count = end - start;
    if (count > this.array.length - this.length) {
      this.#room(count);
      count = Math.min(count, this.array.length - this.length);
    }
    this.array.set(from.subarray(start, start + count), this.length);
    this.length += count;
  }

  /** A character as UTF-8; one that does not fit is dropped whole. */
  addCharacter(character) {
    if (character < 0x80) {
      this.add(character);
    } else if (this.length + 4 <= this.array.length || this.#room(4)) {
      this.length = putCharacter(character, this.array, this.length);
    }
  }

  /** Makes room for so many more, or for as many as the limit leaves; says for how many. */
  reserve(count) {
    if (count > this.array.length - this.length) {
      this.#room(count);
    }
    return Math.min(count, this.array.length - this.length);
  }

  #room(count) {
    const wanted = Math.max(this.length + count, 2 * this.array.length);
    if (this.array.length < this.#limit) {
      const longer = new Uint8Array(Math.min(wanted, this.#limit));
      longer.set(this.array.subarray(0, this.length));
      this.array = longer;
    }
    return count <= this.array.length - this.length;
  }
}
