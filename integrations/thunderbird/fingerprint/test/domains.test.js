import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { organisational } from "../evidence/domains.js";
import { Numbers } from "./numbers.js";

const ENDS = [
  "com",
  "co.uk",
  "uk",
  "github.io",
  "kawasaki.jp",
  "city.kawasaki.jp",
  "www.ck",
  "ck",
  "xn--p1ai",
  "\u0440\u0444",
  "\u4E2D\u56FD",
  "\u516C\u53F8.cn",
  "DE",
  "de.",
  "example",
  "1",
  "compute.amazonaws.com",
  "a_b.org",
  "-x.org",
  "\u30B3\u30E0",
  "\u0627\u06CC\u0631",
  "",
];

const LETTERS = [
  0x61, 0x61, 0x41, 0x30, 0xc0, 0xe0, 0x100, 0x130, 0x1c4, 0x370, 0x3b0, 0x400, 0x5d0, 0x620,
  0x660, 0x900, 0xe00, 0x10a0, 0x1100, 0x1e90, 0x1f80, 0x2000, 0x2100, 0x2170, 0x2460, 0x3000,
  0x3040, 0x3300, 0x4e00, 0xab70, 0xac00, 0xd7b0, 0xf900, 0xfb00, 0xfdf0, 0xfe70, 0xff10, 0xff60,
  0x1d400, 0x1f600, 0x2f800, 0xe0100,
];

/** Makes the hosts that OrganisationalDomains makes. */
function host(numbers) {
  let host = "";
  for (let labels = numbers.below(4); labels > 0; labels--) {
    const from = LETTERS[numbers.below(LETTERS.length)];
    const other = LETTERS[numbers.below(LETTERS.length)];
    for (let letters = numbers.below(9); letters > 0; letters--) {
      const start = numbers.below(4) === 0 ? other : from;
      host += String.fromCodePoint(start + numbers.below(26));
    }
    host += numbers.below(16) === 0 ? "\u3002" : ".";
  }
  return host + ENDS[numbers.below(ENDS.length)];
}

test("hosts belong to whom Java says", () => {
  const numbers = new Numbers(1);
  const expected = readFileSync(new URL("domains.txt", import.meta.url), "utf8").trim().split("\n");
  for (const domain of expected.slice(1)) {
    const name = host(numbers);
    assert.equal(organisational(name) ?? "-", domain, name);
  }
});
