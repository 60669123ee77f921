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
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * Sixteen mails of 4 MB arrive at once, full of characters that stand for eighteen each, again and
 * again, while a user goes on marking and checking.
 */
final class MailsAtOnce implements Attack.Scenario {
  private static final int MAILS = 16;
  private static final int ROUNDS = 3;
  private static final int LENGTH = 4 << 20;

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress)
      throws ProcessException, PeerClientException, InterruptedException {
    byte[] mail =
        HostileMails.all().stream()
            .filter(kind -> kind.name().equals("ligatures of 18"))
            .findFirst()
            .orElseThrow()
            .ofLength()
            .apply(LENGTH);
    try (Victim victim = Victim.open(settings, progress)) {
      int answered = 0;
      int later = 0;
      int sent = 0;
      while (sent < ROUNDS * MAILS || victim.seconds() < settings.length().toSeconds()) {
        List<CompletableFuture<Integer>> statuses = send(victim.peer(), mail);
        sent += statuses.size();
        CompletableFuture<?> all =
            CompletableFuture.allOf(statuses.toArray(CompletableFuture[]::new));
        do {
          victim.checks();
        } while (!all.isDone());
        answered += (int) statuses.stream().filter(status -> status.join() == 200).count();
        later += (int) statuses.stream().filter(status -> status.join() == 503).count();
      }
      String seen =
          "%d of %d such mails were answered, %d told to come again; %s"
              .formatted(answered, sent, later, victim.seen());
      return new AttackResult(
          (long) sent * mail.length,
          victim.seconds(),
          seen,
          victim.serves() && answered + later == sent);
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
