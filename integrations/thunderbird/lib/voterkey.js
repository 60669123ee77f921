/** The key that a peer hands out to a person's device, by its token (docs/protocol.md). */

import { votingKey } from "../fingerprint/vote.js";

const INFO = "spamwatch-voter-key-v1";
const VERSION = 1;
const SALT = 16;
const NONCE = 12;
const SECRET = 32;
const utf8 = new TextEncoder();

/**
 * As whom a person votes, from the peer's answer: {user, realm, site, sequence, evidence, key}, with
 * whether his marks tell of evidence beside the text, and a key for `signedVote`.
 *
 * @throws Error in words for people, if the token does not open what the peer has sent
 */
export async function voterOf(answer, token) {
  const { user, realm, site, sequence } = answer;
  const pkcs8 =
    typeof answer.wrapped === "string" ? await opened(answer, token) : bytesOf(answer.secret ?? "");
  if (pkcs8.length <= SECRET) {
    throw new Error("the peer has sent no key");
  }
  const key = await votingKey(pkcs8.subarray(pkcs8.length - SECRET), answer.key);
  return { user, realm, site, sequence, evidence: answer.evidence === true, key };
}

async function opened({ wrapped, realm, site, user }, token) {
  const bytes = bytesOf(wrapped);
  if (bytes[0] !== VERSION) {
    throw new Error("the peer has sent a key in a form that is not known here");
  }
  const salt = bytes.subarray(1, 1 + SALT);
  const iv = bytes.subarray(1 + SALT, 1 + SALT + NONCE);
  const sealed = bytes.subarray(1 + SALT + NONCE);
  const derived = await crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt, info: utf8.encode(INFO) },
    await crypto.subtle.importKey("raw", utf8.encode(token), "HKDF", false, ["deriveKey"]),
    { name: "AES-GCM", length: 256 },
    false,
    ["decrypt"],
  );
  const additionalData = utf8.encode(`${INFO} ${realm} ${site} ${user}`);
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData }, derived, sealed));
  } catch {
    throw new Error("the key that the peer has sent cannot be opened with the token");
  }
}

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
