conn = mt.connect("unix:@SOCKET@")
if conn == nil then error("no connection") end
mt.conninfo(conn, "client.generated.example", "192.0.2.1")
mt.helo(conn, "client.generated.example")
mt.mailfrom(conn, "<sender@generated.example>")
mt.rcptto(conn, "<user@generated.example>")
mt.header(conn, "Subject", "a mail")
if "@FLAG@" ~= "" then mt.header(conn, "X-Spam-Flag", "@FLAG@") end
mt.eoh(conn)
local file = io.open("@BODY@", "rb")
mt.bodystring(conn, file:read("*a"))
file:close()
mt.eom(conn)
if mt.getreply(conn) ~= SMFIR_CONTINUE and mt.getreply(conn) ~= SMFIR_ACCEPT then
  error("the mail is not taken")
end
local flag = tostring(mt.getheader(conn, "X-Spam-Flag", 0))
if mt.eom_check(conn, MT_HDRADD, "X-Spam-Flag", "YES") then flag = flag .. " added" end
local status = mt.getheader(conn, "X-Spam-Status", 0)
local gone = mt.eom_check(conn, MT_HDRDELETE, "X-Spam-Flag") and ", flag removed" or ""
mt.echo("flag " .. flag .. ", status " .. (status and "added" or "nil") .. gone)
mt.disconnect(conn)
