// What is made of a mail, as ata's GoldenMailTest writes it into its golden files.

import { readFileSync, readdirSync } from "node:fs";
import { webcrypto } from "node:crypto";
import { addressedText } from "../mail.js";
import { joined, mailText } from "../mimetext.js";
import { fullNormalized, paperNormalized } from "../normalization.js";

globalThis.crypto ??= webcrypto; // which a node before 19 hides

const REPOSITORY = new URL("../../../../", import.meta.url);
const ATA = new URL("ata/src/test/resources/org/spamwatch/ata/", REPOSITORY);

/** The golden mails: `{name, mail, expected}`. */
export function goldenMails() {
  return mailsIn(new URL("golden/", ATA));
}

/** Those beside their evidence. */
export function evidenceMails() {
  return mailsIn(new URL("evidence/", ATA));
}

function mailsIn(directory) {
  return readdirSync(directory)
    .filter((name) => name.endsWith(".eml"))
    .sort()
    .map((name) => ({
      name,
      mail: new Uint8Array(readFileSync(new URL(name, directory))),
      expected: readFileSync(new URL(name + ".txt", directory), "utf8"),
    }));
}

/** A file of the repository. */
export function repositoryFile(path) {
  return readFileSync(new URL(path, REPOSITORY), "utf8");
}

/** What is made of a mail; what normalisation makes of it without look-alikes is left out. */
export async function described(bytes) {
  const mail = mailText(bytes);
  const lines = [`mail broken=${mail.broken} cut=${mail.cut}`];
  for (const part of mail.parts) {
    lines.push(`part html=${part.html} attached=${part.attached}`);
  }
  const visible = joined(mail.parts, "visible");
  lines.push(`PAPER: ${paperNormalized(visible)}`, `FULL_1: ${fullNormalized(visible)}`);
  if (mail.parts.some((part) => part.visible !== part.written)) {
    lines.push(`written: ${fullNormalized(joined(mail.parts, "written"))}`);
  }
  const addressed = await addressedText(mail, ["rabin50", "char50", "word"]);
  lines.push(`guid: ${addressed.guid ?? "none"}`);
  const texts = addressed.vectors.filter(({ scheme }) => scheme !== "evidence");
  texts.forEach(({ scheme, wholeText, features }, i) => {
    lines.push(`${scheme} wholeText=${wholeText} digest=${addressed.digests[i]}`);
    lines.push(...features.map((key) => `  ${key}`));
  });
  return lines.join("\n") + "\n\n";
}
