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
import org.spamwatch.agent.vote.Verdict;
import org.spamwatch.overlay.Id;

class LedgerTest {
  private static final long HALF_LIFE = 1_000;
  private static final Id SITE = Id.ofHex("51");
  private static final Id ADA = Id.ofHex("ada0");

  private final Ledger ledger = new Ledger(HALF_LIFE);

  private static VoteCounted vote(Id voter, int message, Verdict verdict) {
    return new VoteCounted(voter, SITE, Id.ofHex(String.format("%04x", message)), verdict, false);
  }

  /** A stranger says something, and then one's own people do. */
  private void saidBefore(int message, Verdict stranger, Verdict own) {
    List<VoteCounted> votes = List.of(vote(ADA, message, stranger));
    ledger.observe(votes, null, false, 0);
    ledger.observe(votes, own, false, 0);
  }

  private double weight() {
    return ledger.weight(SITE, ADA, 0);
  }

  @Test
  void threeAgreementsMakeANewcomerCountInFull() {
    assertThat(weight()).isEqualTo(.25);
    saidBefore(1, Verdict.SPAM, Verdict.SPAM);
    assertThat(weight()).isEqualTo(.5);
    saidBefore(2, Verdict.HAM, Verdict.HAM);
    saidBefore(3, Verdict.SPAM, Verdict.SPAM);
    assertThat(weight()).isEqualTo(1);
  }

  @Test
  void aLieCostsFourAgreements() {
    for (int i = 0; i < 5; i++) {
      saidBefore(i, Verdict.SPAM, Verdict.SPAM);
    }
    saidBefore(9, Verdict.SPAM, Verdict.HAM);
    assertThat(weight()).isEqualTo(.5);
    saidBefore(10, Verdict.SPAM, Verdict.HAM);
    assertThat(weight()).isZero();
  }

  @Test
  void noRecordHoweverLongPaysForManyLies() {
    for (int i = 0; i < 1000; i++) {
      saidBefore(i, Verdict.SPAM, Verdict.SPAM);
    }
    for (int i = 0; i < 6; i++) {
      saidBefore(2000 + i, Verdict.SPAM, Verdict.HAM);
    }
    assertThat(weight()).isZero();
  }

  @Test
  void aMessageCountsOnce() {
    for (int i = 0; i < 10; i++) {
      saidBefore(1, Verdict.SPAM, Verdict.SPAM);
    }
    assertThat(weight()).isEqualTo(.5);
    for (int i = 0; i < 10; i++) {
      saidBefore(2, Verdict.SPAM, Verdict.HAM);
    }
    saidBefore(3, Verdict.SPAM, Verdict.SPAM);
    saidBefore(4, Verdict.SPAM, Verdict.SPAM);
    assertThat(weight()).isZero();
    saidBefore(5, Verdict.SPAM, Verdict.SPAM);
    assertThat(weight()).isEqualTo(.25);
  }

  @Test
  void whoCopiesWhatWasSettledBuysNothing() {
    List<VoteCounted> copied = List.of(vote(ADA, 1, Verdict.SPAM));
    ledger.observe(copied, Verdict.SPAM, false, 0); // own people had spoken when it was first met
    ledger.observe(copied, Verdict.SPAM, false, 0);
    List<VoteCounted> late = List.of(vote(ADA, 2, Verdict.SPAM));
    ledger.observe(late, null, true, 0); // strangers had settled it
    ledger.observe(late, Verdict.SPAM, false, 0);
    assertThat(weight()).isEqualTo(.25);
    ledger.observe(List.of(vote(ADA, 3, Verdict.SPAM)), Verdict.HAM, false, 0);
    assertThat(weight()).isZero(); // but a lie counts whenever it comes
  }

  @Test
  void anImportedVoteCanOnlyLose() {
    VoteCounted agreed = new VoteCounted(ADA, SITE, Id.ofHex("01"), Verdict.SPAM, true);
    ledger.observe(List.of(agreed), null, false, 0);
    ledger.observe(List.of(agreed), Verdict.SPAM, false, 0);
    assertThat(weight()).isEqualTo(.25);
    ledger.observe(List.of(agreed), Verdict.HAM, false, 0);
    assertThat(weight()).isZero();
  }

  @Test
  void recordsAgeByHalfLives() {
    for (int i = 0; i < 8; i++) {
      saidBefore(i, Verdict.SPAM, Verdict.SPAM);
    }
    assertThat(ledger.weight(SITE, ADA, 3 * HALF_LIFE - 1)).isEqualTo(.75);
    assertThat(ledger.weight(SITE, ADA, 3 * HALF_LIFE)).isEqualTo(.5);
    assertThat(ledger.weight(SITE, ADA, Long.MAX_VALUE)).isEqualTo(.25);
  }

  @Test
  void aVoterOfAnotherSiteIsAnotherVoter() {
    saidBefore(1, Verdict.SPAM, Verdict.HAM);
    assertThat(ledger.weight(Id.ofHex("52"), ADA, 0)).isEqualTo(.25);
  }

  @Test
  void aSiteThatMakesVotersPushesOutItsOwn() {
    saidBefore(1, Verdict.SPAM, Verdict.SPAM);
    Id flood = Id.ofHex("f1");
    for (int i = 0; i < Ledger.MOST + 100; i++) {
      Id voter = Id.ofHex(String.format("%08x", i));
      ledger.observe(
          List.of(new VoteCounted(voter, flood, ADA, Verdict.SPAM, false)), Verdict.HAM, false, 0);
    }
    assertThat(ledger.accounts()).isEqualTo(Ledger.MOST);
    assertThat(weight()).isEqualTo(.5);
  }

  @Test
  void recordsSurviveARestart() {
    saidBefore(1, Verdict.SPAM, Verdict.SPAM);
    Ledger restarted = new Ledger(HALF_LIFE);
    ledger.records().forEach(restarted::restore);
    assertThat(restarted.records()).isEqualTo(ledger.records()).hasSize(1);
    assertThat(restarted.weight(SITE, ADA, 0)).isEqualTo(.5);
  }

  /** The same by sets of what was said when, without bounds or ages. */
  private static final class NaiveLedger {
    private final Set<VoteCounted> early = new LinkedHashSet<>();
    private final Set<VoteCounted> late = new LinkedHashSet<>();
    private final Map<Id, Set<VoteCounted>> agreed = new LinkedHashMap<>();
    private final Map<Id, Set<VoteCounted>> disagreed = new LinkedHashMap<>();

    void observe(VoteCounted vote, @Nullable Verdict own, boolean settled) {
      if (vote.verdict() == Verdict.WITHDRAWN) {
        return;
      }
      if (!early.contains(vote) && !late.contains(vote)) {
        (own == null && !settled ? early : late).add(vote);
      }
      boolean counted = in(agreed, vote) || in(disagreed, vote);
      if (own != null && !counted && vote.verdict() != own) {
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
    Ledger real = new Ledger(HALF_LIFE);
    NaiveLedger naive = new NaiveLedger();
    List<Verdict> words =
        List.of(Verdict.SPAM, Verdict.SPAM, Verdict.SPAM, Verdict.HAM, Verdict.WITHDRAWN);
    Verdict[] own = {null, null, Verdict.SPAM, Verdict.HAM};
    for (int i = 0; i < 300; i++) {
      Id voter = Id.ofHex(String.format("%02x", random.nextInt(4)));
      Verdict said = words.get(random.nextInt(words.size()));
      VoteCounted vote = vote(voter, random.nextInt(40), said);
      Verdict ours = own[random.nextInt(own.length)];
      boolean settled = random.nextInt(4) == 0;
      real.observe(List.of(vote), ours, settled, 0);
      naive.observe(vote, ours, settled);
      assertThat(real.weight(SITE, voter, 0)).isEqualTo(naive.weight(voter));
    }
  }

  @Test
  void theMemoryOfVotesMetIsBounded() {
    List<VoteCounted> votes = new ArrayList<>();
    for (int i = 0; i < Ledger.MOST_REMEMBERED + 1; i++) {
      Id message = Id.ofHex(String.format("%08x", i));
      votes.add(new VoteCounted(ADA, SITE, message, Verdict.SPAM, false));
    }
    ledger.observe(votes, null, false, 0);
    ledger.observe(votes.subList(0, 1), Verdict.SPAM, false, 0);
    assertThat(weight()).isEqualTo(.25); // the eldest is forgotten, and so earns nothing
    ledger.observe(votes.subList(5, 6), Verdict.SPAM, false, 0);
    assertThat(weight()).isEqualTo(.5);
  }
}
