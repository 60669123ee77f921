/** Thunderbird's mail: finding it, reading it, tagging and moving it. */

import { asReceived } from "./header.js";
import { CALLED, FILED, TAGS, BACK } from "./filing.js";
import { ownMarks } from "./marks.js";
import { StoredValue } from "./store.js";

/** Larger mail is neither checked nor voted on: Thunderbird hands out only the whole of it. */
export const MAX_MAIL = 32 * 1024 * 1024;

const expected = new StoredValue(messenger.storage.session, "ownMarks", []);
const returning = new StoredValue(messenger.storage.session, "returning", []);

/** What names a mail in our records. The id holds until Thunderbird ends, the rest beyond. */
export function nameOf(message) {
  return {
    id: message.id,
    header: message.headerMessageId,
    folder: message.folder?.id ?? "",
    account: message.folder?.accountId ?? "",
  };
}

/** A mail's key in the records of what was said of it: the same wherever it is in its account. */
export function keyOf(name) {
  return `${name.account} ${name.header}`;
}

/** The mail that was named so, where it was then or, if `anywhere`, in its account; or null. */
export async function find(name, anywhere = false) {
  try {
    const message = await messenger.messages.get(name.id);
    if (message.headerMessageId === name.header && (anywhere || message.folder?.id === name.folder)) {
      return message;
    }
  } catch {
    // It has been moved or deleted, or Thunderbird was restarted.
  }
  const place = anywhere ? { accountId: name.account } : { folderId: name.folder };
  try {
    const found = await messenger.messages.query({ headerMessageId: name.header, ...place });
    return found.messages[0] ?? null;
  } catch {
    return null;
  }
}

/** The mail as it was received. */
export async function rawOf(id) {
  const file = await messenger.messages.getRaw(id, { data_format: "File", decrypt: false });
  return asReceived(new Uint8Array(await file.arrayBuffer()));
}

/** The account's folder of this use, or null. */
export async function folderOf(accountId, use) {
  const folders = await messenger.folders.query({ accountId, specialUse: [use] });
  return folders.find((folder) => !folder.isVirtual && !folder.isUnified) ?? null;
}

/** The tags that we set exist under their names. */
export async function prepareTags() {
  const known = new Set((await messenger.messages.tags.list()).map((tag) => tag.key));
  const wanted = [
    [FILED, "tagFiled", "#7A5C00"],
    [CALLED, "tagCalled", "#B3261E"],
    [BACK, "tagBack", "#5F6368"],
  ];
  for (const [key, name, colour] of wanted) {
    if (!known.has(key)) {
      await messenger.messages.tags.create(key, messenger.i18n.getMessage(name), colour);
    }
  }
}

/**
 * Carries out the steps on a mail.
 *
 * @param from the folder's id for {move: "back"}
 */
export async function carryOut(message, steps, from) {
  const tags = new Set(message.tags);
  const accountId = message.folder.accountId;
  for (const step of steps) {
    if (step.tag !== undefined) {
      tags.add(step.tag);
      await setTag(message.id, step.tag, [...tags]);
    } else if (step.untag !== undefined) {
      await untag(message);
    } else if (step.junk !== undefined) {
      await setJunk(message, step.junk);
    } else {
      await move(message, await destination(step.move, accountId, from));
    }
  }
}

/** A tag that its person has deleted is made again: nothing moves without it. */
async function setTag(id, tag, tags) {
  for (let tries = 0; tries < 2; tries++) {
    await messenger.messages.update(id, { tags });
    if ((await messenger.messages.get(id)).tags.includes(tag)) {
      return;
    }
    await prepareTags();
  }
  throw new Error(`the tag ${tag} cannot be set`);
}

async function setJunk(message, junk) {
  if (message.junk !== junk) {
    await expected.change((state) => ownMarks.expect(state, message.id, junk, Date.now()));
  }
  await messenger.messages.update(message.id, { junk });
}

/** Whether this change of the junk flag is one that we made; it is met once. */
export async function isOwnMark(id, junk) {
  return (await expected.change((state) => ownMarks.met(state, id, junk, Date.now()))) !== null;
}

async function destination(move, accountId, from) {
  if (move === "back") {
    const known = await messenger.folders.get(from, false).catch(() => null);
    return known ?? folderOf(accountId, "inbox");
  }
  return folderOf(accountId, move);
}

async function move(message, folder) {
  if (folder === null || folder.id === message.folder.id) {
    return;
  }
  if (!(folder.specialUse ?? []).includes("junk")) {
    const key = keyOf(nameOf(message));
    await returning.change((keys) => [...keys, key].slice(-100));
  }
  await messenger.messages.move([message.id], folder.id);
}

/** Mail has arrived in another folder: what we brought back from Junk loses our tags. */
export async function arrived(messages) {
  for (const message of messages) {
    const key = keyOf(nameOf(message));
    const mine = await returning.change((keys) =>
      keys.includes(key) ? keys.filter((other) => other !== key) : null,
    );
    if (mine !== null) {
      await untag(message);
    }
  }
}

async function untag(message) {
  const kept = message.tags.filter((tag) => !TAGS.includes(tag));
  if (kept.length < message.tags.length) {
    await messenger.messages.update(message.id, { tags: kept });
  }
}
