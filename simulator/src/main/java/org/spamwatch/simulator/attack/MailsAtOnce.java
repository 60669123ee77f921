package org.spamwatch.simulator.attack;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.vote.Verdict;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.processes.PeerProcesses;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * Sixteen mails of 4 MB arrive at once, full of characters that stand for eighteen each, again and
 * again, while a user goes on marking and checking.
 */
final class MailsAtOnce implements Attack {
  private static final int MAILS = 16;
  private static final int ROUNDS = 3;
  private static final int LENGTH = 4 << 20;
  private static final long SLOW_MILLIS = 500;

  /** Checks before, so that what is measured is not how long Java takes to get going. */
  private static final int WARMING = 50;

  @Override
  public String name() {
    return "mails-at-once";
  }

  @Override
  public String promise() {
    return "16 mails of 4 MB at once, of characters that grow 18-fold, end no peer and hold up no one";
  }

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress)
      throws ProcessException, PeerClientException {
    byte[] mail =
        HostileMails.all().stream()
            .filter(kind -> kind.name().equals("ligatures of 18"))
            .findFirst()
            .orElseThrow()
            .ofLength()
            .apply(LENGTH);
    try (PeerProcesses peers =
        PeerProcesses.start(1, PeerProcesses.small(settings.heapMebibytes()), progress)) {
      PeerProcess peer = peers.all().get(0);
      HonestUser first = new HonestUser(peer, new SplittableRandom(settings.seed()));
      RandomText marked = first.text();
      first.vote(marked, Verdict.SPAM);
      for (int i = 0; i < WARMING; i++) {
        first.check(marked);
      }
      HonestUser user = new HonestUser(peer, new SplittableRandom(settings.seed()));
      long begun = System.nanoTime();
      int answered = 0;
      int later = 0;
      int found = 0;
      int asked = 0;
      for (int round = 0; round < ROUNDS; round++) {
        List<CompletableFuture<Integer>> statuses = send(peer, mail);
        CompletableFuture<?> all =
            CompletableFuture.allOf(statuses.toArray(CompletableFuture[]::new));
        do {
          asked++;
          found += user.findsSpam(marked) ? 1 : 0;
        } while (!all.isDone());
        answered += (int) statuses.stream().filter(status -> status.join() == 200).count();
        later += (int) statuses.stream().filter(status -> status.join() == 503).count();
      }
      String seen =
          "%s; %d of %d such mails were answered, %d told to come again; the user's %d of %d, p99 %.0f ms"
              .formatted(
                  peer.serves() ? "the peer is up" : "the peer has ended",
                  answered,
                  MAILS * ROUNDS,
                  later,
                  found,
                  asked,
                  user.millis(0.99));
      boolean kept =
          peer.serves()
              && answered + later == MAILS * ROUNDS
              && found == asked
              && user.millis(0.99) < SLOW_MILLIS;
      return new AttackResult(
          (long) MAILS * ROUNDS * mail.length, (System.nanoTime() - begun) / 1e9, seen, kept);
    }
  }

  /** Posts as many at once; the status of each answer, 0 if there is none. */
  private static List<CompletableFuture<Integer>> send(PeerProcess peer, byte[] mail) {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + peer.http() + "/v1/check"))
            .timeout(Duration.ofMinutes(1))
            .header("Content-Type", "message/rfc822")
            .POST(BodyPublishers.ofByteArray(mail))
            .build();
    List<CompletableFuture<Integer>> statuses = new ArrayList<>();
    for (int i = 0; i < MAILS; i++) {
      statuses.add(
          client
              .sendAsync(request, BodyHandlers.discarding())
              .thenApply(HttpResponse::statusCode)
              .exceptionally(failure -> 0));
    }
    return statuses;
  }
}
