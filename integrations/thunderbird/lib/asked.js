/** What people ask for: from the menu, by a key, in the popup, the banner, and the pages. */

import { explain, look } from "./checking.js";
import { find, nameOf } from "./mailbox.js";
import { Peer, PeerProblem } from "./peer.js";
import { choose, peerNote, policy, settings } from "./records.js";
import { allowed, combined } from "./settings.js";
import { ofTab } from "./sight.js";
import { fullViewOf, peerView, viewOf } from "./view.js";
import { forgetVoter, voter } from "./voter.js";
import { mark, marking } from "./voting.js";

const WORDS = ["spam", "ham", "withdraw"];
/** The names of the menu's lines. */
export const TITLES = { spam: "markSpam", ham: "markHam", withdraw: "takeBack", explain: "explain" };
/** Mails that one command marks at most. */
const MAX_MARKED = 1000;

/** A command of the menu or a key. */
export async function command(work, id, messages) {
  if (WORDS.includes(id)) {
    await markAll(work, messages, id);
  } else if (id === "explain" && messages.length > 0) {
    await openExplanation(messages[0]);
  } else if (id === "options") {
    await messenger.runtime.openOptionsPage();
  }
}

async function markAll(work, messages, verdict) {
  for (const message of messages.slice(0, MAX_MARKED)) {
    await marking.take(() => mark(work, message, verdict));
  }
  await refresh();
  await work.run();
}

async function openExplanation(message) {
  const query = new URLSearchParams(nameOf(message)).toString();
  await messenger.tabs.create({ url: `/pages/explain.html?${query}` });
}

/** All banners and open popups draw themselves anew. */
export async function refresh() {
  const tabs = await messenger.tabs.query({ type: ["mail", "messageDisplay"] });
  const told = tabs.map((tab) => messenger.tabs.sendMessage(tab.id, { tell: "changed" }));
  told.push(messenger.runtime.sendMessage({ tell: "changed" }));
  await Promise.allSettled(told); // where nobody listens, nobody is told
}

/** Answers a page of ours, or the banner, whose page is a stranger's mail: it has few words. */
export function answer(work, request, sender) {
  if (sender.id !== messenger.runtime.id || typeof request?.ask !== "string") {
    return undefined;
  }
  const ours = sender.url?.startsWith(messenger.runtime.getURL("/")) ?? false;
  const known = ours ? { ...OF_MAIL, ...OF_PAGES } : OF_MAIL;
  if (!Object.hasOwn(known, request.ask)) {
    return undefined;
  }
  const tab = ours ? request.tab : sender.tab?.id;
  return known[request.ask]({ work, request, tab }).catch((e) => ({
    problem: { kind: e instanceof PeerProblem ? e.kind : "fault", line: e.message, hint: e.hint ?? "" },
  }));
}

const OF_MAIL = {
  async view({ work, tab }) {
    const messages = await messagesOf(tab);
    const [message] = messages;
    const view = messages.length === 1 ? await fullViewOf(message) : null;
    return { count: messages.length, view, peer: await peerView(work) };
  },

  async mark({ work, request, tab }) {
    if (WORDS.includes(request.verdict)) {
      await markAll(work, await messagesOf(tab), request.verdict);
    }
    return {};
  },

  async unsubscribe({ work, tab }) {
    const [message] = await messagesOf(tab);
    const { list, mine } = await fullViewOf(message);
    if (list === null) {
      return {};
    }
    if (mine === "spam") {
      await marking.take(() => mark(work, message, "withdraw"));
      await refresh();
    }
    if (list.kind === "https") {
      await messenger.windows.openDefaultBrowser(list.url);
    } else {
      await messenger.compose.beginNew({ to: [list.target], subject: list.subject });
    }
    await work.run();
    return {};
  },

  async explain({ tab }) {
    const [message] = await messagesOf(tab);
    await openExplanation(message);
    return {};
  },
};

const OF_PAGES = {
  async look({ tab }) {
    const [message] = await messagesOf(tab);
    await look(message);
    await refresh();
    return {};
  },

  async explanation({ request }) {
    const message = await find(request.name, true);
    if (message === null) {
      return { gone: true };
    }
    return { subject: message.subject, view: await viewOf(message), answer: await explain(message) };
  },

  async settings() {
    const locked = Object.keys(allowed(await policy()));
    const accounts = (await messenger.accounts.list(false)).filter(
      (account) => !["nntp", "rss", "im"].includes(account.type),
    );
    return {
      settings: await settings(),
      locked,
      accounts: accounts.map(({ id, name, type }) => ({ id, name, type })),
    };
  },

  async choose({ work, request }) {
    await choose(allowed(request.settings));
    forgetVoter();
    await peerNote.change(() => false);
    await work.retry();
    return {};
  },

  async test({ request }) {
    const tried = combined(request.settings, await policy());
    const status = await new Peer(tried).status();
    const found = { joined: status.joined === true, realm: String(status.realm), id: String(status.id) };
    forgetVoter();
    try {
      const { user } = await voter(tried);
      return { ...found, voter: user };
    } catch (e) {
      return { ...found, voterProblem: e.message, hint: e.hint ?? "" };
    }
  },

  async retry({ work }) {
    await work.retry();
    return {};
  },
};

async function messagesOf(tabId) {
  return Number.isInteger(tabId) ? ofTab(await messenger.tabs.get(tabId)) : [];
}
