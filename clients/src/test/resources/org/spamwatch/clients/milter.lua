-- What a mail server and the peer say to each other, by OpenDKIM's test program.
-- port: of the milter; marked: the words of a mail that people marked as spam

local function expect(what, holds)
  if not holds then
    mt.echo("not so: " .. what)
    error(what)
  end
end

local function connected()
  local conn = mt.connect("inet:" .. port .. "@127.0.0.1")
  expect("no connection", conn ~= nil)
  return conn
end

-- The program refuses to say what was agreed to be left out.
local function mail(conn, recipient, text, all)
  if all then
    expect("mail", mt.mailfrom(conn, "<sender@generated.example>") == nil)
  end
  expect("recipient", mt.rcptto(conn, recipient) == nil)
  expect("from", mt.header(conn, "From", "sender@generated.example") == nil)
  expect("subject", mt.header(conn, "Subject", "an offer") == nil)
  expect("forged", mt.header(conn, "X-SpamWatch-Status", "unknown") == nil)
  expect("forged again", mt.header(conn, "x-spamwatch-status", "unknown") == nil)
  if all then
    expect("end of header", mt.eoh(conn) == nil)
  end
  expect("text", mt.bodystring(conn, text) == nil)
  expect("end", mt.eom(conn) == nil)
  expect("let in", mt.getreply(conn) == SMFIR_ACCEPT)
  expect("status", mt.eom_check(conn, MT_HDRADD, "X-SpamWatch-Status"))
  expect("fingerprints", mt.eom_check(conn, MT_HDRADD, "X-SpamWatch-Fingerprints"))
  expect("forged fields go", mt.eom_check(conn, MT_HDRDELETE, "x-spamwatch-status"))
end

-- As a mail server of this version, which leaves out all it is asked to. One mail a connection:
-- the program would go on counting the changes of the one before.
local function greeted()
  local conn = connected()
  expect("greeting", mt.negotiate(conn, nil, nil, nil) == nil)
  expect("asks for no hosts", mt.test_option(conn, SMFIP_NOCONNECT))
  expect("may change fields", mt.test_action(conn, SMFIF_CHGHDRS))
  expect("changes no text", not mt.test_action(conn, SMFIF_CHGBODY))
  return conn
end

local conn = greeted()
mail(conn, "<alice@generated.example>", marked)
expect("spam", mt.eom_check(conn, MT_HDRADD, "X-Spam-Flag", "YES"))
mt.disconnect(conn)

conn = greeted()
mail(conn, "<alice@generated.example>", "Nobody has ever said a word against this text. " ..
  "It speaks of gardens, of rivers and of the long way home in the evening.\r\n")
expect("not spam", not mt.eom_check(conn, MT_HDRADD, "X-Spam-Flag"))
mt.disconnect(conn)

conn = greeted()
mail(conn, "<bob@generated.example>", marked)
expect("bob wants more votes", not mt.eom_check(conn, MT_HDRADD, "X-Spam-Flag"))
mt.disconnect(conn)

conn = greeted()
expect("given up", mt.rcptto(conn, "<bob@generated.example>") == nil)
expect("given up", mt.header(conn, "X-SpamWatch-Status", "unknown") == nil)
expect("given up", mt.abort(conn) == nil)
mail(conn, "<alice@generated.example>", marked)
expect("bob is forgotten", mt.eom_check(conn, MT_HDRADD, "X-Spam-Flag", "YES"))
mt.disconnect(conn)

-- As one of version 2, which waits for an answer to everything.
conn = connected()
expect("old greeting", mt.negotiate(conn, 2, SMFIP_NOCONNECT + SMFIP_NOHELO, 0x3F) == nil)
mail(conn, "<alice@generated.example>", marked, true)
expect("spam", mt.eom_check(conn, MT_HDRADD, "X-Spam-Flag", "YES"))
mt.disconnect(conn)
mt.echo("well")
