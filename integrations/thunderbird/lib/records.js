/** What is kept in the profile: no text of any mail, only who it is, and what was said of it. */

import { SenderProofs } from "./senderproof.js";
import { StoredMap, StoredValue } from "./store.js";
import { combined } from "./settings.js";
import { Words } from "./words.js";

const local = messenger.storage.local;

/** By mail: {verdict, votes, reason, problem, from, list, short, at}, what the peer said of it. */
export const checked = new StoredMap(local, "checked", 1000);
/** By mail: {verdict, guid, digests, sent, problem, from, at}, what its person said of it. */
export const voted = new StoredMap(local, "voted", 5000);
/** Work that was begun. */
export const jobs = new StoredMap(local, "job", 5000);
/** The last sequence number that was given to a vote. */
const sequence = new StoredValue(local, "sequence", 0);
/** What the peer's state was when it was last asked: {kind, line, hint, at}, or null if it answered. */
export const peerNote = new StoredValue(messenger.storage.session, "peerNote", false);

/** Whose word on who has sent a mail the peer takes. */
export const senderProofs = new SenderProofs(
  new StoredValue(messenger.storage.session, "senderProof", null),
);

/** What the peer's statistical filter says, and is taught. */
export const words = new Words();

const chosen = new StoredValue(local, "settings", {});

/** What the department's policy sets, if there is one. */
export async function policy() {
  return messenger.storage.managed.get(null).catch(() => ({}));
}

export async function settings() {
  return combined(await chosen.get(), await policy());
}

export function choose(values) {
  return chosen.change((before) => ({ ...before, ...values }));
}

/**
 * The number of a new vote: the present in microseconds, or one above the last if the clock was set
 * back in between, so that a person's later word always goes before the earlier.
 */
export function nextSequence() {
  return sequence.change((last) => Math.max(Date.now() * 1000, last + 1));
}

/** Another device of this person has signed this number: later votes here have greater ones. */
export function sequenceAbove(number) {
  return sequence.change((last) => (Number.isSafeInteger(number) && number > last ? number : null));
}

/** By folder: when mail that nobody looked at was last marked there by somebody else. */
export const unattended = new StoredValue(messenger.storage.session, "unattended", {});
