package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.vote.VoteMessage.VotesHeld;
import org.spamwatch.agent.vote.VoteMessage.VotesWanted;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxQuery;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.lookup.LookupMessage.FindClosest;
import org.spamwatch.overlay.node.OverlayMessage.Direct;
import org.spamwatch.overlay.node.OverlayMessage.Route;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.processes.PeerProcess;
import org.spamwatch.simulator.processes.PeerProcesses;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * Many variants of a mail are known. Somebody asks for them by short queries, and for the nodes
 * about keys, in the name of another node, which has asked nothing: what that one is sent is
 * counted there. It is a stranger, or one that all peers have heard lately and know to be where it
 * is, as any member of the realm.
 */
final class Reflection implements Attack.Scenario {
  private static final int VARIANTS = 48;
  private static final int QUERIES = 200;
  private static final int AT_ONCE = 20;
  private static final int VICINITY_EACH = 4;
  private static final int CHECKS = 4;
  private static final double MOST = 2;
  private static final int PEERS = 3;

  private final boolean isProven;

  /**
   * The attack.
   *
   * @param isProven in the name of somebody whom all peers have heard; else of one whom none has
   */
  Reflection(boolean isProven) {
    this.isProven = isProven;
  }

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress)
      throws ProcessException, PeerClientException, InterruptedException {
    SplittableRandom random = new SplittableRandom(settings.seed());
    try (PeerProcesses peers = settings.start(PEERS, progress)) {
      PeerProcess victim = peers.all().get(0);
      HonestUser user = new HonestUser(peers.all().get(1), random.split());
      RandomText text = user.text();
      List<FeatureVector> vectors = new ArrayList<>();
      for (int i = 0; i < VARIANTS; i++) {
        RandomText variant = text.changed(random);
        vectors.add(variant.address().vectors().get(0));
        user.vote(variant, VoteValue.SPAM);
      }
      FeatureVector common = common(vectors);
      HonestUser own = new HonestUser(victim, random.split());
      RandomText ordinary = own.text();
      own.vote(ordinary, VoteValue.SPAM);
      HonestUser unharmed = own.warmedUp(ordinary, random);
      boolean foundBefore = user.findsSpam(text.changed(random));
      long begun = System.nanoTime();
      try (Adversary adversary = Adversary.open(user.realm(), random);
          Adversary named = Adversary.open(user.realm(), random)) {
        HonestUser meanwhile = own.another(random.split());
        long before = isProven ? shown(named, peers) : 0;
        for (int i = 0;
            i < QUERIES || System.nanoTime() - begun < settings.length().toNanos();
            i += AT_ONCE) {
          List<Message> queries = new ArrayList<>();
          for (int j = 0; j < AT_ONCE; j++) {
            queries.add(
                inTheNameOf(named, adversary, common.keys().get(0), query(common, random), random));
            if (j % VICINITY_EACH == 0) {
              Id key = Id.random(random);
              FindClosest wanted = new FindClosest(random.nextLong(), key);
              queries.add(inTheNameOf(named, adversary, key, wanted, random));
            }
          }
          adversary.sendAll(victim.endpoint(), queries);
          for (int check = 0; check < CHECKS; check++) {
            meanwhile.check(ordinary);
            TimeUnit.MILLISECONDS.sleep(50);
          }
        }
        TimeUnit.SECONDS.sleep(5);
        long spent = adversary.counters().bytesOut();
        long reflected = named.counters().bytesIn() - before;
        double factor = (double) reflected / spent;
        String seen =
            ("who asked nothing got %,d bytes in %d frames, factor %.1f; own users meanwhile: p99"
                    + " %.0f ms (%.0f before), %d unanswered; one finds what is known: %s")
                .formatted(
                    reflected,
                    named.counters().messagesIn(),
                    factor,
                    meanwhile.millis(.99),
                    unharmed.millis(.99),
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

  /** Has a node say something of its own accord to each peer; returns what it has been sent. */
  private static long shown(Adversary named, PeerProcesses peers) throws InterruptedException {
    for (PeerProcess peer : peers.all()) {
      VotesHeld held = new VotesHeld(1, Id.ZERO, List.of());
      named.send(peer.endpoint(), new Direct(1, named.self(), peer.id(), held));
    }
    TimeUnit.SECONDS.sleep(1);
    return named.counters().bytesIn();
  }

  /** A vector of the one key that most have. */
  private static FeatureVector common(List<FeatureVector> vectors) {
    Map<Id, Integer> counts = new LinkedHashMap<>();
    vectors.forEach(vector -> vector.keys().forEach(key -> counts.merge(key, 1, Integer::sum)));
    Id key = counts.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    return new FeatureVector(vectors.get(0).scheme(), false, List.of(key));
  }

  private static Message query(FeatureVector vector, SplittableRandom random) {
    return new ApproxQuery(
        random.nextLong(),
        random.nextLong(),
        vector,
        1,
        false,
        new VotesWanted(random.nextLong(), List.of()),
        List.of());
  }

  private static Message inTheNameOf(
      Adversary named, Adversary by, Id key, Message asked, SplittableRandom random) {
    return new Route(
        random.nextLong(), by.self(), random.nextLong(), named.self(), key, 1, 31, asked);
  }
}
