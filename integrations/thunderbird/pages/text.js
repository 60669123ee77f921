/** Words and small parts of pages. Nothing is ever set as markup: all that is shown is text. */

export const say = (key, ...values) => messenger.i18n.getMessage(key.replaceAll("-", "_"), values.map(String));

/** Fills in what pages name by data-say, data-say-title and data-say-label. */
export function translate(root = document) {
  document.documentElement.lang = messenger.i18n.getUILanguage();
  for (const element of root.querySelectorAll("[data-say]")) {
    element.textContent = say(element.dataset.say);
  }
  for (const element of root.querySelectorAll("[data-say-label]")) {
    element.setAttribute("aria-label", say(element.dataset.sayLabel));
  }
}

export const people = (n) => (n === 0 ? say("nobody") : n === 1 ? say("person") : say("people", n));

/** An element with text. */
export function part(name, text = "", className = "") {
  const element = document.createElement(name);
  element.textContent = text;
  if (className) {
    element.className = className;
  }
  return element;
}

/** Asks the background page; a problem is thrown as an Error with `kind` and `hint`. */
export async function ask(what, more = {}) {
  const answer = await messenger.runtime.sendMessage({ ask: what, ...more });
  if (answer?.problem) {
    throw Object.assign(new Error(answer.problem.line), answer.problem);
  }
  return answer;
}

/** What is said of the peer's silence. */
export function peerLine(note) {
  const lines = { down: say("peerDown"), token: say("peerToken"), busy: say("peerBusy") };
  return lines[note.kind] ?? say("peerFault", note.line);
}
