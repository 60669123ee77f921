package org.spamwatch.agent.signatures;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.digest.DigestPath;
import org.spamwatch.agent.digest.DigestServer;
import org.spamwatch.agent.digest.Digests;
import org.spamwatch.agent.http.HttpReply;
import org.spamwatch.agent.request.RequestProblem;

/** What a signature server is asked, path by path. Safe for any thread. */
public final class SignatureServer implements DigestServer.Database {
  private static final String ROOT = "/v1/signatures";

  private final SignatureDatabase database;

  /** A server of what a database holds. */
  public SignatureServer(SignatureDatabase database) {
    this.database = database;
  }

  @Override
  public String name() {
    return "signatures";
  }

  @Override
  public List<DigestPath> paths() {
    return List.of(
        ofDigests("/check", digests -> said(database.areSpam(digests), "spam", "unknown")),
        ofDigests("/report", digests -> said(database.report(digests), "new", "known")),
        ofDigests("/revoke", digests -> said(database.revoke(digests), "revoked", "unknown")),
        new DigestPath("GET", ROOT + "/status", 0, (query, body) -> json(database.status())),
        new DigestPath(
            "GET",
            ROOT + "/filter",
            0,
            (query, body) -> HttpReply.ok("application/octet-stream", database.serial())),
        new DigestPath(
            "POST",
            ROOT + "/merge",
            database.serialLength(),
            (query, body) -> json(database.merge(ByteBuffer.wrap(body)))));
  }

  /** What is done with many digests. */
  private interface Doing {
    HttpReply with(Digests digests) throws RequestProblem;
  }

  private DigestPath ofDigests(String path, Doing doing) {
    return new DigestPath(
        "POST",
        ROOT + path,
        Digests.MAX_BYTES,
        (query, body) -> doing.with(Digests.read(body, database.keyed(), 0)));
  }

  private static HttpReply said(boolean[] each, String ifSo, String ifNot) {
    List<String> lines = new ArrayList<>(each.length);
    for (boolean is : each) {
      lines.add(is ? ifSo : ifNot);
    }
    return DigestPath.lines(lines);
  }

  private static HttpReply json(Record answer) {
    return HttpReply.ok("application/json", ApiJson.write(answer));
  }

  @Override
  public long changes() {
    return database.changes();
  }

  @Override
  public byte[] state() {
    return database.state();
  }
}
