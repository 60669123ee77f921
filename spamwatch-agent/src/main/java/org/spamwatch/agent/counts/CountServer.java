package org.spamwatch.agent.counts;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.digest.DigestPath;
import org.spamwatch.agent.digest.DigestServer;
import org.spamwatch.agent.digest.Digests;
import org.spamwatch.agent.http.HttpReply;
import org.spamwatch.agent.request.RequestProblem;

/** What a count server is asked, path by path. Safe for any thread. */
public final class CountServer implements DigestServer.Database {
  private static final String ROOT = "/v1/counts";

  private final CountDatabase database;

  /** A server of what a database has counted. */
  public CountServer(CountDatabase database) {
    this.database = database;
  }

  @Override
  public String name() {
    return "counts";
  }

  @Override
  public List<DigestPath> paths() {
    return List.of(
        new DigestPath(
            "POST",
            ROOT + "/check",
            Digests.MAX_BYTES,
            (query, body) -> lines(database.counts(Digests.read(body, database.keyed(), 0)))),
        new DigestPath(
            "POST",
            ROOT + "/report",
            Digests.MAX_BYTES,
            (query, body) ->
                lines(
                    database.report(
                        Digests.read(body, database.keyed(), CountDatabase.MOST_COUNT)))),
        new DigestPath("GET", ROOT + "/status", 0, (query, body) -> json(database.status())),
        new DigestPath(
            "GET",
            ROOT + "/contribution",
            0,
            (query, body) ->
                HttpReply.ok("application/octet-stream", database.contribution(since(query)))),
        new DigestPath(
            "POST",
            ROOT + "/merge",
            database.mostBytes(),
            (query, body) -> json(database.merge(ByteBuffer.wrap(body)))));
  }

  private static long since(Map<String, String> query) throws RequestProblem {
    String allowed = "the version that was told before, 0 for none";
    String version = DigestPath.parameter(query, "since", allowed);
    if (!version.matches("[0-9]{1,18}")) {
      throw RequestProblem.badRequest("since is no version", "allowed is " + allowed);
    }
    return Long.parseLong(version);
  }

  private static HttpReply lines(int[] counts) {
    return DigestPath.lines(Arrays.stream(counts).mapToObj(Integer::toString).toList());
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
