// Signs a person's votes here, with the key that his peer wrapped for this device (Vote).

import { bytesOf } from "./fingerprinter.js";
import { hexOf } from "./sha256.js";

const TAG = new TextEncoder().encode("spamwatch-vote-v1");
const MOST_DIGESTS = 4;
const ID_BYTES = 20;
const VERDICTS = Object.freeze({ spam: 1, ham: 2, withdraw: 3 });
const ORIGINS = Object.freeze({ button: 1, move: 2, spamc: 3, api: 4, import: 5 });

/** What stands in front of the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8 = bytesOf("302e020100300506032b657004220420");

/**
 * A person's key for {@link signedVote}.
 *
 * @param {Uint8Array} secret 32 bytes
 * @param {string} publicKey 64 digits
 */
export async function votingKey(secret, publicKey) {
  const pkcs8 = new Uint8Array(PKCS8.length + secret.length);
  pkcs8.set(PKCS8);
  pkcs8.set(secret, PKCS8.length);
  const signing = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", false, ["sign"]);
  return { signing, publicKey: publicKey.toLowerCase() };
}

/**
 * A vote as `VoteBody.vote` of docs/openapi.json has it.
 *
 * @param {object} key of {@link votingKey}
 * @param {object} vote `realm`, `site` and `guid` of 40 digits; `digests` of the vectors, 1 to 4 of
 *     40 digits; `verdict` (spam, ham, withdraw); `origin` (button, move, and so on); `nowMicros`,
 *     microseconds since the epoch, which must be more than in any earlier vote with this key: it
 *     becomes the sequence number
 */
export async function signedVote(key, vote) {
  const digests = vote.digests.map((digest) => digest.toLowerCase()).sort();
  const sequence = vote.nowMicros;
  const time = Math.floor(sequence / 1000);
  if (!Number.isSafeInteger(sequence)) {
    throw new RangeError(`a time in microseconds is a whole number, not ${sequence}`);
  }
  const bytes = signedBytes({ ...vote, digests, sequence, time });
  const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", key.signing, bytes));
  return {
    realm: vote.realm,
    site: vote.site,
    message: vote.guid,
    digests,
    verdict: vote.verdict,
    origin: vote.origin,
    sequence,
    time,
    key: key.publicKey,
    signature: hexOf(signature),
  };
}

/** What is signed; `Vote.signedBytes` documents the layout. */
export function signedBytes({ realm, site, guid, digests, verdict, origin, sequence, time }) {
  if (digests.length < 1 || digests.length > MOST_DIGESTS) {
    throw new RangeError(`a vote speaks for 1 to ${MOST_DIGESTS} vectors, not ${digests.length}`);
  }
  if (!(verdict in VERDICTS) || !(origin in ORIGINS)) {
    throw new RangeError(`nobody votes ${verdict} by ${origin}`);
  }
  const parts = [
    TAG,
    idBytes(realm),
    idBytes(site),
    idBytes(guid),
    Uint8Array.of(digests.length),
    ...digests.map(idBytes),
    Uint8Array.of(VERDICTS[verdict], ORIGINS[origin]),
    int64(sequence),
    int64(time),
  ];
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function idBytes(id) {
  const bytes = bytesOf(id);
  if (bytes.length !== ID_BYTES) {
    throw new RangeError(`an id has ${2 * ID_BYTES} hexadecimal digits, not ${id.length}`);
  }
  return bytes;
}

function int64(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(number));
  return bytes;
}
