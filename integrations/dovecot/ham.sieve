# A mail was taken out of Junk by IMAP.
require ["copy", "environment", "imap4flags", "imapsieve", "variables", "vnd.dovecot.pipe"];

if environment :matches "imap.mailbox" "*" {
  set "mailbox" "${1}";
}
# Who throws it away does not call it ham; who sorts Junk neither. Add what your folders are called.
if string :matches "${mailbox}" ["Trash", "*/Trash", "*.Trash", "Deleted Items", "Deleted Messages",
                                 "Junk/*", "Junk.*"] {
  stop;
}
# A mail program has it back because its person took his word back, and has told the peer itself.
if hasflag ["SpamWatchBack"] {
  stop;
}
if environment :matches "imap.user" "*" {
  set "user" "${1}";
}
# Whoever moves it to Junk from now on is a person again.
removeflag "SpamWatchFiled";
pipe :copy "vote" ["ham", "${user}"];
