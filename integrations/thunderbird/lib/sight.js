/** Which mail is before a person's eyes, in whatever window. */

import { attention } from "./marks.js";
import { StoredValue } from "./store.js";

const seen = new StoredValue(messenger.storage.session, "attention", []);

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

