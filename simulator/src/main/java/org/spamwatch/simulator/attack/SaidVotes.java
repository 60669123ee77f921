package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.StatusAnswer;
import org.spamwatch.agent.api.VoteBody;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.virtual.SimulatedVoter;

/** Votes as they are said over HTTP, each on a mail of its own. */
final class SaidVotes {
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 ([0-9]{3}) ");
  private static final String MAIL = "Content-Type: message/rfc822\r\n";

  private SaidVotes() {}

  /** A mail that nobody has. */
  static String mail(SplittableRandom random) {
    return "Subject: offer\n\n" + String.join(" ", RandomText.draw(random).words());
  }

  /**
   * A vote on a whole mail.
   *
   * @param query more of it, such as {@code &user=root}
   * @param headers more lines, each with its end
   */
  static String vote(String query, String host, String headers, SplittableRandom random) {
    return request("/v1/votes?verdict=spam" + query, host, MAIL + headers, mail(random));
  }

  static String request(String path, String host, String headers, String body) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: "
        + host
        + "\r\n"
        + headers
        + "Content-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  /** Votes with tokens at random. */
  static List<String> guesses(int count, SplittableRandom random) {
    List<String> said = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] guess = new byte[32];
      random.nextBytes(guess);
      String token = HexFormat.of().formatHex(guess);
      said.add(vote("", "localhost", "Authorization: Bearer " + token + "\r\n", random));
    }
    return said;
  }

  /** Votes at a peer, each signed with a key of its own. */
  static List<String> ofKeys(int count, StatusAnswer peer, SplittableRandom random) {
    List<String> said = new ArrayList<>();
    long nowMicros = System.currentTimeMillis() * 1000;
    for (int i = 0; i < count; i++) {
      VoteRequest vote =
          new SimulatedVoter(random)
              .voteRequest(
                  peer.realm(),
                  peer.id(),
                  RandomText.draw(random).address(),
                  VoteValue.SPAM,
                  nowMicros);
      String body = ApiJson.line(VoteBody.of(vote.vote(), vote.vectors()));
      said.add(request("/v1/votes", "localhost", "Content-Type: application/json\r\n", body));
    }
    return said;
  }

  /** The request, after whose answer the connection ends. */
  static String last(String request) {
    return request.replaceFirst("\r\n", "\r\nConnection: close\r\n");
  }

  /** How many answers say that a vote was taken. */
  static int taken(String answers) {
    return (int)
        STATUS.matcher(answers).results().filter(found -> found.group(1).equals("200")).count();
  }
}
