package org.spamwatch.agent.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.Id;

class ReputationTableTest {
  private static final long HALF_LIFE = 1_000;
  private static final Id SITE = Id.ofHex("51");
  private static final Id ADA = Id.ofHex("ada0");

  private final ReputationTable reputationTable = new ReputationTable(HALF_LIFE);

  private static VoteCounted vote(Id voter, int message, VoteValue value) {
    return new VoteCounted(voter, SITE, Id.ofHex(String.format("%04x", message)), value, false);
  }

  /** A stranger says something, and then one's own people do. */
  private void saidBefore(int message, VoteValue stranger, VoteValue own) {
    List<VoteCounted> votes = List.of(vote(ADA, message, stranger));
    reputationTable.observe(votes, null, false, 0);
    reputationTable.observe(votes, own, false, 0);
  }

  private double weight() {
    return reputationTable.weight(SITE, ADA, 0);
  }

  @Test
  void threeAgreementsMakeANewcomerCountInFull() {
    assertThat(weight()).isEqualTo(.25);
    saidBefore(1, VoteValue.SPAM, VoteValue.SPAM);
    assertThat(weight()).isEqualTo(.5);
    saidBefore(2, VoteValue.HAM, VoteValue.HAM);
    saidBefore(3, VoteValue.SPAM, VoteValue.SPAM);
    assertThat(weight()).isEqualTo(1);
  }

  @Test
  void aLieCostsFourAgreements() {
    for (int i = 0; i < 5; i++) {
      saidBefore(i, VoteValue.SPAM, VoteValue.SPAM);
    }
    saidBefore(9, VoteValue.SPAM, VoteValue.HAM);
    assertThat(weight()).isEqualTo(.5);
    saidBefore(10, VoteValue.SPAM, VoteValue.HAM);
    assertThat(weight()).isZero();
  }

  @Test
  void noRecordHoweverLongPaysForManyLies() {
    for (int i = 0; i < 1000; i++) {
      saidBefore(i, VoteValue.SPAM, VoteValue.SPAM);
    }
    for (int i = 0; i < 6; i++) {
      saidBefore(2000 + i, VoteValue.SPAM, VoteValue.HAM);
    }
    assertThat(weight()).isZero();
  }

  @Test
  void aMessageCountsOnce() {
    for (int i = 0; i < 10; i++) {
      saidBefore(1, VoteValue.SPAM, VoteValue.SPAM);
    }
    assertThat(weight()).isEqualTo(.5);
    for (int i = 0; i < 10; i++) {
      saidBefore(2, VoteValue.SPAM, VoteValue.HAM);
    }
    saidBefore(3, VoteValue.SPAM, VoteValue.SPAM);
    saidBefore(4, VoteValue.SPAM, VoteValue.SPAM);
    assertThat(weight()).isZero();
    saidBefore(5, VoteValue.SPAM, VoteValue.SPAM);
    assertThat(weight()).isEqualTo(.25);
  }

  @Test
  void whoCopiesWhatWasSettledBuysNothing() {
    List<VoteCounted> copied = List.of(vote(ADA, 1, VoteValue.SPAM));
    reputationTable.observe(
        copied, VoteValue.SPAM, false, 0); // own people had spoken when it was first met
    reputationTable.observe(copied, VoteValue.SPAM, false, 0);
    List<VoteCounted> late = List.of(vote(ADA, 2, VoteValue.SPAM));
    reputationTable.observe(late, null, true, 0); // strangers had settled it
    reputationTable.observe(late, VoteValue.SPAM, false, 0);
    assertThat(weight()).isEqualTo(.25);
    reputationTable.observe(List.of(vote(ADA, 3, VoteValue.SPAM)), VoteValue.HAM, false, 0);
    assertThat(weight()).isZero(); // but a lie counts whenever it comes
  }

  @Test
  void anImportedVoteCanOnlyLose() {
    VoteCounted agreed = new VoteCounted(ADA, SITE, Id.ofHex("01"), VoteValue.SPAM, true);
    reputationTable.observe(List.of(agreed), null, false, 0);
    reputationTable.observe(List.of(agreed), VoteValue.SPAM, false, 0);
    assertThat(weight()).isEqualTo(.25);
    reputationTable.observe(List.of(agreed), VoteValue.HAM, false, 0);
    assertThat(weight()).isZero();
  }

  @Test
  void recordsAgeByHalfLives() {
    for (int i = 0; i < 8; i++) {
      saidBefore(i, VoteValue.SPAM, VoteValue.SPAM);
    }
    assertThat(reputationTable.weight(SITE, ADA, 3 * HALF_LIFE - 1)).isEqualTo(.75);
    assertThat(reputationTable.weight(SITE, ADA, 3 * HALF_LIFE)).isEqualTo(.5);
    assertThat(reputationTable.weight(SITE, ADA, Long.MAX_VALUE)).isEqualTo(.25);
  }

  @Test
  void aVoterOfAnotherSiteIsAnotherVoter() {
    saidBefore(1, VoteValue.SPAM, VoteValue.HAM);
    assertThat(reputationTable.weight(Id.ofHex("52"), ADA, 0)).isEqualTo(.25);
  }

  @Test
  void aSiteThatMakesVotersPushesOutItsOwn() {
    saidBefore(1, VoteValue.SPAM, VoteValue.SPAM);
    Id flood = Id.ofHex("f1");
    for (int i = 0; i < ReputationTable.MOST + 100; i++) {
      Id voter = Id.ofHex(String.format("%08x", i));
      reputationTable.observe(
          List.of(new VoteCounted(voter, flood, ADA, VoteValue.SPAM, false)),
          VoteValue.HAM,
          false,
          0);
    }
    assertThat(reputationTable.accounts()).isEqualTo(ReputationTable.MOST);
    assertThat(weight()).isEqualTo(.5);
  }

  @Test
  void recordsSurviveARestart() {
    saidBefore(1, VoteValue.SPAM, VoteValue.SPAM);
    ReputationTable restarted = new ReputationTable(HALF_LIFE);
    reputationTable.records().forEach(restarted::restore);
    assertThat(restarted.records()).isEqualTo(reputationTable.records()).hasSize(1);
    assertThat(restarted.weight(SITE, ADA, 0)).isEqualTo(.5);
  }

  /** Reputations by sets of what was said when, without bounds or ages. */
  private static final class NaiveLedger {
    private final Set<VoteCounted> early = new LinkedHashSet<>();
    private final Set<VoteCounted> late = new LinkedHashSet<>();
    private final Map<Id, Set<VoteCounted>> agreed = new LinkedHashMap<>();
    private final Map<Id, Set<VoteCounted>> disagreed = new LinkedHashMap<>();

    void observe(VoteCounted vote, @Nullable VoteValue own, boolean settled) {
      if (vote.value() == VoteValue.WITHDRAWN) {
        return;
      }
      if (!early.contains(vote) && !late.contains(vote)) {
        (own == null && !settled ? early : late).add(vote);
      }
      boolean counted = in(agreed, vote) || in(disagreed, vote);
      if (own != null && !counted && vote.value() != own) {
        disagreed.computeIfAbsent(vote.voter(), id -> new LinkedHashSet<>()).add(vote);
      } else if (own != null && !counted && early.contains(vote)) {
        agreed.computeIfAbsent(vote.voter(), id -> new LinkedHashSet<>()).add(vote);
      }
    }

    private static boolean in(Map<Id, Set<VoteCounted>> votes, VoteCounted vote) {
      return votes.getOrDefault(vote.voter(), Set.of()).contains(vote);
    }

    double weight(Id voter) {
      int a = Math.min(20, agreed.getOrDefault(voter, Set.of()).size());
      int d = disagreed.getOrDefault(voter, Set.of()).size();
      return Math.min(1, Math.max(0, (1 + a - 4 * d) / 4.0));
    }
  }

  @Property(tries = 100)
  void itIsANaiveLedgerWithBounds(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ReputationTable real = new ReputationTable(HALF_LIFE);
    NaiveLedger naive = new NaiveLedger();
    List<VoteValue> words =
        List.of(VoteValue.SPAM, VoteValue.SPAM, VoteValue.SPAM, VoteValue.HAM, VoteValue.WITHDRAWN);
    VoteValue[] own = {null, null, VoteValue.SPAM, VoteValue.HAM};
    for (int i = 0; i < 300; i++) {
      Id voter = Id.ofHex(String.format("%02x", random.nextInt(4)));
      VoteValue said = words.get(random.nextInt(words.size()));
      VoteCounted vote = vote(voter, random.nextInt(40), said);
      VoteValue ours = own[random.nextInt(own.length)];
      boolean settled = random.nextInt(4) == 0;
      real.observe(List.of(vote), ours, settled, 0);
      naive.observe(vote, ours, settled);
      assertThat(real.weight(SITE, voter, 0)).isEqualTo(naive.weight(voter));
    }
  }

  @Test
  void theMemoryOfVotesMetIsBounded() {
    List<VoteCounted> votes = new ArrayList<>();
    for (int i = 0; i < ReputationTable.MOST_REMEMBERED + 1; i++) {
      Id message = Id.ofHex(String.format("%08x", i));
      votes.add(new VoteCounted(ADA, SITE, message, VoteValue.SPAM, false));
    }
    reputationTable.observe(votes, null, false, 0);
    reputationTable.observe(votes.subList(0, 1), VoteValue.SPAM, false, 0);
    assertThat(weight()).isEqualTo(.25); // the eldest is forgotten, and so earns nothing
    reputationTable.observe(votes.subList(5, 6), VoteValue.SPAM, false, 0);
    assertThat(weight()).isEqualTo(.5);
  }
}
