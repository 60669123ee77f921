import assert from "node:assert/strict";
import { test } from "node:test";
import { MailHeader } from "../mailheader.js";
import { NO_PROOF, provenDomain } from "../proof/senderproof.js";

const PROOF = { authservIds: ["mx.example"], hops: 2, forwarders: ["list.example.net"] };
const FROM = 'From: "A Shop" <receipts@mail.brand.com>';
const RESULTS = "Authentication-Results: MX.example; dkim=pass header.d=brand.com";

function proven(lines, proof = PROOF) {
  const bytes = new TextEncoder().encode(lines.join("\n") + "\n\ntext\n");
  return provenDomain(MailHeader.of({ bytes, offset: 0, headed: true }), proof);
}

test("a trusted server's word proves the author's domain", () => {
  assert.equal(proven(["Received: by a", RESULTS, FROM]), "brand.com");
  assert.equal(proven([RESULTS, FROM], NO_PROOF), null);
});

test("what a sender has written proves nothing", () => {
  assert.equal(proven(["Authentication-Results: mx.example; none", RESULTS, FROM]), null);
  assert.equal(proven(["Received: a", "Received: b", "Received: c", RESULTS, FROM]), null);
  assert.equal(proven(['Authentication-Results: mx.example; a="', RESULTS, FROM]), null);
  assert.equal(proven([RESULTS, FROM, "From: x@evil.example.net"]), null);
  assert.equal(proven([RESULTS, 'From: "receipts@brand.com" <x@evil.example.net>']), null);
  assert.equal(proven([RESULTS, FROM, ...Array(300).fill("X-Filler: a")]), null);
});

test("trusted forwarders are believed if the own server found their chain whole", () => {
  const whole = "Authentication-Results: mx.example; dmarc=fail; arc=pass";
  const found = "ARC-Authentication-Results: i=1; a; spf=pass smtp.mailfrom=x@brand.com";
  const seal = "ARC-Seal: i=1; d=list.example.net";
  assert.equal(proven([whole, seal, found, FROM]), "brand.com");
  assert.equal(proven([whole, seal.replace("list", "evil"), found, FROM]), null);
  assert.equal(proven([whole.replace("arc=pass", "arc=fail"), seal, found, FROM]), null);
});
