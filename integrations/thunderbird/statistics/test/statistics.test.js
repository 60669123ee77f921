// Tokens and filters as a peer has them, by the golden files of its tests.

import assert from "node:assert/strict";
import test from "node:test";
import { goldenMails, repositoryFile } from "../../fingerprint/test/golden.js";
import { StatisticalFilter, UnknownFilter, tokensOf } from "../filter.js";
import { readTokens } from "../mailtokens.js";
import { keyedHash } from "../siphash.js";

const KEY = "000102030405060708090a0b0c0d0e0f";
const RESOURCES = "statistics/src/test/resources/org/spamwatch/statistics/";
const MAIL = new TextEncoder().encode("Subject: hello\n\nsome words of a mail\n");

/** By `TokenHash.keyed`. */
const HASHES = [
  "72873bfd1bca2911", "98bb15c4f8c1d4c8", "1ee03a5d309380c", "9d740c3847fb09a2", "f7d55c1421c5caa3", "dc893cf6e86b347c", "d7f5e38404d3a7c2",
];

const expected = new Map();
for (const section of repositoryFile(`${RESOURCES}mail/golden-tokens.txt`).split(/^== /m).slice(1)) {
  const [name, ...lines] = section.split("\n");
  expected.set(name, lines.join(" ").trim());
}

for (const { name, mail } of goldenMails()) {
  test(`tokens of ${name}`, () => {
    const tokens = [];
    readTokens(mail, (bytes, from, to) => tokens.push(new TextDecoder().decode(bytes.slice(from, to))));
    assert.equal(tokens.join(" "), expected.get(name));
  });
}

test("tokens are hashed as peers hash them", () => {
  const hash = keyedHash(KEY);
  const text = new TextEncoder().encode("subj:hello world and all");
  const hashes = [0, 1, 7, 8, 15, 16, 24].map((length) => hash(text, 0, length).toString(16));
  assert.deepEqual(hashes, HASHES);
});

/** A golden file, with the least of several values chosen instead of the greatest. */
function golden(change = () => {}, version = 2) {
  const hex = repositoryFile(`${RESOURCES}filter-${version}.hex`).replace(/#.*|\s/g, "");
  const bytes = Uint8Array.from(hex.match(/../g), (byte) => parseInt(byte, 16));
  bytes[7] = 0;
  change(bytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, crc32c(bytes.subarray(0, -4)));
  return bytes;
}

function crc32c(bytes) {
  let crc = 0xffffffffn;
  for (const byte of bytes) {
    crc ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit++) {
      crc = (crc >> 1n) ^ (crc & 1n ? 0x82f63b78n : 0n);
    }
  }
  return Number(crc ^ 0xffffffffn);
}

test("a filter is read as a peer wrote it", () => {
  const filter = new StatisticalFilter(golden(), KEY);
  assert.equal(filter.spamminess(5n), 0.0625);
  assert.equal(filter.spamminess(6n), 0.5); // corrected
  assert.equal(filter.spamminess(7n), null);
  assert.equal(filter.spamminess(13n), null); // corrected
  assert.deepEqual(filter.judge(new Uint8Array(0)), { says: "unsure", indicator: 0.5, known: 0, words: [] });
});

test("a filter of the version before is read", () => {
  const filter = new StatisticalFilter(golden(() => {}, 1), KEY);
  assert.equal(filter.spamminess(5n), 0.0625);
  assert.equal(filter.spamminess(6n), 0.875);
  assert.notEqual(filter.spamminess(13n), null);
});

test("a filter of too few mails says nothing", () => {
  const filter = new StatisticalFilter(golden((bytes) => (bytes[67] = 199)), KEY);
  assert.equal(filter.judge(MAIL).says, "untrained");
});

test("what is damaged, cut off, longer or of another kind is refused", () => {
  const good = golden();
  for (let i = 0; i < good.length; i++) {
    const bad = good.slice();
    bad[i] ^= 0x10;
    assert.throws(() => new StatisticalFilter(bad, KEY), UnknownFilter, `byte ${i}`);
    assert.throws(() => new StatisticalFilter(good.slice(0, i), KEY), UnknownFilter, `${i} bytes`);
  }
  for (const at of [4, 5, 7, 8, 11, 128, 129, 130, 132, 155, 156, 164, 173]) {
    assert.throws(() => new StatisticalFilter(golden((bytes) => (bytes[at] += 9)), KEY), UnknownFilter, `${at}`);
  }
  assert.throws(() => new StatisticalFilter(Uint8Array.of(...good, 0), KEY), UnknownFilter);
});

test("a token counts once", () => {
  const twice = new TextEncoder().encode("Subject: hello\n\nsome words some words\n");
  assert.equal(tokensOf(twice, keyedHash(KEY)).size, 3); // with the tagged subject
});
