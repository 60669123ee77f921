/** The popup of the toolbar's and the mail's button: what is said of the mail, and what to do. */

import { ask, peerLine, people, say, translate } from "./text.js";

const at = (id) => document.getElementById(id);
const [tab] = await messenger.tabs.query({ active: true, currentWindow: true });

translate();
for (const verdict of ["spam", "ham", "withdraw"]) {
  at(verdict).addEventListener("click", () => act("mark", { verdict }));
}
at("look").addEventListener("click", () => act("look"));
at("unsubscribe").addEventListener("click", () => leave("unsubscribe"));
at("explain").addEventListener("click", () => leave("explain"));
at("retry").addEventListener("click", () => act("retry"));
at("options").addEventListener("click", async () => {
  await messenger.runtime.openOptionsPage();
  window.close();
});
messenger.runtime.onMessage.addListener((message) => {
  if (message?.tell === "changed") {
    draw();
  }
});
await draw();
document.body.dataset.ready = "true";

async function act(what, more) {
  const buttons = [...document.querySelectorAll("button")];
  const focused = document.activeElement;
  buttons.forEach((button) => (button.disabled = true));
  try {
    await ask(what, { ...more, tab: tab?.id });
    await draw();
  } catch (e) {
    showPeer({ note: e, votes: 0, checks: 0 });
  } finally {
    buttons.forEach((button) => (button.disabled = false));
    focused?.focus();
  }
}

async function leave(what) {
  await ask(what, { tab: tab?.id });
  window.close();
}

async function draw() {
  const { count, view, peer } = await ask("view", { tab: tab?.id });
  const one = view !== null;
  at("verdict").textContent = one ? verdictOf(view) : count === 0 ? say("noMail") : say("manyMails", count);
  at("verdict").className = one && view.verdict === "spam" ? "spam" : "";
  show("votes", one && view.votes !== null ? votesOf(view) : "");
  show("mine", one ? mineOf(view) : "");
  at("acts").hidden = count === 0;
  at("more").hidden = !one;
  at("withdraw").hidden = one && view.mine === null;
  for (const verdict of ["spam", "ham"]) {
    at(verdict).setAttribute("aria-pressed", String(one && view.mine === verdict));
  }
  showList(one ? view.list : null);
  showPeer(peer);
}

function verdictOf(view) {
  if (view.state === "large" || view.state === "short") {
    return say(`verdict_${view.state}`);
  }
  return say(`verdict_${view.verdict ?? "none"}`);
}

function votesOf({ votes, filed, verdict }) {
  const line = say("votes", people(votes.spam), people(votes.ham));
  return filed && verdict === "spam" ? `${line}. ${say("filed")}` : line;
}

function mineOf({ mine, mineState, mineProblem }) {
  if (mine === null) {
    return "";
  }
  const become = {
    waiting: say("mineWaiting"),
    short: say("mineShort"),
    refused: say("mineRefused", mineProblem),
  };
  return `${say(`mine_${mine}`)} ${become[mineState] ?? ""}`;
}

function showList(list) {
  at("list").hidden = list === null;
  if (list !== null) {
    at("target").textContent = say(list.kind === "https" ? "goesToWeb" : "goesToMail", list.target);
  }
}

function showPeer({ note, votes, checks }) {
  at("peer").hidden = note === null;
  if (note !== null) {
    show("peerLine", peerLine(note));
    show("waitingVotes", votes > 0 ? say("waitingVotes", votes) : "");
    show("waitingChecks", checks > 0 ? say("waitingChecks", checks) : "");
  }
}

function show(id, text) {
  at(id).textContent = text;
  at(id).hidden = text === "";
}
