/** A person's word on a mail: said here, kept until the peer has it, signed with his own key. */

import { withoutEvidence, withoutProbes } from "../fingerprint/mail.js";
import { signedVote } from "../fingerprint/vote.js";
import { TAGS, stepsAfterMark } from "./filing.js";
import { fingerprintsOf } from "./fingerprints.js";
import { unsubscribing } from "./header.js";
import { voteJob } from "./jobs.js";
import { MAX_MAIL, carryOut, find, folderOf, keyOf, nameOf, rawOf } from "./mailbox.js";
import { Peer, PeerProblem } from "./peer.js";
import { checked, nextSequence, senderProofs, settings, voted, words } from "./records.js";
import { Turns } from "./store.js";
import { forgetVoter, voter } from "./voter.js";

/** Marks are made one after the other, so that a person's last word is the last. */
export const marking = new Turns();

/**
 * A person said this of a mail. When it resolves, the vote is among the work to be done and the
 * mail is where its person wants it. To be called in a turn of {@link marking}.
 *
 * @param verdict "spam", "ham" or "withdraw"
 * @param wait how long the vote waits before it is sent, in ms
 * @param file whether we move the mail: after Thunderbird's own button it does so itself
 */
export async function mark(work, message, verdict, { wait = 0, file = true } = {}) {
  const name = nameOf(message);
  const key = keyOf(name);
  const before = await voted.get(key);
  const inJunk = (message.folder.specialUse ?? []).includes("junk");
  const from = before?.from ?? (await checked.get(key))?.from ?? (inJunk ? undefined : name.folder);
  const ballot = await ballotFor(message, verdict, before);
  // An earlier word that has not left yet is not said at all.
  await work.drop((job) => job.what === "vote" && keyOf(job.mail) === key);
  await voted.set(key, {
    verdict,
    guid: ballot?.guid ?? null,
    digests: ballot?.digests ?? [],
    sequence: ballot?.sequence ?? 0,
    state: ballot === null ? "short" : "waiting",
    problem: "",
    from,
    at: Date.now(),
  });
  if (ballot !== null) {
    await work.add(voteJob(name, ballot, Date.now(), wait));
  }
  const place = { inJunk, junkFolder: (await folderOf(name.account, "junk")) !== null, from };
  const all = stepsAfterMark(verdict, place, await settings());
  await carryOut(message, file ? all : verdict === "spam" ? [] : [{ untag: TAGS }], from);
}

/** Thunderbird's filter, not a person, made these marks: they are as if they had not been said. */
export async function unsay(work, test) {
  for (const job of await work.waiting()) {
    if (job.what === "vote" && test(job)) {
      await work.drop((other) => other === job);
      await voted.delete(keyOf(job.mail));
    }
  }
}

/** Somebody marked a mail that its person has just opened: he is asked whether it was he. */
export async function doubt(message) {
  const key = keyOf(nameOf(message));
  await checked.set(key, { ...(await checked.get(key)), doubted: true });
}

/** What is to be signed, or null if the mail has too little text to vote on, or is too large. */
async function ballotFor(message, verdict, before) {
  const word = { verdict, sequence: await nextSequence() };
  if (verdict === "withdraw" && before?.guid && before.digests.length > 0) {
    return { ...word, guid: before.guid, digests: before.digests, vectors: [] };
  }
  if (message.size > MAX_MAIL) {
    return null;
  }
  const raw = await rawOf(message.id);
  await noteList(nameOf(message), raw);
  const mail = await fingerprintsOf(raw, await senderProofs.last(await settings()));
  if (mail.guid === null || mail.vectors.length === 0) {
    return null;
  }
  return { ...word, guid: mail.guid, digests: mail.digests, vectors: withoutProbes(mail.vectors) };
}

/** Remembers how to leave the list that a mail came through. */
async function noteList(name, raw) {
  const key = keyOf(name);
  await checked.set(key, { ...(await checked.get(key)), list: unsubscribing(raw) });
}

/** Sends a vote; done when the peer has it on its disk. */
export async function sendVote(work, job) {
  const chosen = await settings();
  const { mail } = job;
  const { realm, site, sequence, evidence, key } = await voter(chosen);
  const ballot = evidence ? job.ballot : withoutEvidence(job.ballot);
  const vote = await signedVote(key, {
    realm,
    site,
    guid: ballot.guid,
    digests: ballot.digests,
    verdict: ballot.verdict,
    origin: "button",
    nowMicros: Math.max(ballot.sequence, sequence + 1),
  });
  const answer = await new Peer(chosen).vote({ vectors: ballot.vectors, vote }).catch((e) => {
    forgetVoter();
    throw e;
  });
  if (!answer.accepted) {
    throw new PeerProblem("refused", answer.reason);
  }
  for (const digests of answer.standing ?? []) {
    // Who takes a word back means the other variants of the mail too.
    const again = { ...ballot, digests, vectors: [], sequence: await nextSequence() };
    await work.add(voteJob(mail, again, Date.now()));
  }
  await settle(job, { state: "sent", problem: "", digests: ballot.digests });
  if (chosen.teach) {
    await teach(mail, ballot.verdict, chosen);
  }
}

/** The vote stands whatever becomes of this. */
async function teach(name, verdict, chosen) {
  try {
    const message = await find(name, true);
    if (message !== null && message.size <= MAX_MAIL) {
      await words.learn(verdict, await rawOf(message.id), chosen);
    }
  } catch (e) {
    console.warn("a mark is not learnt by the statistical filter", e.name);
  }
}

/** A vote that the peer never will take: its person is told by the banner and the popup. */
export function refusedVote(job, problem) {
  return settle(job, { state: "refused", problem: problem.message });
}

async function settle({ mail, ballot }, change) {
  const key = keyOf(mail);
  const record = await voted.get(key);
  if (record?.sequence !== ballot.sequence) {
    return; // something else was said since
  }
  if (record.verdict === "withdraw" && change.state === "sent") {
    await voted.delete(key);
  } else {
    await voted.set(key, { ...record, ...change });
  }
}
