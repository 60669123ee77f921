/**
 * The background page: listens, and passes on. Thunderbird suspends it when nothing happens and
 * starts it anew for an event, so all listeners are registered before anything is awaited, and all
 * that must last is in storage.
 */

import * as asked from "./lib/asked.js";
import { arrivals, check } from "./lib/checking.js";
import { arrived, isOwnMark, prepareTags } from "./lib/mailbox.js";
import { BURST, personsMark } from "./lib/marks.js";
import { jobs, peerNote, unattended } from "./lib/records.js";
import { firstSeen, isAttended, isFresh, ofTab, shown } from "./lib/sight.js";
import { doubt, mark, marking, refusedVote, sendVote, unsay } from "./lib/voting.js";
import { Work } from "./lib/work.js";

const ALARM = "work";
/** A job that is due sooner is waited for; the alarm wakes us if we are suspended meanwhile. */
const SOON = 10_000;

const work = new Work({
  jobs,
  doers: {
    check: async (job) => {
      await check(job);
      await asked.refresh();
    },
    vote: async (job) => {
      await sendVote(work, job);
      await asked.refresh();
    },
    givenUp: async (job, problem) => {
      if (job.what === "vote") {
        await refusedVote(job, problem);
      }
      await asked.refresh();
    },
  },
  note: (problem) =>
    peerNote.change(() =>
      problem === null ? false : { kind: problem.kind, line: problem.message, hint: problem.hint },
    ),
  wake: async (when) => {
    if (when === null) {
      await messenger.alarms.clear(ALARM);
      return;
    }
    messenger.alarms.create(ALARM, { when: Math.max(when, Date.now() + 1000) });
    if (when - Date.now() < SOON) {
      setTimeout(() => work.run(), Math.max(0, when - Date.now()) + 1);
    }
  },
});

messenger.messages.onNewMailReceived.addListener((folder, list) => received(folder, list), true);

// That event is raised once for a Message-ID, so not for a mail that came to two accounts, nor for
// one that a stranger has given the Message-ID of another.
messenger.folders.onFolderInfoChanged.addListener(async (folder, info) => {
  if (info.newMessageCount > 0) {
    await received(folder, await messenger.messages.query({ folderId: folder.id, new: true }));
  }
});

/** Mail is new in a folder; what was told of before is left out. */
async function received(folder, list) {
  for await (const messages of pages(list)) {
    const news = await firstSeen(messages);
    await unsay(work, (job) => job.wait && news.some(({ id }) => id === job.mail.id));
    await arrivals(work, folder, news);
  }
  await work.run();
}

messenger.messages.onUpdated.addListener(async (message, changed) => {
  if (changed.junk !== undefined) {
    await marking.take(() => junkChanged(message, changed.junk));
    await work.run();
  }
});

/** Somebody has changed a mail's junk flag: a person's word, or not. */
async function junkChanged(message, junk) {
  const own = await isOwnMark(message.id, junk);
  const attended = await isAttended(message.id);
  const verdict = personsMark({ junk, own, attended, fresh: await isFresh(message.id) });
  const folder = message.folder.id;
  if (verdict !== null) {
    const filtered = (await unattended.get())[folder] ?? 0;
    if (Date.now() - filtered > BURST) {
      await mark(work, message, verdict, { wait: BURST, file: false });
      await asked.refresh();
    }
  } else if (!own && attended) {
    await doubt(message);
    await asked.refresh();
  } else if (!own && !message.new) {
    // A filter that runs over a folder also marks the mail that happens to be shown.
    await unattended.change((marks) => ({ ...marks, [folder]: Date.now() }));
    await unsay(work, (job) => job.wait && job.mail.folder === folder);
  }
}

messenger.messages.onMoved.addListener(async (from, to) => {
  for await (const messages of pages(to)) {
    await arrived(messages);
  }
});

messenger.mailTabs.onSelectedMessagesChanged.addListener((tab, list) => shown(tab.id, list.messages));
messenger.messageDisplay.onMessagesDisplayed.addListener(async (tab, list) => {
  if (tab.type !== "mail") {
    await shown(tab.id, list.messages);
  }
});
messenger.tabs.onRemoved.addListener((id) => shown(id, []));

messenger.alarms.onAlarm.addListener(() => work.run());

messenger.menus.onClicked.addListener(async (info, tab) => {
  const messages = info.selectedMessages?.messages ?? (await ofTab(tab));
  await asked.command(work, info.menuItemId, messages);
});

messenger.commands.onCommand.addListener(async (command, tab) => {
  await asked.command(work, command, await ofTab(tab));
});

messenger.runtime.onMessage.addListener((request, sender) => asked.answer(work, request, sender));

messenger.runtime.onInstalled.addListener(async () => {
  await messenger.menus.removeAll();
  for (const id of ["spam", "ham", "withdraw", "explain"]) {
    messenger.menus.create({
      id,
      title: messenger.i18n.getMessage(asked.TITLES[id]),
      contexts: ["message_list"],
    });
  }
  messenger.menus.create({
    id: "options",
    title: messenger.i18n.getMessage("options"),
    contexts: ["action", "message_display_action"],
  });
});

// An event that wakes the page keeps it for itself; what was left half-done is gone on with too.
messenger.runtime.onStartup.addListener(() => work.retry());

async function begin() {
  await Promise.allSettled([prepareTags(), banner()]);
  await work.run();
}

async function banner() {
  const script = { id: "banner", js: ["pages/banner.js"], runAt: "document_idle" };
  const known = await messenger.scripting.messageDisplay.getRegisteredScripts();
  if (!known.some(({ id }) => id === script.id)) {
    await messenger.scripting.messageDisplay.registerScripts([script]);
  }
}

async function* pages(list) {
  let page = list;
  while (true) {
    yield page.messages;
    if (!page.id) {
      return;
    }
    page = await messenger.messages.continueList(page.id);
  }
}

begin();
