import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf } from "../fingerprinter.js";
import { hexOf } from "../sha256.js";
import { signedBytes, signedVote, votingKey } from "../vote.js";
import { repositoryFile } from "./golden.js";

/** RFC 8032, section 7.1, test 1. */
const SECRET = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";

/** The fields of the file that the peer's tests read too, in its order. */
function golden() {
  const file = "spamwatch-agent/src/test/resources/org/spamwatch/agent/vote/signed-v1.txt";
  const fields = new Map();
  let name = "";
  for (const line of repositoryFile(file).split("\n")) {
    if (line !== "" && !line.startsWith("#")) {
      name = line.substring(0, 10).trim() || name;
      fields.set(name, (fields.get(name) ?? "") + line.substring(10).trim());
    }
  }
  return fields;
}

function vote(fields) {
  const digests = fields.get("digests").substring(2);
  return {
    realm: fields.get("realm"),
    site: fields.get("site"),
    guid: fields.get("guid"),
    digests: [digests.substring(0, 40), digests.substring(40)],
    verdict: "withdraw",
    origin: "move",
    sequence: BigInt("0x" + fields.get("sequence")),
    time: BigInt("0x" + fields.get("time")),
  };
}

test("what is signed is what the peer verifies", async () => {
  const fields = golden();
  const bytes = signedBytes(vote(fields));
  const expected = [...fields].filter(([name]) => !["key", "voter", "signature"].includes(name));
  assert.equal(hexOf(bytes), expected.map(([, digits]) => digits).join(""));
  const key = await votingKey(bytesOf(SECRET), fields.get("key"));
  const signature = await crypto.subtle.sign("Ed25519", key.signing, bytes);
  assert.equal(hexOf(new Uint8Array(signature)), fields.get("signature"));
});

test("a vote is the object that the peer takes, its digests ascending", async () => {
  const fields = golden();
  const key = await votingKey(bytesOf(SECRET), fields.get("key"));
  const given = { ...vote(fields), nowMicros: 1_700_000_000_000_123 };
  given.digests.reverse();
  const signed = await signedVote(key, given);
  assert.deepEqual(signed.digests, [...given.digests].reverse());
  assert.equal(signed.message, given.guid);
  assert.equal(signed.sequence, 1_700_000_000_000_123);
  assert.equal(signed.time, 1_700_000_000_000);
  assert.equal(signed.key, fields.get("key"));
  assert.match(signed.signature, /^[0-9a-f]{128}$/);
});

test("what cannot be a vote is not signed", () => {
  const fields = golden();
  assert.throws(() => signedBytes({ ...vote(fields), digests: [] }), RangeError);
  assert.throws(() => signedBytes({ ...vote(fields), verdict: "maybe" }), RangeError);
  assert.throws(() => signedBytes({ ...vote(fields), guid: "ab" }), RangeError);
});
