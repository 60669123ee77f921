/** Which mail is before a person's eyes, in whatever window, and which has just arrived. */

import { arrived, attention } from "./marks.js";
import { StoredValue } from "./store.js";

/** New mails that are remembered to be known. */
const MAX_TOLD = 5000;
const seen = new StoredValue(messenger.storage.session, "attention", []);

const told = new StoredValue(messenger.storage.session, "told", []);
const recent = new StoredValue(messenger.storage.session, "arrived", []);

/** Of these, the mails that are seen for the first time: they have just arrived. */
export async function firstSeen(messages) {
  let news = [];
  await told.change((ids) => {
    news = messages.filter(({ id }) => !ids.includes(id));
    return [...ids, ...news.map(({ id }) => id)].slice(-MAX_TOLD);
  });
  const now = Date.now();
  await recent.change((state) => arrived.now(state, news.map(({ id }) => id), now));
  return news;
}

/** Whether the mail has just arrived. */
export async function isFresh(id) {
  return arrived.isFresh(await recent.get(), id, Date.now());
}

/** A tab shows or has selected these now. */
export function shown(tab, messages) {
  return seen.change((state) => attention.shown(state, tab, messages.map((m) => m.id), Date.now()));
}

/** Whether the mail is, or a moment ago was, displayed or selected. */
export async function isAttended(id) {
  if (attention.has(await seen.get(), id, Date.now())) {
    return true;
  }
  return (await visible()).some((message) => message.id === id);
}

/** What is displayed or selected in any tab. */
async function visible() {
  const messages = [];
  for (const tab of await messenger.tabs.query({})) {
    messages.push(...(await ofTab(tab)));
  }
  return messages;
}

/** What is selected in a tab, else displayed: what a command given there is meant for. */
export async function ofTab(tab) {
  const asked =
    tab.type === "mail"
      ? messenger.mailTabs.getSelectedMessages(tab.id)
      : messenger.messageDisplay.getDisplayedMessages(tab.id);
  const list = await asked.catch(() => null);
  return list === null ? [] : list.messages;
}

