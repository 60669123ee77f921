package org.spamwatch.simulator.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.StatusAnswer;
import org.spamwatch.agent.api.VoteBody;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.processes.PeerProcesses;
import org.spamwatch.simulator.processes.Place;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.simulator.virtual.SimulatedVoter;

/**
 * Votes of those who have none at a peer: a web page that its user opens, another account of his
 * host, and another host. The account names other users, guesses tokens, brings votes of many keys,
 * and goes away as soon as it has asked, so that its connection looks like root's; only root can
 * play that part.
 */
final class Impostors implements Attack.Scenario {
  private static final Place FOR_ALL = new Place("127.0.0.1", "0.0.0.0", List.of());
  private static final int GUESSES = 100;
  private static final int KEYS = 20;
  private static final int ORPHANS = 100;
  private static final long PATIENCE_NANOS = 20_000_000_000L;
  private static final long PAUSE_MILLIS = 20;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 ([0-9]{3}) ");
  private static final String MAIL = "Content-Type: message/rfc822\r\n";

  /** The number of an account that no host has. */
  private static final String ACCOUNT = "61234";

  private static final List<String> AS_ACCOUNT =
      List.of(
          "/usr/bin/setpriv",
          "--reuid=" + ACCOUNT,
          "--regid=" + ACCOUNT,
          "--clear-groups",
          "/bin/bash",
          "-c");

  /** Says what comes from standard input, and hears all of the answer. */
  private static final String ASK = "exec 3<>/dev/tcp/127.0.0.1/$0; cat >&3; cat <&3";

  /** Says it again and again, and never stays for an answer. */
  private static final String ASK_AND_GO =
      "said=$(cat); for i in $(seq "
          + ORPHANS
          + "); do exec 3<>/dev/tcp/127.0.0.1/$0; printf %s \"$said\" >&3; exec 3>&-; done";

  /** What was tried, and how often a vote was taken. */
  private record Tried(int votes, long bytes, int taken) {
    private Tried and(Tried other) {
      return new Tried(votes + other.votes, bytes + other.bytes, taken + other.taken);
    }

    @Override
    public String toString() {
      return taken + " of " + votes;
    }
  }

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress)
      throws ProcessException, PeerClientException, InterruptedException {
    List<String> flags = PeerProcesses.small(settings.heapMebibytes());
    List<Place> places = List.of(Place.LOOPBACK, FOR_ALL);
    try (PeerProcesses peers = PeerProcesses.startAt(places, flags, progress)) {
      PeerProcess own = peers.all().get(0);
      SplittableRandom random = new SplittableRandom(settings.seed());
      long before = own.client().status().votes();
      long begun = System.nanoTime();
      Tried pages = said(own.http(), pages(own.http(), random));
      Tried hosts = said(peers.all().get(1).http(), hosts(random));
      boolean can = isRoot() && Files.isExecutable(Path.of(AS_ACCOUNT.get(0)));
      Tried account = can ? account(own, random) : new Tried(0, 0, 0);
      double seconds = (System.nanoTime() - begun) / 1e9;
      long taken = own.client().status().votes() - before;
      HonestUser user = new HonestUser(own, random);
      boolean marks = user.vote(user.text(), VoteValue.SPAM);
      String seen =
          "votes taken: %s of web pages, %s of another host, %s of another account%s; %d at the peer"
              .formatted(pages, hosts, account, can ? "" : " (only root can play it)", taken);
      Tried all = pages.and(hosts).and(account);
      return new AttackResult(
          all.bytes(),
          seconds,
          seen + (marks ? "; its user votes" : "; its user cannot vote"),
          all.taken() == 0 && taken == 0 && marks);
    } catch (IOException e) {
      throw new ProcessException("no connection can be had: " + e.getMessage(), e);
    }
  }

  private static boolean isRoot() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }

  /** What pages can have a browser say: under their own names, under this host's, and rebound. */
  private static List<String> pages(Endpoint http, SplittableRandom random) {
    List<String> said = new ArrayList<>();
    for (String origin :
        List.of(
            "http://evil.example",
            "null",
            "file://",
            "http://localhost:" + http.port(),
            "http://127.0.0.2:" + http.port())) {
      said.add(vote("", "localhost", "Origin: " + origin + "\r\n", random));
      said.add(vote("&user=local", "127.0.0.1", "Origin: " + origin + "\r\n", random));
    }
    for (String host : List.of("evil.example", "127.0.0.1.evil.example", "192.0.2.1")) {
      said.add(vote("", host + ":" + http.port(), "", random));
    }
    return said;
  }

  private static List<String> hosts(SplittableRandom random) {
    List<String> said = new ArrayList<>();
    for (String query : List.of("", "&user=local", "&user=root")) {
      said.add(vote(query, "peer.example", "", random));
    }
    said.addAll(guesses(random));
    return said;
  }

  private static List<String> guesses(SplittableRandom random) {
    List<String> said = new ArrayList<>();
    for (int i = 0; i < GUESSES; i++) {
      byte[] guess = new byte[32];
      random.nextBytes(guess);
      String token = HexFormat.of().formatHex(guess);
      said.add(vote("", "localhost", "Authorization: Bearer " + token + "\r\n", random));
    }
    return said;
  }

  private static String vote(String query, String host, String headers, SplittableRandom random) {
    String mail = "Subject: offer\n\n" + String.join(" ", RandomText.draw(random).words());
    return request("/v1/votes?verdict=spam" + query, host, MAIL + headers, mail);
  }

  private static String request(String path, String host, String headers, String body) {
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

  /** What somebody says over a connection of this process. */
  private static Tried said(Endpoint http, List<String> requests) throws IOException {
    int taken = 0;
    long bytes = 0;
    for (String request : requests) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), http.port())) {
        byte[] text = last(request).getBytes(ISO_8859_1);
        socket.getOutputStream().write(text);
        bytes += text.length;
        taken += taken(new String(socket.getInputStream().readAllBytes(), ISO_8859_1));
      }
    }
    return new Tried(requests.size(), bytes, taken);
  }

  private static String last(String request) {
    return request.replaceFirst("\r\n", "\r\nConnection: close\r\n");
  }

  private static int taken(String answers) {
    return (int)
        STATUS.matcher(answers).results().filter(found -> found.group(1).equals("200")).count();
  }

  private static Tried account(PeerProcess peer, SplittableRandom random)
      throws IOException, PeerClientException, InterruptedException {
    List<String> said = new ArrayList<>(guesses(random));
    for (String user : List.of("", "&user=local", "&user=root", "&user=" + ACCOUNT)) {
      said.add(vote(user, "localhost", "", random));
      said.add(vote(user, "localhost", "Origin: moz-extension://0b1c\r\n", random));
    }
    said.add(request("/learnspam", "localhost", "User: root\r\n", "Subject: a\n\nbuy this now"));
    StatusAnswer status = peer.client().status();
    long nowMicros = System.currentTimeMillis() * 1000;
    for (int i = 0; i < KEYS; i++) {
      VoteRequest vote =
          new SimulatedVoter(random)
              .voteRequest(
                  status.realm(),
                  status.id(),
                  RandomText.draw(random).address(),
                  VoteValue.SPAM,
                  nowMicros);
      String body = ApiJson.line(VoteBody.of(vote.vote(), vote.vectors()));
      said.add(request("/v1/votes", "localhost", "Content-Type: application/json\r\n", body));
    }
    Collections.shuffle(said, new Random(random.nextLong()));
    said.set(said.size() - 1, last(said.get(said.size() - 1)));
    String all = String.join("", said);
    Tried asked = new Tried(said.size(), all.length(), taken(asAccount(peer, ASK, all)));
    long refused = peer.client().status().requests().refused();
    String gone = vote("&user=local", "localhost", "", random);
    String nothing = asAccount(peer, ASK_AND_GO, gone);
    awaitRefused(peer, refused + ORPHANS);
    return asked.and(new Tried(ORPHANS, (long) ORPHANS * gone.length(), taken(nothing)));
  }

  /** What a process of another account is answered. */
  private static String asAccount(PeerProcess peer, String script, String said) throws IOException {
    List<String> command = new ArrayList<>(AS_ACCOUNT);
    command.add(script);
    command.add(Integer.toString(peer.http().port()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try {
      try (var in = process.getOutputStream()) {
        in.write(said.getBytes(ISO_8859_1));
      }
      return new String(process.getInputStream().readAllBytes(), ISO_8859_1);
    } finally {
      process.destroyForcibly();
    }
  }

  /** Nobody hears of answers to those who went away, so that it is the peer that is asked. */
  private static void awaitRefused(PeerProcess peer, long refused) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (refused(peer) < refused && System.nanoTime() < deadline) {
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  private static long refused(PeerProcess peer) {
    try {
      return peer.client().status().requests().refused();
    } catch (PeerClientException e) {
      return 0; // it is busy with them
    }
  }
}
