/** What is shown of a mail, the same in banner and popup. */

import { unsubscribing } from "./header.js";
import { MAX_MAIL, keyOf, nameOf, rawOf } from "./mailbox.js";
import { checked, peerNote, voted } from "./records.js";

/**
 * The state of a mail: `verdict` and `votes` as the peer said, `mine` what its person said and
 * `mineState` what became of that, `list` how to leave the list it came through, `doubted` whether
 * Thunderbird's filter or its person marked it, and nobody can tell.
 */
export async function viewOf(message) {
  const key = keyOf(nameOf(message));
  const said = await checked.get(key);
  const word = await voted.get(key);
  return {
    verdict: said?.verdict ?? null,
    state: said?.state ?? null,
    votes: said?.votes ?? null,
    reason: said?.reason ?? "",
    filed: said?.from !== undefined,
    mine: word === undefined || word.verdict === "withdraw" ? null : word.verdict,
    mineState: word?.state ?? null,
    mineProblem: word?.problem ?? "",
    list: said?.list ?? null,
    doubted: said?.doubted === true && word === undefined,
  };
}

/** As viewOf, and reads the mail's head if nothing is known of its list yet. */
export async function fullViewOf(message) {
  const view = await viewOf(message);
  if (view.list === null && view.state === null && message.size <= MAX_MAIL) {
    view.list = await rawOf(message.id).then(unsubscribing, () => null);
  }
  return view;
}

/** What is to be told of the peer, and how much waits for it. */
export async function peerView(work) {
  const waiting = await work.waiting();
  return {
    note: (await peerNote.get()) || null,
    checks: waiting.filter((job) => job.what === "check").length,
    votes: waiting.filter((job) => job.what === "vote").length,
  };
}
