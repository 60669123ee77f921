/**
 * The banner above a displayed mail. It stands in the mail's own page, apart from it in a closed
 * shadow tree: the mail's styles do not reach it, and scripts of mails do not run.
 */
(() => {
  const say = (key, ...values) => messenger.i18n.getMessage(key, values.map(String));
  const STYLE = `
    :host { all: initial !important; display: block !important; color-scheme: light dark; }
    section { --line: #d9a29c; --ground: #fdecea; --text: #2b1110; --button: #fff;
      display: flex; flex-wrap: wrap; align-items: center; gap: 6px 10px; margin: 0 0 10px; padding: 8px 12px;
      border: 1px solid var(--line); border-radius: 6px; background: var(--ground); color: var(--text);
      font: 14px/1.4 system-ui, sans-serif; }
    section.calm { --line: #b9c3d0; --ground: #eef3f9; --text: #17212d; }
    section.unsure { --line: #d8bf74; --ground: #fff4d6; --text: #2d2408; }
    p { flex: 1 1 auto; margin: 0; }
    div { display: flex; flex-wrap: wrap; gap: 6px; }
    strong { display: block; }
    span { font-size: 13px; }
    button { padding: 4px 10px; border: 1px solid var(--line); border-radius: 5px; background: var(--button);
      color: inherit; font: inherit; cursor: pointer; }
    button:hover { filter: brightness(0.96); }
    button:focus-visible { outline: 2px solid #1f5a96; outline-offset: 2px; }
    @media (prefers-color-scheme: dark) {
      section { --line: #8a4a45; --ground: #4a2321; --text: #ffe9e7; --button: #33201f; }
      section.calm { --line: #51627a; --ground: #263241; --text: #eaf2fb; --button: #1c2632; }
      section.unsure { --line: #85702f; --ground: #453a17; --text: #fff3d0; --button: #2e2710; }
      button:focus-visible { outline-color: #8fc1f3; }
    }
    @media print { :host { display: none !important; } }`;

  let host = null;

  async function draw() {
    const { view } = await messenger.runtime.sendMessage({ ask: "view" });
    host?.remove();
    host = null;
    const calm = view?.verdict !== "spam" && view?.verdict !== "unsure";
    if (!view || (calm && view.mine === null && !view.doubted)) {
      return;
    }
    host = document.createElement("spamwatch-banner");
    const shadow = host.attachShadow({ mode: "closed" });
    const style = document.createElement("style");
    style.textContent = STYLE;
    shadow.append(style, content(view));
    document.documentElement.insertBefore(host, document.body);
  }

  function content(view) {
    const box = document.createElement("section");
    box.setAttribute("role", "status");
    box.setAttribute("aria-label", say("name"));
    box.className = view.mine !== null ? "calm" : view.verdict === "spam" ? "" : "unsure";
    box.append(words(view), buttons(view));
    return box;
  }

  function words(view) {
    const text = document.createElement("p");
    const first = document.createElement("strong");
    first.textContent = headline(view);
    const second = document.createElement("span");
    second.textContent = secondLine(view);
    text.append(first, second);
    return text;
  }

  function headline({ verdict, mine, doubted }) {
    if (mine !== null) {
      return say(`mine_${mine}`);
    }
    return doubted && verdict !== "spam" ? say("doubted") : say(`verdict_${verdict}`);
  }

  function secondLine(view) {
    const lines = [];
    if (view.votes !== null) {
      lines.push(`${say("votes", people(view.votes.spam), people(view.votes.ham))}.`);
    }
    if (view.mine !== null && view.mineState === "waiting") {
      lines.push(say("mineWaiting"));
    } else if (view.mine !== null && view.mineState === "short") {
      lines.push(say("mineShort"));
    } else if (view.mine !== null && view.mineState === "refused") {
      lines.push(say("mineRefused", view.mineProblem));
    }
    if (view.list !== null && view.mine === "spam") {
      lines.push(say("list"), `(${say(view.list.kind === "https" ? "goesToWeb" : "goesToMail", view.list.target)})`);
    }
    return lines.join(" ");
  }

  const people = (n) => (n === 0 ? say("nobody") : n === 1 ? say("person") : say("people", n));

  function buttons(view) {
    const list = document.createElement("div");
    if (view.mine !== null) {
      list.append(button("takeBack", { ask: "mark", verdict: "withdraw" }));
    } else {
      list.append(button("markHam", { ask: "mark", verdict: "ham" }));
      list.append(button("markSpam", { ask: "mark", verdict: "spam" }));
    }
    if (view.list !== null && view.mine === "spam") {
      list.append(button("unsubscribe", { ask: "unsubscribe" }));
    }
    list.append(button("explain", { ask: "explain" }));
    return list;
  }

  function button(name, request) {
    const element = document.createElement("button");
    element.type = "button";
    element.textContent = say(name);
    element.addEventListener("click", (event) => {
      // Only a person's hand votes: a click that a script has made is none.
      if (event.isTrusted) {
        element.disabled = true;
        messenger.runtime.sendMessage(request).then(draw);
      }
    });
    return element;
  }

  messenger.runtime.onMessage.addListener((message) => {
    if (message?.tell === "changed") {
      draw();
    }
  });
  draw();
})();
