package org.spamwatch.ata.adolr;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.spamwatch.ata.adolr.AdolrCluster.Peer;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.lease.LeaseConfig;

/** Feature records while nodes come and go, and the ends of their leases. */
class ChurnTest {
  private static final Id A = Vectors.feature(1);
  private static final Id B = Vectors.feature(2);
  private static final Id GUID = Vectors.feature(1000);
  private static final FeatureVector ONE = Vectors.of(A);
  private static final Duration REPAIR = Duration.ofSeconds(90);
  private static final LeaseConfig SHORT = new LeaseConfig(Duration.ofMinutes(3), 4);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void replicasAnswerAtOnceWhenTheRootHasCrashed(long seed) {
    AdolrCluster cluster = new AdolrCluster(seed).grow(30);
    Peer root = cluster.root(A);
    Peer publisher = other(cluster, root);
    cluster.publish(publisher, ONE, GUID);
    cluster.run(Duration.ofSeconds(3));
    cluster.crash(root);
    Peer asker = withoutRecords(cluster);
    QueryOutcome outcome = cluster.ask(asker, ONE, 1, Resolution.FULL, new Note(1));
    assertThat(outcome.isComplete()).isTrue();
    assertThat(outcome.matches()).extracting(Match::guid).containsExactly(GUID);
  }

  @Test
  void recordsSurviveRootAfterRootWithoutTheirPublisher() {
    AdolrCluster cluster = new AdolrCluster(9).grow(30);
    Peer publisher = other(cluster, cluster.root(A));
    cluster.publish(publisher, ONE, GUID);
    cluster.run(Duration.ofSeconds(3));
    cluster.crash(publisher);
    for (int i = 0; i < 12; i++) {
      cluster.crash(cluster.root(A));
      cluster.run(REPAIR);
      QueryOutcome outcome =
          cluster.ask(withoutRecords(cluster), ONE, 1, Resolution.FULL, new Note(i));
      assertThat(outcome.matches()).as("crash %d", i).extracting(Match::guid).containsExactly(GUID);
    }
  }

  @Test
  void aNewcomerThatBecomesTheRootIsHandedTheRecords() {
    AdolrCluster cluster = new AdolrCluster(10).grow(30);
    cluster.publish(cluster.peer(0), ONE, GUID);
    cluster.run(Duration.ofSeconds(3));
    for (int i = 1; i <= 3; i++) {
      Peer newcomer = cluster.add(Id.of(A.high(), A.middle(), A.low() + 4 - i));
      cluster.run(REPAIR);
      assertThat(cluster.root(A)).isEqualTo(newcomer);
      assertThat(newcomer.adolr.recordCount()).isEqualTo(1);
    }
    List<Peer> old =
        cluster.running().stream().filter(peer -> !peer.id().brief().equals(A.brief())).toList();
    old.stream().filter(peer -> peer.adolr.recordCount() > 0).forEach(cluster::crash);
    cluster.run(REPAIR);
    QueryOutcome outcome =
        cluster.ask(withoutRecords(cluster), ONE, 1, Resolution.FULL, new Note(1));
    assertThat(outcome.matches()).extracting(Match::guid).containsExactly(GUID);
  }

  @Test
  void aWithdrawalIsHandedOverToo() {
    AdolrCluster cluster = new AdolrCluster(11).grow(30);
    Peer publisher = other(cluster, cluster.root(A));
    cluster.publish(publisher, ONE, GUID);
    cluster.run(Duration.ofSeconds(3));
    cluster.call(publisher, () -> publisher.adolr.unpublishApproxObject(ONE, GUID));
    cluster.run(Duration.ofSeconds(3));
    cluster.add(A);
    cluster.run(REPAIR);
    cluster.crash(cluster.root(A));
    cluster.run(REPAIR);
    for (Peer asker : cluster.running()) {
      assertThat(cluster.ask(asker, ONE, 1, Resolution.FULL, new Note(1)).matches()).isEmpty();
    }
  }

  @Test
  void aRootThatHoldsThousandsOfRecordsHandsAllOver() {
    AdolrCluster cluster = new AdolrCluster(12).grow(3);
    int objects = 3000;
    for (int i = 0; i < objects; i++) {
      Id feature = FeatureVector.key(A.high() + i);
      cluster.publish(cluster.peer(i % 3), Vectors.of(feature), Vectors.feature(10_000 + i));
    }
    cluster.run(Duration.ofSeconds(60));
    Peer newcomer = cluster.add(A);
    cluster.run(REPAIR);
    assertThat(newcomer.adolr.recordCount()).isEqualTo(objects);
  }

  @Test
  void recordsDieWithTheirLeaseEvenWhileTheyAreHandedOn() {
    AdolrCluster cluster = new AdolrCluster(13, Limits.DEFAULT, SHORT).grow(20);
    Peer publisher = other(cluster, cluster.root(A));
    cluster.publish(publisher, ONE, GUID);
    cluster.run(Duration.ofSeconds(1));
    cluster.crash(publisher);
    cluster.add(Id.of(A.high(), 0, 0));
    cluster.run(Duration.ofSeconds(60));
    cluster.crash(cluster.root(A));
    cluster.run(Duration.ofSeconds(60));
    cluster.add(Id.of(A.high(), 1, 0));
    cluster.run(Duration.ofSeconds(50));
    assertThat(found(cluster)).as("9 s before the end").isTrue();
    cluster.run(Duration.ofSeconds(10));
    assertThat(found(cluster)).as("seconds after the end").isFalse();
    cluster.run(Duration.ofSeconds(61));
    assertThat(cluster.running()).allMatch(peer -> peer.adolr.recordCount() == 0, "holds nothing");
  }

  @Test
  void renewalKeepsARecordAliveUntilItLapses() {
    AdolrCluster cluster = new AdolrCluster(14, Limits.DEFAULT, SHORT).grow(20);
    Peer publisher = other(cluster, cluster.root(A));
    cluster.publish(publisher, ONE, GUID);
    for (int i = 0; i < 5; i++) {
      cluster.run(SHORT.lease());
      assertThat(found(cluster)).as("lease %d", i).isTrue();
    }
    cluster.call(publisher, () -> publisher.adolr.lapse(ONE, GUID));
    assertThat(found(cluster)).as("a lapse withdraws nothing").isTrue();
    cluster.run(SHORT.lease());
    assertThat(found(cluster)).isFalse();
  }

  @Test
  void publishingAgainAndAgainRenewsAsSeldomAsOnce() {
    long once = messagesOfTenLeases(1);
    long often = messagesOfTenLeases(20);
    assertThat(often).isLessThan(once + once / 10);
  }

  private static long messagesOfTenLeases(int times) {
    AdolrCluster cluster = new AdolrCluster(15, Limits.DEFAULT, SHORT).grow(4);
    Peer publisher = cluster.peer(0);
    for (int i = 0; i < times; i++) {
      cluster.call(
          publisher,
          () -> {
            publisher.adolr.publishApproxObject(Vectors.of(A, B), GUID);
            publisher.adolr.lapse(Vectors.of(A, B), GUID);
            publisher.adolr.publishApproxObject(Vectors.of(A, B), GUID);
          });
    }
    cluster.run(Duration.ofSeconds(5));
    long before = cluster.links().totals().get(0);
    cluster.run(SHORT.lease().multipliedBy(10));
    return cluster.links().totals().get(0) - before;
  }

  @Test
  void aBurstOfPublicationsAllArrives() {
    AdolrCluster cluster = new AdolrCluster(16).grow(10);
    Peer publisher = cluster.peer(0);
    List<Id> guids = new ArrayList<>();
    cluster.call(
        publisher,
        () -> {
          for (int i = 0; i < 400; i++) {
            guids.add(Vectors.feature(20_000 + i));
            publisher.adolr.publishApproxObject(
                Vectors.of(Vectors.feature(30_000 + i)), Vectors.feature(20_000 + i));
          }
        });
    cluster.run(Duration.ofSeconds(10));
    for (int i = 0; i < 400; i += 7) {
      FeatureVector query = Vectors.of(Vectors.feature(30_000 + i));
      assertThat(cluster.ask(cluster.peer(5), query, 1, Resolution.FULL, new Note(1)).matches())
          .extracting(Match::guid)
          .containsExactly(guids.get(i));
    }
  }

  private static boolean found(AdolrCluster cluster) {
    Peer asker = cluster.anyPeer();
    return !cluster.ask(asker, ONE, 1, Resolution.FULL, new Note(1)).matches().isEmpty();
  }

  private static Peer other(AdolrCluster cluster, Peer peer) {
    return cluster.running().stream().filter(p -> !p.equals(peer)).findFirst().orElseThrow();
  }

  private static Peer withoutRecords(AdolrCluster cluster) {
    return cluster.running().stream()
        .filter(peer -> peer.adolr.recordCount() == 0)
        .findFirst()
        .orElseThrow();
  }
}
