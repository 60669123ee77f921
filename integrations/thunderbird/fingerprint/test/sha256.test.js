import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sha256 } from "../sha256.js";

test("bytes of every length have the hash that others compute", () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, i) => (i * 167) & 0xff);
  for (let length = 0; length <= bytes.length; length++) {
    const some = bytes.subarray(0, length);
    const expected = createHash("sha256").update(some).digest("hex");
    assert.equal(sha256([some]), expected);
    assert.equal(sha256([some.subarray(0, length >> 1), some.subarray(length >> 1)]), expected);
  }
});
