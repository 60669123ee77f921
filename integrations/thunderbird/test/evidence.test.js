import assert from "node:assert/strict";
import { test } from "node:test";
import { addressed, withoutEvidence } from "../fingerprint/mail.js";
import { senderProof } from "../lib/senderproof.js";
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

test("a peer is asked once whom it believes, and one of before knows nothing", async () => {
  let asked = 0;
  let proof;
  globalThis.fetch = async () => {
    asked++;
    return { status: 200, text: async () => JSON.stringify({ id: "x", proof }) };
  };
  assert.equal(await senderProof({ peer: "http://a.example", token: "" }), null);
  proof = { authservIds: ["mx.example.org"], hops: 2, forwarders: [] };
  assert.equal(await senderProof({ peer: "http://a.example", token: "" }), null);
  assert.deepEqual(await senderProof({ peer: "http://b.example", token: "" }), proof);
  assert.equal(asked, 2);
});
