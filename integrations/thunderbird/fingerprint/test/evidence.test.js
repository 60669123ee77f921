import assert from "node:assert/strict";
import { test } from "node:test";
import { evidenceOf } from "../evidence/mailevidence.js";
import { Fingerprinter } from "../fingerprinter.js";
import { addressed } from "../mail.js";
import { mailText } from "../mimetext.js";
import { evidenceMails } from "./golden.js";

for (const { name, mail, expected } of evidenceMails()) {
  test(`${name} is known by what Java knows it by`, async () => {
    const keys = await evidenceOf(mailText(mail), "example.com", new Fingerprinter());
    const [guid, ...golden] = expected.trim().split("\n").map((line) => line.split(" ")[1]);
    assert.deepEqual([...keys].sort(), golden.sort());
    assert.equal((await addressed(mail)).guid, guid.toLowerCase());
  });
}
