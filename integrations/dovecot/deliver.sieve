# A mail is delivered. 100 % are as many votes as the recipient wants.
require ["comparator-i;ascii-numeric", "fileinto", "imap4flags", "mailbox", "relational",
         "spamtestplus"];

if spamtest :percent :value "ge" :comparator "i;ascii-numeric" "100" {
  # The keyword tells mail programs that no person put it there.
  fileinto :create :flags "SpamWatchFiled" "Junk";
  stop;
}
