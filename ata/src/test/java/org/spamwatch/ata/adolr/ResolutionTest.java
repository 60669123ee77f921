package org.spamwatch.ata.adolr;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spamwatch.ata.adolr.AdolrCluster.Peer;
import org.spamwatch.ata.adolr.Vectors.Published;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.simnet.Faults;

/**
 * What a query finds on random networks, against the selection rule applied to the list of all that
 * was published. A failure replays by the seed in its description.
 */
class ResolutionTest {
  private static final int FEATURES = 16;
  private static final int SEEDS = 12;

  @Test
  void theNetworkTheClientAndTheListOfAllPublicationsAgree() {
    int found = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      AdolrCluster cluster = new AdolrCluster(seed).grow(1 + random.nextInt(60));
      List<Published> published = publish(cluster, random, 5 + random.nextInt(35));
      for (int i = 0; i < 10; i++) {
        FeatureVector query = Vectors.random(random, FEATURES);
        int thres = 1 + random.nextInt(Math.min(4, query.size()));
        Set<Match> expected = Vectors.expected(published, query, thres);
        Note note = new Note(i);
        Peer asker = cluster.anyPeer();
        QueryOutcome full = cluster.ask(asker, query, thres, Resolution.FULL, note);
        QueryOutcome naive = cluster.ask(asker, query, thres, Resolution.NAIVE, new Note(100 + i));
        cluster.run(Duration.ofSeconds(3));
        String about = "seed " + seed + ", query " + i;
        assertThat(full.isComplete()).as(about).isTrue();
        assertThat(full.matches()).as(about).containsExactlyInAnyOrderElementsOf(expected);
        // In the order of how many nodes report each; of the naive resolution no node reports any.
        assertThat(naive.matches()).as(about).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(cluster.reached(note)).as(about).isEqualTo(guids(expected));
        assertThat(cluster.reached(new Note(100 + i))).as(about).isEqualTo(guids(expected));
        found += expected.size();
      }
    }
    assertThat(found).as("the random queries find something").isGreaterThan(SEEDS * 10);
  }

  @Test
  void whoHasPublishedWhatIsFoundIsTold() {
    AdolrCluster cluster = new AdolrCluster(9).grow(20);
    Id a = Vectors.feature(1);
    Id b = Vectors.feature(2);
    Id one = Vectors.feature(1001);
    Id two = Vectors.feature(1002);
    cluster.publish(cluster.peer(3), Vectors.of(a, b), one);
    cluster.publish(cluster.peer(4), Vectors.of(a, b), one);
    cluster.publish(cluster.peer(5), Vectors.of(b), two);
    cluster.run(Duration.ofSeconds(3));
    QueryOutcome outcome =
        cluster.ask(cluster.peer(9), Vectors.of(a, b), 1, Resolution.FULL, new Note(1));
    assertThat(outcome.publishersOf(one))
        .extracting(Contact::id)
        .containsExactlyInAnyOrder(cluster.peer(3).id(), cluster.peer(4).id());
    assertThat(outcome.publishersOf(two))
        .extracting(Contact::id)
        .containsExactly(cluster.peer(5).id());
    assertThat(outcome.publishersOf(Vectors.feature(1003))).isEmpty();
  }

  @Test
  void stoppingEarlyFindsASubsetAndFindsSomethingIfThereIsAnything() {
    int smaller = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(1000 + seed);
      AdolrCluster cluster = new AdolrCluster(seed).grow(2 + random.nextInt(59));
      List<Published> published = publish(cluster, random, 30);
      for (int i = 0; i < 5; i++) {
        FeatureVector query = Vectors.random(random, FEATURES);
        int thres = 1 + random.nextInt(Math.min(3, query.size()));
        Set<Match> expected = Vectors.expected(published, query, thres);
        String about = "seed " + seed + ", query " + i;
        Peer asker = cluster.anyPeer();
        QueryOutcome first = cluster.ask(asker, query, thres, Resolution.FIRST, new Note(i));
        assertThat(expected).as(about).containsAll(first.matches());
        assertThat(first.matches().isEmpty()).as(about).isEqualTo(expected.isEmpty());
        smaller += first.matches().size() < expected.size() ? 1 : 0;
        int before = 0;
        for (int ttl = 0; ttl <= 4; ttl++) {
          QueryOutcome bounded =
              cluster.ask(asker, query, thres, Resolution.FULL, ttl, new Note(100 + ttl));
          assertThat(expected).as(about).containsAll(bounded.matches());
          assertThat(bounded.hops()).as(about).isLessThanOrEqualTo(ttl);
          assertThat(bounded.matches().size()).as(about).isGreaterThanOrEqualTo(before);
          before = bounded.matches().size();
        }
      }
    }
    assertThat(smaller).as("queries that stopped before they had found all").isPositive();
  }

  @ParameterizedTest
  @CsvSource({"FULL", "NAIVE", "FIRST"})
  void vectorsWithAWholeTextFeatureMatchOnlyThoseWithTheSame(Resolution resolution) {
    AdolrCluster cluster = new AdolrCluster(5).grow(12);
    Id whole = Vectors.feature(50);
    Id otherWhole = Vectors.feature(51);
    Id a = Vectors.feature(1);
    Id b = Vectors.feature(2);
    Id c = Vectors.feature(3);
    Id same = Vectors.feature(1001);
    cluster.publish(cluster.peer(1), Vectors.wholeText(whole, a, b), same);
    cluster.publish(cluster.peer(2), Vectors.wholeText(otherWhole, a, b, c), Vectors.feature(1002));
    cluster.publish(cluster.peer(3), Vectors.of(a, b, c), Vectors.feature(1003));
    cluster.publish(cluster.peer(4), Vectors.of(whole, a, b), Vectors.feature(1004));
    cluster.run(Duration.ofSeconds(3));
    FeatureVector query = Vectors.wholeText(whole, a, b, c);
    Note note = new Note(1);
    QueryOutcome outcome = cluster.ask(cluster.peer(9), query, 2, resolution, note);
    cluster.run(Duration.ofSeconds(3));
    assertThat(outcome.matches()).extracting(Match::guid).containsExactly(same);
    assertThat(cluster.reached(note)).containsExactly(same);
  }

  @Test
  void aQueryHasAtMostTheLimitOfMatchesAndThoseAreEachPublishersLargestOverlaps() {
    AdolrCluster cluster = new AdolrCluster(6).grow(10);
    Id a = Vectors.feature(1);
    Id b = Vectors.feature(2);
    List<Published> published = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      FeatureVector vector = i % 2 == 0 ? Vectors.of(a, b) : Vectors.of(a, Vectors.feature(100));
      Id guid = Vectors.feature(1000 + i);
      published.add(new Published(vector, guid));
      cluster.publish(cluster.peer(i / 2 % 10), vector, guid);
    }
    cluster.run(Duration.ofSeconds(5));
    for (Resolution resolution : List.of(Resolution.FULL, Resolution.NAIVE)) {
      QueryOutcome outcome =
          cluster.ask(cluster.peer(3), Vectors.of(a, b), 1, resolution, new Note(1));
      assertThat(outcome.matches()).hasSize(64).doesNotHaveDuplicates();
      assertThat(Vectors.expected(published, Vectors.of(a, b), 1)).containsAll(outcome.matches());
      assertThat(outcome.matches().stream().filter(match -> match.shared() == 2)).hasSize(50);
    }
  }

  @Test
  void anObjectWithTwoMatchingVectorsIsSentTheMessageOnceByAHop() {
    AdolrCluster cluster = new AdolrCluster(8).grow(1);
    Id guid = Vectors.feature(1000);
    Peer alone = cluster.peer(0);
    cluster.publish(alone, Vectors.of(Vectors.feature(1), Vectors.feature(2)), guid);
    cluster.publish(alone, Vectors.of(Vectors.feature(1), Vectors.feature(3)), guid);
    for (Resolution resolution : List.of(Resolution.FULL, Resolution.NAIVE)) {
      Note note = new Note(resolution == Resolution.FULL ? 1 : 2);
      FeatureVector query = Vectors.of(Vectors.feature(1), Vectors.feature(2));
      assertThat(cluster.ask(alone, query, 1, resolution, note).matches()).hasSize(2);
      cluster.run(Duration.ofSeconds(1));
      assertThat(cluster.deliveries(note)).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"21, 0.01", "22, 0.02"})
  void lossDuplicationAndJitterSeldomCostAndNeverFalsify(long seed, double loss) {
    SplittableRandom random = new SplittableRandom(seed);
    AdolrCluster cluster = new AdolrCluster(seed).grow(40);
    List<Published> published = publish(cluster, random, 40);
    cluster.links().faults(new Faults(loss, .02, 50_000));
    int complete = 0;
    int whole = 0;
    int asked = 200;
    for (int i = 0; i < asked; i++) {
      FeatureVector query = Vectors.random(random, FEATURES);
      int thres = 1 + random.nextInt(Math.min(3, query.size()));
      Set<Match> expected = Vectors.expected(published, query, thres);
      QueryOutcome outcome =
          cluster.ask(cluster.anyPeer(), query, thres, Resolution.FULL, new Note(i));
      assertThat(expected).as("query %d", i).containsAll(outcome.matches());
      complete += outcome.isComplete() ? 1 : 0;
      whole += outcome.matches().size() == expected.size() ? 1 : 0;
    }
    assertThat(complete).isGreaterThanOrEqualTo(asked * 99 / 100);
    assertThat(whole).isGreaterThanOrEqualTo(asked * 99 / 100);
  }

  /** A fifth of the nodes are bad; asked once, 140 of 169 routes to an honest root report. */
  @Test
  void routesSwallowedByBadHopsAreAskedAgainThroughOthers() {
    AdolrCluster cluster = new AdolrCluster(31).grow(80);
    List<Peer> bad = cluster.running().subList(20, 36);
    bad.forEach(Peer::swallowQueries);
    int asked = 0;
    int complete = 0;
    for (int i = 0; i < 300; i++) {
      Peer asker = cluster.anyPeer();
      Id feature = Vectors.feature(i);
      if (!bad.contains(asker) && !bad.contains(cluster.root(feature))) {
        QueryOutcome outcome =
            cluster.ask(asker, Vectors.of(feature), 1, Resolution.FULL, new Note(i));
        asked++;
        complete += outcome.isComplete() ? 1 : 0;
      }
    }
    assertThat(asked).isGreaterThan(150);
    assertThat(complete).as("of %d", asked).isGreaterThanOrEqualTo(asked * 90 / 100);
  }

  @Test
  void oneSeedGivesOneTrace() {
    assertThat(trace(42)).isEqualTo(trace(42)).isNotEqualTo(trace(43));
  }

  private static List<String> trace(long seed) {
    List<String> lines = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(seed);
    AdolrCluster cluster = new AdolrCluster(seed);
    cluster.links().trace(lines::add);
    cluster.grow(9);
    cluster.links().faults(new Faults(.02, .02, 50_000));
    publish(cluster, random, 9);
    for (Resolution resolution : Resolution.values()) {
      FeatureVector query = Vectors.random(random, FEATURES);
      cluster.ask(cluster.anyPeer(), query, 1, resolution, new Note(1));
    }
    return lines;
  }

  private static List<Published> publish(AdolrCluster cluster, SplittableRandom random, int count) {
    List<Published> published = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      FeatureVector vector = Vectors.random(random, FEATURES);
      Id guid = Vectors.feature(1_000_000 + random.nextInt(count));
      cluster.publish(cluster.anyPeer(), vector, guid);
      published.add(new Published(vector, guid));
    }
    cluster.run(Duration.ofSeconds(5));
    return published;
  }

  private static List<Id> guids(Set<Match> matches) {
    Set<Id> guids = new TreeSet<>();
    matches.forEach(match -> guids.add(match.guid()));
    return new ArrayList<>(guids);
  }
}
