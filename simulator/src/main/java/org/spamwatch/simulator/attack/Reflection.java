package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.vote.Verdict;
import org.spamwatch.agent.vote.VoteMessage.VotesWanted;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxQuery;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.processes.PeerProcesses;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * Many variants of a mail are known. Somebody asks for them by short queries, in the name of
 * another node, which has asked nothing: what that one is sent is counted there.
 */
final class Reflection implements Attack {
  private static final int VARIANTS = 48;
  private static final int QUERIES = 200;
  private static final int AT_ONCE = 20;
  private static final int CHECKS = 4;
  private static final double MOST = 2;

  @Override
  public String name() {
    return "reflection";
  }

  @Override
  public String promise() {
    return "nobody is sent more than twice the bytes that others spend on it, if he did not ask";
  }

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress)
      throws ProcessException, PeerClientException, InterruptedException {
    SplittableRandom random = new SplittableRandom(settings.seed());
    try (PeerProcesses peers =
        PeerProcesses.start(3, PeerProcesses.small(settings.heapMebibytes()), progress)) {
      PeerProcess victim = peers.all().get(0);
      HonestUser user = new HonestUser(peers.all().get(1), random.split());
      RandomText text = user.text();
      List<FeatureVector> vectors = new ArrayList<>();
      for (int i = 0; i < VARIANTS; i++) {
        RandomText variant = text.changed(random);
        vectors.add(variant.address().vectors().get(0));
        user.vote(variant, Verdict.SPAM);
      }
      FeatureVector common = common(vectors);
      HonestUser own = new HonestUser(victim, random.split());
      own.warmUp(text);
      boolean foundBefore = user.findsSpam(text.changed(random));
      long begun = System.nanoTime();
      try (Adversary adversary = Adversary.open(user.realm(), random);
          Adversary named = Adversary.open(user.realm(), random)) {
        HonestUser meanwhile = own.another(random.split());
        for (int i = 0;
            i < QUERIES || System.nanoTime() - begun < settings.length().toNanos();
            i += AT_ONCE) {
          List<Message> queries = new ArrayList<>();
          for (int j = 0; j < AT_ONCE; j++) {
            queries.add(query(adversary, named, common, random));
          }
          adversary.sendAll(victim.endpoint(), queries);
          for (int check = 0; check < CHECKS; check++) {
            meanwhile.check(text);
            TimeUnit.MILLISECONDS.sleep(50);
          }
        }
        TimeUnit.SECONDS.sleep(5);
        long spent = adversary.counters().bytesOut();
        long reflected = named.counters().bytesIn();
        double factor = (double) reflected / spent;
        String seen =
            ("who asked nothing got %,d bytes in %d frames, factor %.1f; own users meanwhile: p99"
                    + " %.0f ms, %d unanswered; one finds what is known: %s")
                .formatted(
                    reflected,
                    named.counters().messagesIn(),
                    factor,
                    meanwhile.millis(.99),
                    meanwhile.unanswered(),
                    foundBefore && user.findsSpam(text.changed(random)) ? "yes" : "no");
        return new AttackResult(
            spent,
            (System.nanoTime() - begun) / 1e9,
            seen,
            factor <= MOST
                && foundBefore
                && meanwhile.unanswered() == 0
                && meanwhile.millis(.99) < Victim.WITHIN_MILLIS);
      }
    }
  }

  /** A vector of the one key that most have. */
  private static FeatureVector common(List<FeatureVector> vectors) {
    Map<Id, Integer> counts = new LinkedHashMap<>();
    vectors.forEach(vector -> vector.keys().forEach(key -> counts.merge(key, 1, Integer::sum)));
    Id key = counts.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    return new FeatureVector(vectors.get(0).scheme(), false, List.of(key));
  }

  private static Message query(
      Adversary adversary, Adversary named, FeatureVector vector, SplittableRandom random) {
    ApproxQuery query =
        new ApproxQuery(
            random.nextLong(),
            random.nextLong(),
            vector,
            1,
            false,
            new VotesWanted(random.nextLong(), List.of()),
            List.of());
    return new Route(
        random.nextLong(),
        adversary.self(),
        random.nextLong(),
        named.self(),
        vector.keys().get(0),
        1,
        31,
        query);
  }
}
