# A mail came into Junk by IMAP.
require ["copy", "environment", "imap4flags", "imapsieve", "variables", "vnd.dovecot.pipe"];

# A program filed it: no person's word.
if hasflag ["SpamWatchFiled"] {
  stop;
}
if environment :matches "imap.user" "*" {
  set "user" "${1}";
}
pipe :copy "vote" ["spam", "${user}"];
