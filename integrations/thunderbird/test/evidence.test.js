import assert from "node:assert/strict";
import { test } from "node:test";
import { addressed, withoutEvidence } from "../fingerprint/mail.js";
import { NO_PROOF } from "../fingerprint/proof/senderproof.js";
import { SenderProofs } from "../lib/senderproof.js";
import { voterOf } from "../lib/voterkey.js";

const MAIL = new TextEncoder().encode(
  "From: Shop <news@shop.example.org>\nReply-To: office@other.example.com\nSubject: x\n\n" +
    "This is a letter of a dozen words or more that somebody has written to somebody else.\n",
);

test("evidence is left out with its digest, and nothing else", async () => {
  const named = await addressed(MAIL);
  assert.deepEqual(
    named.vectors.map(({ scheme }) => scheme),
    ["char50", "word", "evidence"],
  );
  const text = withoutEvidence(named);
  assert.deepEqual(text.vectors, named.vectors.slice(0, 2));
  assert.deepEqual(text.digests, named.digests.slice(0, 2));
  assert.equal(text.guid, named.guid);
});

test("what is taken back goes by the digests that were signed", () => {
  const back = { vectors: [], digests: ["a", "b", "c"] };
  assert.deepEqual(withoutEvidence(back), back);
});

test("marks tell of evidence only if the peer says so", async () => {
  const { privateKey, publicKey } = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  const base64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)));
  const secret = base64(await crypto.subtle.exportKey("pkcs8", privateKey));
  const key = Buffer.from(await crypto.subtle.exportKey("raw", publicKey)).toString("hex");
  for (const evidence of [true, false, undefined]) {
    const voter = await voterOf({ user: "ada", realm: "r", site: "s", sequence: 1, evidence, key, secret });
    assert.equal(voter.evidence, evidence === true);
  }
});

/** A StoredValue of a test. */
class Kept {
  value = null;

  async get() {
    return this.value;
  }

  async change(change) {
    this.value = change();
  }
}

test("a peer is asked once whom it believes, and one of before knows nothing", async () => {
  const proof = { authservIds: ["mx.example.org"], hops: 2, forwarders: [] };
  const answers = { "http://old.example": {}, "http://new.example": { proof } };
  const asked = [];
  globalThis.fetch = async (url) => {
    const { origin } = new URL(url);
    asked.push(origin);
    return { status: 200, text: async () => JSON.stringify(answers[origin]) };
  };
  const proofs = new SenderProofs(new Kept());
  const old = { peer: "http://old.example", token: "" };
  const young = { peer: "http://new.example", token: "" };
  assert.deepEqual(await proofs.last(young), NO_PROOF);
  assert.deepEqual(asked, [], "who marks a mail does not wait");
  assert.equal(await proofs.of(old), null);
  assert.deepEqual(await proofs.last(old), NO_PROOF);
  assert.deepEqual(await proofs.of(young), proof);
  assert.deepEqual(await proofs.of(young), proof);
  assert.deepEqual(await proofs.last(young), proof);
  assert.deepEqual(await proofs.last(old), NO_PROOF);
  assert.deepEqual(asked, [old.peer, young.peer]);
});
