/** What is to be done with a mail, as data: nothing here touches a mailbox. */

/** The tag of mail that a program filed: a server's script must not take its move for a vote. */
export const FILED = "spamwatchfiled";
/** The tag of mail on its way back from Junk, of which its person has said here what he thinks. */
export const BACK = "spamwatchback";
/** The tag of mail that is called spam and left where it is. */
export const CALLED = "spamwatchspam";
export const TAGS = [FILED, BACK, CALLED];

/** Folders whose new mail nobody sent to this person, or that is where it belongs already. */
const NOT_CHECKED = ["junk", "trash", "drafts", "sent", "templates", "outbox", "archives"];
const NOT_MAIL = ["nntp", "rss", "im"];

/** Whether new mail of a folder is checked at all. */
export function isChecked(folder, account, settings) {
  return (
    !folder.isVirtual &&
    !folder.isUnified &&
    !folder.isTag &&
    !(folder.specialUse ?? []).some((use) => NOT_CHECKED.includes(use)) &&
    !NOT_MAIL.includes(account.type) &&
    !settings.skippedAccounts.includes(account.id)
  );
}

/**
 * The steps for a mail of which the peer has spoken: a list of {tag}, {junk} and {move}.
 * A person who has read the mail, or marked it, has decided: then nothing is done to it.
 *
 * @param verdict the peer's
 * @param mail {read, voted, first}: first if the peer answered at the first try, so that a mail
 *     which Thunderbird shows by itself as it arrives is not taken for one that a person has read
 * @param junkFolder whether the account has a Junk folder
 */
export function steps(verdict, mail, settings, junkFolder) {
  const decided = mail.voted || (mail.read && !mail.first);
  if (verdict !== "spam" || decided || settings.action === "banner") {
    return [];
  }
  if (settings.action === "tag" || !junkFolder) {
    return [{ tag: CALLED }];
  }
  // The tag first: who watches the mailbox must see it before the mail moves.
  return [{ tag: FILED }, { junk: true }, { move: "junk" }];
}

/**
 * The steps after a person's own mark.
 *
 * @param verdict "spam", "ham" or "withdraw"
 * @param place {inJunk, junkFolder, from}: from is the folder that the mail was filed from, if known
 */
export function stepsAfterMark(verdict, place, settings) {
  if (verdict === "spam") {
    return settings.moveMarked && place.junkFolder && !place.inJunk
      ? [{ tag: FILED }, { junk: true }, { move: "junk" }]
      : [{ junk: true }];
  }
  if (!place.inJunk || (verdict === "withdraw" && place.from === undefined)) {
    return [{ junk: false }, { untag: TAGS }];
  }
  return [{ tag: BACK }, { junk: false }, { move: place.from === undefined ? "inbox" : "back" }];
}
