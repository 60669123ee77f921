/** New mail: asked about, filed by its person's preference, and what was said of it. */

import { withoutEvidence } from "../fingerprint/mail.js";
import { isChecked, steps } from "./filing.js";
import { fingerprintsOf } from "./fingerprints.js";
import { unsubscribing } from "./header.js";
import { checkJob } from "./jobs.js";
import { MAX_MAIL, carryOut, find, folderOf, keyOf, nameOf, rawOf } from "./mailbox.js";
import { Peer } from "./peer.js";
import { checked, senderProofs, settings, voted, words } from "./records.js";
import { checkParameters } from "./settings.js";

/** Mail has arrived: what of it is to be checked is among the work to be done. */
export async function arrivals(work, folder, messages) {
  const account = await messenger.accounts.get(folder.accountId, false);
  if (account === null || !isChecked(folder, account, await settings())) {
    return;
  }
  for (const message of messages) {
    await work.add(checkJob(nameOf(message), Date.now()));
  }
}

/** Asks about a mail that arrived, and files it. Mail that is gone from where it was is left alone. */
export async function check(job) {
  const message = await find(job.mail);
  if (message === null) {
    return;
  }
  const chosen = await settings();
  const said = await ask(message, chosen);
  const key = keyOf(job.mail);
  const word = await voted.get(key);
  const mail = {
    read: message.read,
    voted: word !== undefined && said.guid !== null && word.guid === said.guid,
    first: job.attempts === 0,
  };
  const junk = said.verdict === "spam" ? await folderOf(job.mail.account, "junk") : null;
  const todo = steps(said.verdict, mail, chosen, junk !== null);
  const moves = todo.some((step) => step.move !== undefined);
  const { doubted } = (await checked.get(key)) ?? {};
  await checked.set(key, { ...said, doubted, from: moves ? job.mail.folder : undefined });
  await carryOut(message, todo);
}

/** Asks about a mail because its person wants to know; nothing is done to it. */
export async function look(message) {
  const key = keyOf(nameOf(message));
  const said = await ask(message, await settings());
  await checked.set(key, { ...said, from: (await checked.get(key))?.from });
}

/** What is said of a mail that has too little text to be asked about by it. */
const UNASKED = Object.freeze({ verdict: "unknown", complete: true, messages: [], votes: { spam: 0, ham: 0 } });

async function ask(message, chosen) {
  if (message.size > MAX_MAIL) {
    return { state: "large", verdict: "unknown", guid: null, at: Date.now() };
  }
  const raw = await rawOf(message.id);
  const list = unsubscribing(raw);
  const mail = await named(raw, chosen);
  const short = mail.vectors.length === 0;
  const voted = short ? UNASKED : await new Peer(chosen).check(mail.vectors, checkParameters(chosen));
  const answer = await words.judged(voted, raw, chosen);
  if (short && answer.verdict === "unknown") {
    return { state: "short", verdict: "unknown", guid: null, list, at: Date.now() };
  }
  return {
    state: "asked",
    verdict: answer.verdict,
    votes: short ? null : answer.votes,
    reason: answer.reason,
    guid: mail.guid,
    list,
    at: Date.now(),
  };
}

/** What the peer is told of a mail: of evidence beside its text nothing if it knows none. */
async function named(raw, chosen) {
  const proof = await senderProofs.of(chosen);
  return proof === null
    ? withoutEvidence(await fingerprintsOf(raw))
    : fingerprintsOf(raw, proof);
}

/** Why: which marked mails are like it, and who voted; or which words it is by. */
export async function explain(message) {
  const chosen = await settings();
  const raw = await rawOf(message.id);
  const mail = await named(raw, chosen);
  if (mail.vectors.length === 0) {
    return null;
  }
  const answer = await new Peer(chosen).explain(mail.vectors, checkParameters(chosen));
  return words.judged(answer, raw, chosen);
}
