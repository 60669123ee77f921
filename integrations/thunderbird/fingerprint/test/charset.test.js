import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { decode } from "../charset.js";
import { Undecodable, decodeAs } from "../decoders.js";
import { bytesOf } from "../fingerprinter.js";

const TEXTS = 500;
const SPECIAL = bytesOf(
  "1b24422844401b2449284a4428291b4e4f430e0f8e8ffffe0000d8dcdb303181e0edf0f4bfa1a4a0410a",
);

/** Makes the bytes that DecodedCharsets makes. */
class Texts {
  constructor() {
    this.state = 1;
  }

  next(bound) {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 8) % bound;
  }

  bytes() {
    const bytes = new Uint8Array(this.next(24));
    const kind = this.next(4);
    for (let i = 0; i < bytes.length; i++) {
      const special = this.next(4) <= kind;
      bytes[i] = special ? SPECIAL[this.next(SPECIAL.length)] : this.next(256);
    }
    return bytes;
  }
}

for (const line of readFileSync(new URL("charsets.txt", import.meta.url), "utf8").split("\n")) {
  if (line !== "" && !line.startsWith("#")) {
    const [charset, expected] = line.split(" ");
    test(`bytes in ${charset} are decoded as Java decodes them`, () => {
      const hash = createHash("sha256");
      const texts = new Texts();
      for (let i = 0; i < TEXTS; i++) {
        const text = decodeAs(texts.bytes(), charset.toLowerCase()) + "\n";
        hash.update(Buffer.from(text, "utf16le"));
      }
      assert.equal(hash.digest("hex"), expected);
    });
  }
}

test("what mainframes write is said not to be decoded", () => {
  assert.throws(() => decode(new Uint8Array(3), "IBM930"), {
    constructor: Undecodable,
    charset: "x-ibm930",
  });
});

test("an unknown charset is none", () => {
  assert.equal(decode(Uint8Array.of(0xe9), "x-nobody-knows"), "\u00e9");
  assert.equal(decode(Uint8Array.of(0xc3, 0xa9), "%%%"), "\u00e9");
});
