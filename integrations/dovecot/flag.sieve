# A flag of a mail in the inbox was set or taken away.
require ["copy", "environment", "imap4flags", "imapsieve", "regex", "variables",
         "vnd.dovecot.pipe"];

# NonJunk and $NotJunk are other words.
if not environment :regex "imap.changedflags" "(^| )[$]?Junk( |$)" {
  stop;
}
# A program is about to file it.
if hasflag ["SpamWatchFiled"] {
  stop;
}
if environment :matches "imap.user" "*" {
  set "user" "${1}";
}
if hasflag ["Junk", "$Junk"] {
  pipe :copy "vote" ["spam", "${user}"];
} else {
  pipe :copy "vote" ["forget", "${user}"];
}
