import { textOf } from "./utf8.js";

/** UTF-16 units of a text that is being decoded. */
export class Units {
  constructor(capacity) {
    this.array = new Uint16Array(capacity + 2);
    this.length = 0;
  }

  /** Appends a code point. */
  push(codePoint) {
    if (this.array.length - this.length < 2) {
      const grown = new Uint16Array(2 * this.array.length);
      grown.set(this.array);
      this.array = grown;
    }
    if (codePoint < 0x10000) {
      this.array[this.length++] = codePoint;
    } else {
      this.array[this.length++] = 0xd800 | ((codePoint - 0x10000) >> 10);
      this.array[this.length++] = 0xdc00 | (codePoint & 0x3ff);
    }
  }

  get text() {
    return textOf(this.array, this.length);
  }
}
