import assert from "node:assert/strict";
import { test } from "node:test";
import { addressed, NotAMail, withoutProbes } from "../mail.js";
import { described, goldenMails } from "./golden.js";

for (const { name, mail, expected } of goldenMails()) {
  test(`${name} yields what Java makes of it`, async () => {
    const withoutAsWritten = expected.replace(/^FULL_1_AS_WRITTEN: .*\n/gm, "");
    assert.equal(await described(mail), withoutAsWritten);
  });
}

test("what is no mail is refused with a reason", async () => {
  await assert.rejects(addressed(new Uint8Array(0)), { constructor: NotAMail, reason: "EMPTY" });
  const binary = Uint8Array.of(127, 69, 76, 70, 1, 1, 1, 0, 0, 0);
  await assert.rejects(addressed(binary), { constructor: NotAMail, reason: "BINARY" });
});

test("a mail without enough text is not addressable", async () => {
  const mail = new TextEncoder().encode("Subject: x\n\nthank you\n");
  const found = await addressed(mail);
  assert.deepEqual(found, { guid: null, vectors: [], digests: [], addressable: false });
});

test("vectors are what a check takes, and without probes what a vote takes", async () => {
  const words = Array.from({ length: 4000 }, (_, i) =>
    [...String(i * 7919)].map((digit) => "abcdefghij"[digit]).join(""),
  );
  const mail = new TextEncoder().encode("Subject: x\n\n" + words.join(" ") + "\n");
  const { vectors } = await addressed(mail);
  assert.deepEqual(
    vectors.map((vector) => vector.scheme),
    ["char50", "word", "evidence"],
  );
  for (const vector of vectors.slice(0, 2)) {
    assert.match(vector.features[0], /^[0-9a-f]{16}0{24}$/);
    assert.equal(atob(vector.probes).length % 8, 0);
  }
  assert.deepEqual(Object.keys(withoutProbes(vectors)[0]), ["scheme", "wholeText", "features"]);
});
