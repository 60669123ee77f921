import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { decode } from "../charset.js";
import { Undecodable, decodeAs } from "../decoders.js";
import { bytesOf } from "../fingerprinter.js";
import { Numbers } from "./numbers.js";

const TEXTS = 500;
const SPECIAL = bytesOf(
  "1b24422844401b2449284a4428291b4e4f430e0f8e8ffffe0000d8dcdb303181e0edf0f4bfa1a4a0410a",
);

/** Makes the bytes that DecodedCharsets makes. */
function bytes(numbers) {
  const bytes = new Uint8Array(numbers.below(24));
  const kind = numbers.below(4);
  for (let i = 0; i < bytes.length; i++) {
    const special = numbers.below(4) <= kind;
    bytes[i] = special ? SPECIAL[numbers.below(SPECIAL.length)] : numbers.below(256);
  }
  return bytes;
}

for (const line of readFileSync(new URL("charsets.txt", import.meta.url), "utf8").split("\n")) {
  if (line !== "" && !line.startsWith("#")) {
    const [charset, expected] = line.split(" ");
    test(`bytes in ${charset} are decoded as Java decodes them`, () => {
      const hash = createHash("sha256");
      const numbers = new Numbers(1);
      for (let i = 0; i < TEXTS; i++) {
        const text = decodeAs(bytes(numbers), charset.toLowerCase()) + "\n";
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
