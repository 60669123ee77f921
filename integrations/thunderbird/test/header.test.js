import assert from "node:assert/strict";
import { test } from "node:test";
import { asReceived, fields, unsubscribing } from "../lib/header.js";

const bytes = (text) => Uint8Array.from(text, (c) => c.charCodeAt(0));
const text = (mail) => String.fromCharCode(...mail);
const list = (value) => unsubscribing(bytes(`Subject: x\r\nList-Unsubscribe: ${value}\r\n\r\nbody`));

test("Thunderbird's own lines before the mail are left out, and no others", () => {
  const mail = "Received: a\r\nSubject: b\r\n\r\nX-Mozilla-Status: 0001\r\n";
  assert.equal(text(asReceived(bytes(mail))), mail);
  const kept = "From - Mon Nov 23\r\nX-Mozilla-Status: 0001\r\nX-Mozilla-Status2: 00000000\r\n";
  assert.equal(text(asReceived(bytes(kept + mail))), mail);
  const keys = "X-Mozilla-Status: 0001\nX-Mozilla-Status2: 00000000\nX-Mozilla-Keys:          \n";
  assert.equal(text(asReceived(bytes(keys + mail))), mail);
  assert.equal(text(asReceived(bytes("From: a@b\r\n\r\n"))), "From: a@b\r\n\r\n");
  assert.equal(asReceived(new Uint8Array(0)).length, 0);
});

test("fields are unfolded, whatever their case, and only of the head", () => {
  const mail = bytes("A: 1\r\nlist-ID: <x\r\n\t y>\r\nList-Id: z\r\n\r\nList-Id: body\r\n");
  assert.deepEqual(fields(mail, "List-Id"), ["<x y>", "z"]);
  assert.deepEqual(fields(mail, "B"), []);
  assert.deepEqual(fields(bytes("A: 1"), "a"), ["1"]);
});

test("https is offered before mailto, with where it leads", () => {
  assert.deepEqual(list("<mailto:u@l.example>, <https://l.example/u?x=1>"), {
    kind: "https",
    url: "https://l.example/u?x=1",
    target: "l.example",
  });
  assert.deepEqual(list("<mailto:u@l.example?subject=leave%20me&bcc=a@b&body=c>"), {
    kind: "mailto",
    url: "mailto:u@l.example",
    target: "u@l.example",
    subject: "leave me",
  });
  assert.equal(list("<mailto:u@l.example>").subject, "unsubscribe");
});

test("nothing else is ever offered", () => {
  for (const bad of [
    "<http://l.example/>",
    "<javascript:alert(1)>",
    "<data:text/html,x>",
    "<file:///etc/passwd>",
    "<moz-extension://x/y>",
    "<https://bank.example@evil.example/>",
    "<https://>",
    "<mailto:>",
    "<mailto:a@b,c@d>",
    "<mailto:a@b%2Cc@d>",
    "<mailto:%E0%A4%A>",
    "<mailto:a%0D%0ABcc:x@y>",
    "https://l.example/",
    "<>",
    "",
  ]) {
    assert.equal(list(bad), null, bad);
  }
  assert.equal(unsubscribing(bytes("Subject: x\r\n\r\n")), null);
});

test("a subject that a stranger has chosen is one bounded line", () => {
  const found = list(`<mailto:u@l.example?subject=a%0D%0ABcc:%20x${"y".repeat(500)}>`);
  assert.ok(!/[\r\n]/.test(found.subject) && found.subject.length <= 200);
});

test("a head without end is read up to a bound", () => {
  const huge = new Uint8Array(8 * 1024 * 1024).fill(97);
  assert.deepEqual(fields(huge, "List-Unsubscribe"), []);
  assert.equal(asReceived(huge), huge);
});
