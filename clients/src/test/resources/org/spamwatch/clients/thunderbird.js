// What a person does in Thunderbird, and what he sees: helpers for ThunderbirdTest, in chrome scope.
/* global Cc, Ci, ChromeUtils, Components, Services, WebExtensionPolicy, args */
/* exported fetchMail, folderOf, select, press, banner, clickBanner, page, popup, junkScore, suspend, addLogins, addonState, noted, unsubscribed */

const ADDON = "spamwatch@spamwatch.org";
const { MailServices } = ChromeUtils.importESModule("resource:///modules/MailServices.sys.mjs");
const { setTimeout } = ChromeUtils.importESModule("resource://gre/modules/Timer.sys.mjs");
const window3 = () => Services.wm.getMostRecentWindow("mail:3pane");
const tabmail = () => window3().document.getElementById("tabmail");
const extension = () => WebExtensionPolicy.getByID(ADDON)?.extension;

/** Waits until `test` gives something that is true, and returns that. */
async function until(what, test) {
  const end = Date.now() + 30_000;
  for (;;) {
    const found = await test();
    if (found) {
      return found;
    }
    if (Date.now() > end) {
      throw new Error(`not within 30 s: ${what}`);
    }
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** The passwords of all users, who are logged in then. */
async function addLogins(users, password) {
  for (const user of users) {
    const login = Cc["@mozilla.org/login-manager/loginInfo;1"].createInstance(Ci.nsILoginInfo);
    login.init("imap://127.0.0.1", null, "imap://127.0.0.1", user, password, "", "");
    await Services.logins.addLoginAsync(login);
  }
  for (const server of MailServices.accounts.allServers.filter(({ type }) => type === "imap")) {
    server.loginAtStartUp = true;
    server.performExpand(window3().msgWindow);
    const inbox = await until("inbox", () => server.rootFolder.getFolderWithFlags(Ci.nsMsgFolderFlags.Inbox));
    inbox.getNewMessages(null, null);
    await until("junk", () => server.rootFolder.getFolderWithFlags(Ci.nsMsgFolderFlags.Junk));
  }
}

/** Looks for new mail in the inbox of each account. */
function fetchMail() {
  for (const server of MailServices.accounts.allServers.filter(({ type }) => type === "imap")) {
    server.rootFolder.getFolderWithFlags(Ci.nsMsgFolderFlags.Inbox).getNewMessages(null, null);
  }
}

function folderOf(user, name) {
  const server = MailServices.accounts.findServer(user, "127.0.0.1", "imap");
  const use = { INBOX: Ci.nsMsgFolderFlags.Inbox, Junk: Ci.nsMsgFolderFlags.Junk }[name];
  return server.rootFolder.getFolderWithFlags(use);
}

/** Opens a folder, and in it the mail with this Message-ID. */
async function select(user, name, id) {
  const tabs = tabmail();
  while (tabs.tabInfo.length > 1) {
    tabs.closeTab(tabs.tabInfo[1]);
  }
  const pane = tabs.currentAbout3Pane;
  const folder = folderOf(user, name);
  pane.displayFolder(folder.URI);
  const row = await until(`${id} in ${name}`, () => {
    const view = pane.gDBView;
    for (let at = 0; view?.msgFolder === folder && at < view.rowCount; at++) {
      if (view.getMsgHdrAt(at).messageId === id) {
        return at + 1;
      }
    }
    folder.updateFolder(null);
    return 0;
  });
  pane.threadTree.selectedIndex = row - 1;
  await until(`${id} on display`, () => tabmail().currentAboutMessage?.gMessage?.messageId === id);
}

/** A command of Thunderbird's own on what is selected, such as cmd_markAsJunk. */
function press(command) {
  tabmail().currentAbout3Pane.commandController.doCommand(command);
}

/** Runs the body of an async function in a page, whose window is `content`. */
async function inPage(browser, body, ...values) {
  const name = `test:${Services.uuid.generateUUID()}`;
  const code = `(async args => {${body}\n})(${JSON.stringify(values)}).then(
    value => sendAsyncMessage("${name}", { value: value ?? null }),
    e => sendAsyncMessage("${name}", { error: String(e) }))`;
  const answer = await new Promise((done) => {
    const told = ({ data }) => {
      browser.messageManager.removeMessageListener(name, told);
      done(data);
    };
    browser.messageManager.addMessageListener(name, told);
    browser.messageManager.loadFrameScript(`data:text/javascript;charset=utf-8,${encodeURIComponent(code)}`, false);
  });
  if (answer.error) {
    throw new Error(answer.error);
  }
  return answer.value;
}

/** The banner's text, or "" if there is none. */
function banner() {
  return inPage(
    tabmail().currentAboutMessage.document.getElementById("messagepane"),
    `return content.document.querySelector("spamwatch-banner")?.openOrClosedShadowRoot.textContent ?? ""`,
  );
}

/** A person clicks a button of the banner; Thunderbird may display the mail anew meanwhile. */
function clickBanner(button) {
  return until(`button ${button}`, () =>
    inPage(
      tabmail().currentAboutMessage.document.getElementById("messagepane"),
      `
      const root = content.document.querySelector("spamwatch-banner")?.openOrClosedShadowRoot;
      const found = [...(root?.querySelectorAll("button") ?? [])].find((b) => b.textContent === args[0]);
      const { x, y, width, height } = found?.getBoundingClientRect() ?? {};
      for (const type of found ? ["mousedown", "mouseup"] : []) {
        const at = [type, x + width / 2, y + height / 2];
        if (content.synthesizeMouseEvent) {
          content.synthesizeMouseEvent(...at, { button: 0, clickCount: 1 }, {});
        } else {
          content.windowUtils.sendMouseEvent(...at, 0, 1, 0);
        }
      }
      return found !== undefined;`,
      button,
    ),
  );
}

/** Whether one of the add-on's pages shows what it has to show. */
const isReady = (browser) => inPage(browser, "return content.document.body?.dataset.ready === 'true'");

/** A page of the add-on in a tab: opened if it is not, then the body runs in it once it is ready. */
async function page(path, body, ...values) {
  const url = extension().baseURL + path;
  const open = () => tabmail().tabInfo.find((tab) => tab.browser?.currentURI?.spec.startsWith(url));
  if (!open()) {
    tabmail().openTab("contentTab", { url, linkHandler: "single-page", triggeringPrincipal: extension().principal });
  }
  const { browser } = await until(url, open);
  await until(`${url} is ready`, () => isReady(browser));
  return inPage(browser, body, ...values);
}

/** The background page is suspended, as it is when nothing happens for a while. */
async function suspend() {
  await extension().terminateBackground({ ignoreDevToolsAttached: true });
  return extension().backgroundState;
}

/** Runs the body of an async function in the background page, woken up for it. */
async function background(body, ...values) {
  await extension().wakeupBackground?.();
  const browser = await until("background page", () => extension().backgroundContext?.xulBrowser);
  return inPage(browser, body, ...values);
}

/** What the add-on has stored: the keys that begin so. */
function noted(prefix) {
  return background(
    `const all = await content.wrappedJSObject.messenger.storage.local.get(null);
     return Object.keys(all).filter(key => key.startsWith(args[0])).map(key => key + JSON.stringify(all[key]));`,
    prefix,
  );
}

/** The body runs in the popup of the button above the mail that is displayed; opened and closed for it. */
async function popup(body, ...values) {
  const shown = () => {
    const found = window3().document.querySelector("panel browser.webextension-popup-browser");
    return found?.messageManager ? found : null;
  };
  let pressed = 0;
  // The page is loaded out of sight and then put into the panel: a browser may be gone as we ask it.
  const browser = await until("popup is ready", async () => {
    const found = shown();
    if (found) {
      const late = new Promise((done) => setTimeout(done, 1000));
      return (await Promise.race([isReady(found).catch(() => false), late])) && found;
    }
    if (Date.now() - pressed > 3000) {
      pressed = Date.now();
      const { document } = tabmail().currentAboutMessage;
      document.querySelector("[id*=spamwatch][id$=messageDisplayAction-toolbarbutton]")?.click();
    }
    return null;
  });
  const value = await inPage(browser, body, ...values);
  browser.closest("panel")?.hidePopup();
  await until("popup closes", () => shown() === null);
  return value;
}

/** Thunderbird's junk score of a mail, -1 if it has none. */
function junkScore(user, name, id) {
  const folder = folderOf(user, name);
  const found = [...folder.messages].find((header) => header.messageId === id);
  return Number(found?.getStringProperty("junkscore") || -1);
}

/** What is opened while a person unsubscribes: a page for the browser, which is none, or a letter. */
async function unsubscribed(click) {
  let opened = null;
  const browser = {
    QueryInterface: ChromeUtils.generateQI(["nsIExternalProtocolService"]),
    loadURI(uri) {
      opened = uri.spec;
    },
  };
  const contract = "@mozilla.org/uriloader/external-protocol-service;1";
  const registrar = Components.manager.QueryInterface(Ci.nsIComponentRegistrar);
  const own = registrar.contractIDToCID(contract);
  const id = Services.uuid.generateUUID();
  const factory = { createInstance: (iid) => browser.QueryInterface(iid) };
  registrar.registerFactory(id, "no browser", contract, factory);
  try {
    await click();
    return await until("something is opened", () => opened ?? letter());
  } finally {
    registrar.unregisterFactory(id, factory);
    registrar.registerFactory(own, "", contract, null);
  }
}

/** Recipient and subject of the letter that is being written, if there is one; it is thrown away. */
function letter() {
  const compose = Services.wm.getMostRecentWindow("msgcompose");
  const to = compose?.document.querySelector("#toAddrContainer mail-address-pill")?.fullAddress;
  if (!to) {
    return null;
  }
  const text = `${to}: ${compose.document.getElementById("msgSubject").value}`;
  compose.gContentChanged = false;
  compose.close();
  return text;
}
