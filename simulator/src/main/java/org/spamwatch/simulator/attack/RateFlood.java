package org.spamwatch.simulator.attack;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.spamwatch.agent.api.RateAnswer;
import org.spamwatch.agent.api.RateBody;
import org.spamwatch.agent.api.RateInfo;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.processes.PeerProcesses;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.sketch.DistinctRates.Outcome;

/**
 * Who sends mail and who shares the host against a peer's rate limit, which has little memory. A
 * sender who is over it makes up tens of thousands of others, so that he be forgotten, or users
 * near the limit be; and another account of the host asks in a user's name, at every port that
 * counts, so that his mail be refused. Only root can play the account.
 */
final class RateFlood implements Attack.Scenario {
  private static final int LIMIT = 20;
  private static final int USERS = 50;
  private static final int MADE_UP = 60_000;
  private static final int AT_ONCE = 100;
  private static final int IN_ANOTHERS_NAME = 200;

  /** A connection and a process each. */
  private static final int AT_SPAMD = 30;

  private static final int PATIENCE_MILLIS = 30_000;
  private static final String NAME = "recipients";
  private static final String SPAMMER = "spammer";
  private static final String HOST = "192.0.2.66";
  private static final String VICTIM = "victim";
  private static final List<String> SETTINGS =
      List.of(
          "policy.listen=127.0.0.1:0",
          "spamd.listen=127.0.0.1:0",
          "ratelimit.max-megabytes=1",
          "ratelimit.limits=" + NAME + " " + LIMIT + "/1h unique=recipient key=sender");

  /** Says what comes from standard input, and hears all of the answer. */
  private static final String ASK = "exec 3<>/dev/tcp/127.0.0.1/$0; cat >&3; cat <&3";

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress)
      throws ProcessException, PeerClientException, InterruptedException {
    List<String> flags = PeerProcesses.small(settings.heapMebibytes());
    try (PeerProcesses peers = PeerProcesses.start(1, flags, SETTINGS, progress)) {
      PeerProcess peer = peers.all().get(0);
      int policy = peer.port("policy.listen");
      for (int i = 0; i < LIMIT + 5; i++) {
        count(peer, SPAMMER, "r" + i, HOST);
      }
      for (int user = 0; user < USERS; user++) {
        for (int i = 0; i < LIMIT - 1; i++) {
          count(peer, "user" + user, "r" + i, "user" + user);
        }
      }
      long begun = System.nanoTime();
      long bytes = flood(policy, progress);
      int refused = 0;
      int forgotten = 0;
      for (int user = 0; user < USERS; user++) {
        RateAnswer known = look(peer, "user" + user);
        forgotten += known.rate() < LIMIT / 2.0 ? 1 : 0;
        refused += isOver(count(peer, "user" + user, "r3", "user" + user)) ? 1 : 0;
      }
      boolean isCaught = isOver(look(peer, SPAMMER));
      boolean can = OtherAccount.canBePlayed();
      bytes += can ? inAnothersName(peer, policy) : 0;
      double seconds = (System.nanoTime() - begun) / 1e9;
      double taken = look(peer, VICTIM).rate();
      RateInfo.Limit table = peer.client().rates().limits().get(0);
      String seen =
          String.format(
              Locale.ROOT,
              "%d made-up senders: %d keys in %.2f MiB; of %d users near the limit %d forgotten, %d"
                  + " refused; the spammer is %s; %s asked in a user's name, %.0f counted",
              MADE_UP,
              table.keys(),
              table.bytes() / (double) (1 << 20),
              USERS,
              forgotten,
              refused,
              isCaught ? "still over" : "free",
              can
                  ? Integer.toString(2 * IN_ANOTHERS_NAME + AT_SPAMD)
                  : "(only root can play it) none",
              taken);
      boolean isBounded = table.bytes() <= 1 << 20;
      return new AttackResult(
          bytes, seconds, seen, isBounded && refused == 0 && isCaught && taken == 0);
    } catch (IOException e) {
      throw new ProcessException("no connection can be had: " + e.getMessage(), e);
    }
  }

  private static boolean isOver(RateAnswer answer) {
    return answer.outcome() == Outcome.OVER;
  }

  private static RateAnswer count(PeerProcess peer, String key, String unique, String source)
      throws PeerClientException {
    return peer.client().rate(new RateBody(NAME, key, Optional.of(unique), Optional.of(source)));
  }

  private static RateAnswer look(PeerProcess peer, String key) throws PeerClientException {
    return peer.client().rate(new RateBody(NAME, key, Optional.empty(), Optional.empty()));
  }

  private static String request(String sender, String recipient, String client) {
    return "request=smtpd_access_policy\nsender=%s\nrecipient=%s\nclient_address=%s\n\n"
        .formatted(sender, recipient, client);
  }

  /** All from the spammer's host. */
  private static long flood(int port, Consumer<String> progress) throws IOException {
    long bytes = 0;
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      OutputStream out = socket.getOutputStream();
      BufferedReader in =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      for (int sent = 0; sent < MADE_UP; sent += AT_ONCE) {
        StringBuilder some = new StringBuilder();
        for (int i = sent; i < sent + AT_ONCE; i++) {
          some.append(request("made-up" + i, "r", HOST));
        }
        out.write(some.toString().getBytes(US_ASCII));
        bytes += some.length();
        for (int lines = 0; lines < 2 * AT_ONCE; lines++) {
          if (in.readLine() == null) {
            throw new IOException("the policy port ends the connection");
          }
        }
        if (sent % (100 * AT_ONCE) == 0) {
          progress.accept(sent + " of " + MADE_UP + " made-up senders");
        }
      }
    }
    return bytes;
  }

  /** Another account of the host asks over HTTP, at the policy port and at the spamd port. */
  private static long inAnothersName(PeerProcess peer, int policy)
      throws IOException, PeerClientException {
    List<String> http = new ArrayList<>();
    StringBuilder asked = new StringBuilder();
    long bytes = 0;
    int spamd = peer.port("spamd.listen");
    for (int i = 0; i < IN_ANOTHERS_NAME; i++) {
      String body =
          "{\"limit\":\"%s\",\"key\":\"%s\",\"unique\":\"r%d\"}".formatted(NAME, VICTIM, i);
      http.add(
          SaidVotes.request(
              "/v1/ratelimit", "localhost", "Content-Type: application/json\r\n", body));
      asked.append(request(VICTIM, "r" + i, "192.0.2.1"));
    }
    http.set(http.size() - 1, SaidVotes.last(http.get(http.size() - 1)));
    String all = String.join("", http);
    say(peer.http().port(), all);
    // Behind a request that is none the port hangs up.
    say(policy, asked + "QUIT\n");
    bytes += all.length() + asked.length();
    for (int i = 0; i < AT_SPAMD; i++) {
      String one =
          "RATELIMIT SPAMC/1.5\r\nLimit: %s\r\nKey: %s\r\nUnique: r%d\r\n\r\n"
              .formatted(NAME, VICTIM, i);
      bytes += one.length();
      say(spamd, one);
    }
    return bytes;
  }

  private static void say(int port, String text) throws IOException {
    OtherAccount.OUTSIDER.answered(List.of("/bin/bash", "-c", ASK, Integer.toString(port)), text);
  }
}
