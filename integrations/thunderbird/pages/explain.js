/** Why a mail is called what it is: the messages that are like it, and who said what of them. */

import { ask, part, peerLine, people, say, translate } from "./text.js";

const MAX_SHOWN = 200;
const at = (id) => document.getElementById(id);
const asked = new URLSearchParams(location.search);
const name = {
  id: Number(asked.get("id")),
  header: asked.get("header") ?? "",
  folder: asked.get("folder") ?? "",
  account: asked.get("account") ?? "",
};

translate();
document.title = `${say("name")}: ${say("explainTitle")}`;
at("state").textContent = say("explainAsking");
try {
  draw(await ask("explanation", { name }));
} catch (e) {
  at("state").textContent = [peerLine(e), e.hint].filter(Boolean).join(" ");
}
document.body.dataset.ready = "true";

function draw({ gone, subject, answer }) {
  if (gone || !answer) {
    at("state").textContent = say(gone ? "explainGone" : "explainShort");
    return;
  }
  at("state").textContent = "";
  fact("mailIs", subject);
  fact("reason", answer.reason);
  fact("votesTitle", say("votes", people(answer.votes.spam), people(answer.votes.ham)));
  if (answer.decided) {
    fact("decidedBy", say(`by_${answer.decided.by}`));
    fact("change", answer.decided.change);
  }
  if (answer.words) {
    fact("wordsTitle", answer.words.map(([word, spamminess]) => `${word} ${spamminess.toFixed(2)}`).join(", "));
  }
  if (answer.ownHam.length > 0) {
    fact("ownHamTitle", say("ownHam", answer.ownHam.length));
  }
  at("matches").hidden = false;
  if (answer.matches.length === 0) {
    at("matches").append(part("p", say("noMatches"), "quiet"));
  }
  at("matches").append(...answer.matches.slice(0, MAX_SHOWN).map(matchOf));
}

function fact(key, text) {
  if (text) {
    at("facts").append(part("dt", say(key)), part("dd", text));
  }
}

function matchOf(match) {
  const box = part("article", "", "match");
  box.append(
    part("h3", say("matchOf", match.shared, match.of)),
    part("p", say("votes", people(match.votes.spam), people(match.votes.ham))),
    part("p", match.by ?? "", "quiet"),
    line("message", match.message),
    line("scheme", match.scheme),
  );
  if (match.voters.length > 0) {
    const scroll = part("div", "", "scroll");
    scroll.append(table(match.voters.slice(0, MAX_SHOWN)));
    box.append(scroll);
  }
  return box;
}

function line(key, value) {
  const text = part("p", `${say(key)}: `, "quiet");
  text.append(part("code", value));
  return text;
}

function table(voters) {
  const element = part("table");
  element.append(part("caption", say("voters")));
  const head = element.createTHead().insertRow();
  for (const key of ["colVoter", "colSite", "colSaid", "colWhen", "colHow", "colWeight"]) {
    const cell = part("th", say(key));
    cell.scope = "col";
    head.append(cell);
  }
  const body = element.createTBody();
  for (const voter of voters) {
    const row = body.insertRow();
    const said = part("td", say(`said_${voter.verdict}`), voter.verdict);
    row.append(short(voter.voter), voter.own ? part("td", say("own")) : short(voter.site), said);
    const origin = say(`origin_${voter.origin}`) || voter.origin; // a newer peer's has no name here
    row.append(part("td", new Date(voter.time).toLocaleString()), part("td", origin));
    row.append(part("td", voter.own ? "" : voter.weight.toLocaleString(undefined, { maximumFractionDigits: 2 })));
  }
  return element;
}

function short(id) {
  const cell = part("td");
  const code = part("code", `${id.slice(0, 8)}…`);
  code.title = id;
  cell.append(code);
  return cell;
}
