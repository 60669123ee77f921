package org.spamwatch.simulator.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.processes.PeerProcesses;
import org.spamwatch.simulator.processes.Place;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * Votes of those who have none at a peer: a web page that its user opens, another account of his
 * host, and another host. The account names other users, guesses tokens, brings votes of many keys,
 * and goes away as soon as it has asked, so that its connection looks like root's; and it tries the
 * Unix domain sockets ({@link SocketImpostors}). Only root can play that part.
 */
final class Impostors implements Attack.Scenario {
  private static final Place FOR_ALL = new Place("127.0.0.1", "0.0.0.0", List.of());
  private static final int GUESSES = 100;
  private static final int KEYS = 20;
  private static final int ORPHANS = 100;
  private static final long PATIENCE_NANOS = 20_000_000_000L;
  private static final long PAUSE_MILLIS = 20;

  /** Says what comes from standard input, and hears all of the answer. */
  private static final String ASK = "exec 3<>/dev/tcp/127.0.0.1/$0; cat >&3; cat <&3";

  /** Says it again and again, and never stays for an answer. */
  private static final String ASK_AND_GO =
      "said=$(cat); for i in $(seq "
          + ORPHANS
          + "); do exec 3<>/dev/tcp/127.0.0.1/$0; printf %s \"$said\" >&3; exec 3>&-; done";

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
      TriedVotes pages = said(own.http(), pages(own.http(), random));
      TriedVotes hosts = said(peers.all().get(1).http(), hosts(random));
      boolean can = OtherAccount.canBePlayed();
      TriedVotes account = can ? account(own, random) : TriedVotes.NONE;
      SocketImpostors.Outcome sockets =
          can && SocketImpostors.canBePlayed()
              ? SocketImpostors.play(flags, random, progress)
              : SocketImpostors.Outcome.NONE;
      double seconds = (System.nanoTime() - begun) / 1e9;
      long taken = own.client().status().votes() - before;
      HonestUser user = new HonestUser(own, random);
      boolean marks = user.vote(user.text(), VoteValue.SPAM);
      String seen =
          "votes taken: %s of web pages, %s of another host, %s of another account, %s over Unix sockets%s; %d at the peers"
              .formatted(
                  pages,
                  hosts,
                  account,
                  sockets.tried(),
                  can ? "" : " (only root can play these two)",
                  taken + sockets.counted());
      TriedVotes all = pages.and(hosts).and(account).and(sockets.tried());
      return new AttackResult(
          all.bytes(),
          seconds,
          seen + (marks ? "; its user votes" : "; its user cannot vote"),
          all.taken() == 0 && taken == 0 && marks && sockets.holds());
    } catch (IOException e) {
      throw new ProcessException("no connection can be had: " + e.getMessage(), e);
    }
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
      said.add(SaidVotes.vote("", "localhost", "Origin: " + origin + "\r\n", random));
      said.add(SaidVotes.vote("&user=local", "127.0.0.1", "Origin: " + origin + "\r\n", random));
    }
    for (String host : List.of("evil.example", "127.0.0.1.evil.example", "192.0.2.1")) {
      said.add(SaidVotes.vote("", host + ":" + http.port(), "", random));
    }
    return said;
  }

  private static List<String> hosts(SplittableRandom random) {
    List<String> said = new ArrayList<>();
    for (String query : List.of("", "&user=local", "&user=root")) {
      said.add(SaidVotes.vote(query, "peer.example", "", random));
    }
    said.addAll(SaidVotes.guesses(GUESSES, random));
    return said;
  }

  /** What somebody says over a connection of this process. */
  private static TriedVotes said(Endpoint http, List<String> requests) throws IOException {
    int taken = 0;
    long bytes = 0;
    for (String request : requests) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), http.port())) {
        byte[] text = SaidVotes.last(request).getBytes(ISO_8859_1);
        socket.getOutputStream().write(text);
        bytes += text.length;
        taken += SaidVotes.taken(new String(socket.getInputStream().readAllBytes(), ISO_8859_1));
      }
    }
    return new TriedVotes(requests.size(), bytes, taken);
  }

  private static TriedVotes account(PeerProcess peer, SplittableRandom random)
      throws IOException, PeerClientException, InterruptedException {
    List<String> said = new ArrayList<>(SaidVotes.guesses(GUESSES, random));
    for (String user : List.of("", "&user=local", "&user=root", "&user=" + OtherAccount.NUMBER)) {
      said.add(SaidVotes.vote(user, "localhost", "", random));
      said.add(SaidVotes.vote(user, "localhost", "Origin: moz-extension://0b1c\r\n", random));
    }
    String text = "Subject: a\n\nbuy this now";
    said.add(SaidVotes.request("/learnspam", "localhost", "User: root\r\n", text));
    said.addAll(SaidVotes.ofKeys(KEYS, peer.client().status(), random));
    Collections.shuffle(said, new Random(random.nextLong()));
    said.set(said.size() - 1, SaidVotes.last(said.get(said.size() - 1)));
    String all = String.join("", said);
    int taken = SaidVotes.taken(asAccount(peer, ASK, all));
    TriedVotes asked = new TriedVotes(said.size(), all.length(), taken);
    long refused = peer.client().status().requests().refused();
    String gone = SaidVotes.vote("&user=local", "localhost", "", random);
    String nothing = asAccount(peer, ASK_AND_GO, gone);
    awaitRefused(peer, refused + ORPHANS);
    long bytes = (long) ORPHANS * gone.length();
    return asked.and(new TriedVotes(ORPHANS, bytes, SaidVotes.taken(nothing)));
  }

  /** What a process of another account is answered. */
  private static String asAccount(PeerProcess peer, String script, String said) throws IOException {
    String port = Integer.toString(peer.http().port());
    return OtherAccount.OUTSIDER.answered(List.of("/bin/bash", "-c", script, port), said);
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
