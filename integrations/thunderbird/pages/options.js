/** The options: read, checked while they are typed, tried, kept. */

import { PRIVACY, RULES, peerAddress } from "../lib/settings.js";
import { ask, part, say, translate } from "./text.js";

const form = document.getElementById("form");
const at = (id) => document.getElementById(id);

translate();
document.title = say("optionsTitle");
fill("rule", RULES);
fill("privacy", PRIVACY);
const { settings, locked, accounts } = await ask("settings");
show();
at("showToken").addEventListener("change", () => {
  at("token").type = at("showToken").checked ? "text" : "password";
});
form.addEventListener("input", () => {
  at("saved").textContent = "";
  at("tested").hidden = true;
  read();
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const values = read();
  if (values !== null && (await mayAsk(values.peer))) {
    await ask("choose", { settings: values });
    at("saved").textContent = say("saved");
  }
});
at("test").addEventListener("click", async () => {
  const values = read();
  if (values !== null) {
    tell(say("testing"));
    tell((await mayAsk(values.peer)) ? await tested(values) : say("permissionNeeded"));
  }
});
document.body.dataset.ready = "true";

function fill(id, values) {
  at(id).append(
    ...values.map((value) => {
      const option = part("option", say(`${id}_${value}`));
      option.value = value;
      return option;
    }),
  );
}

function show() {
  for (const name of ["peer", "token", "rule", "privacy"]) {
    form.elements[name].value = settings[name];
  }
  for (const name of ["votes", "thres"]) {
    form.elements[name].value = settings[name] === 0 ? "" : settings[name];
  }
  form.elements.action.value = settings.action;
  form.elements.moveMarked.checked = settings.moveMarked;
  form.elements.teach.checked = settings.teach;
  at("accounts").append(...accounts.map(accountLine));
  for (const name of locked) {
    lock(name);
  }
}

function accountLine({ id, name }) {
  const box = document.createElement("input");
  box.type = "checkbox";
  box.name = "account";
  box.value = id;
  box.checked = !settings.skippedAccounts.includes(id);
  const label = part("label");
  label.append(box, part("span", name));
  const line = part("p", "", "check");
  line.append(label);
  return line;
}

/** What the policy sets is shown and cannot be changed. */
function lock(name) {
  const fields = [form.elements[name === "skippedAccounts" ? "account" : name]].flat();
  for (const field of fields.flatMap((one) => (one instanceof RadioNodeList ? [...one] : [one]))) {
    if (field) {
      field.disabled = true;
      field.title = say("locked");
    }
  }
}

/** What the form says, or null, with what is wrong said beside it. */
function read() {
  const peer = peerAddress(form.elements.peer.value);
  const numbers = ["votes", "thres"].map((name) => [name, numberIn(form.elements[name])]);
  complain("peer", peer === null ? say("peerAddressBad") : "");
  for (const [name, value] of numbers) {
    const { low, high } = form.elements[name].dataset;
    complain(name, value === null ? say("numberBad", low, high) : "");
  }
  if (peer === null || numbers.some(([, value]) => value === null)) {
    return null;
  }
  return {
    peer,
    token: form.elements.token.value.trim(),
    action: form.elements.action.value,
    moveMarked: form.elements.moveMarked.checked,
    teach: form.elements.teach.checked,
    rule: form.elements.rule.value,
    privacy: form.elements.privacy.value,
    skippedAccounts: [...form.querySelectorAll("[name=account]:not(:checked)")].map((box) => box.value),
    ...Object.fromEntries(numbers),
  };
}

function numberIn(field) {
  const text = field.value.trim();
  if (text === "") {
    return 0;
  }
  const value = /^[0-9]{1,6}$/.test(text) ? Number(text) : 0;
  return value >= Number(field.dataset.low) && value <= Number(field.dataset.high) ? value : null;
}

function complain(name, text) {
  form.elements[name].setAttribute("aria-invalid", String(text !== ""));
  at(`${name}Bad`).textContent = text;
  at(`${name}Bad`).hidden = text === "";
}

/** Thunderbird asks its person whether we may ask an address elsewhere. */
async function mayAsk(peer) {
  const { protocol, hostname } = new URL(peer);
  return protocol === "http:" || messenger.permissions.request({ origins: [`https://${hostname}/*`] });
}

async function tested(values) {
  try {
    const { joined, realm, voter, voterProblem, hint } = await ask("test", { settings: values });
    const lines = [say(joined ? "testJoined" : "testAlone", `${realm.slice(0, 8)}…`)];
    lines.push(voter === undefined ? say("testNoVoter", voterProblem) : say("testVoter", voter));
    return [...lines, hint].filter(Boolean).join(" ");
  } catch (e) {
    return [say("testFailed", e.message), e.hint].filter(Boolean).join(" ");
  }
}

function tell(text) {
  at("tested").textContent = text;
  at("tested").hidden = false;
}
