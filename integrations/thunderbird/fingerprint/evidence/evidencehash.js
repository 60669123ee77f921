// The hashes that keys of evidence are made of: numbers of 64 bits with a sign (EvidenceHash, which
// says what they hide and what they do not).

import { sha256, sha256Chained } from "../sha256.js";
import { utf8Bytes } from "../utf8.js";

const DOMAIN_ALONE = 1n << 4n;
const ALONE = 1n << 5n;
const OWN_NAME = 1n << 5n;
const FLAGS = DOMAIN_ALONE | ALONE;
const ROUNDS = 256;

/** The hash of something, in the name of what it is. */
export function hashOf(what, thing) {
  return first64(sha256([named(what, thing)])) & ~FLAGS;
}

/** The hash of an organisational domain in lower case. */
export function hashOfDomain(domain) {
  return hashOf("domain", domain) | DOMAIN_ALONE;
}

/** The hash of the name before an author's address; whether its domain is called so, too. */
export function hashOfName(name, isOwn) {
  return hashOf("name", name) | (isOwn ? OWN_NAME : 0n);
}

/** The hash of a mail address, of which 32 bits are left. */
export function hashOfAddress(address) {
  const left = BigInt.asUintN(64, slow(address)) >> 32n;
  const mixed = BigInt.asUintN(64, left * 0x9e3779b97f4a7c15n);
  return BigInt.asIntN(64, mixed ^ (mixed >> 29n)) & ~FLAGS;
}

/** The hash of an address that is evidence enough by itself. */
export function hashOfSufficientAddress(address) {
  return (slow(address + "\n") & ~FLAGS) | ALONE;
}

function slow(address) {
  return first64(sha256Chained(named("contact", address), ROUNDS));
}

function named(what, thing) {
  return utf8Bytes(what + "\n" + thing);
}

/** The first 64 of the bits that digits stand for. */
export function first64(hex) {
  return BigInt.asIntN(64, BigInt("0x" + hex.substring(0, 16)));
}
