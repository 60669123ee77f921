package org.spamwatch.agent.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.trust.Decision.Decider;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.overlay.Id;

/** Site 0 is one's own; a voter's id says its weight in quarters, modulo 5. */
class TrustRuleTest {
  private static final Id MESSAGE = Id.ofHex("aa");
  private static final int GOOD = 4;
  private static final int NEW = 1;

  private final TrustRule rule = new TrustRule(TrustConfig.DEFAULT);
  private double voterPopulation;
  private double coverage = 1;
  private int voters;

  private final Standing standing =
      new Standing() {
        @Override
        public boolean isOwn(Id site) {
          return site.equals(id(0));
        }

        @Override
        public double weight(Id site, Id voter) {
          return voter.high() % 5 / 4.0;
        }

        @Override
        public double voterPopulation() {
          return voterPopulation;
        }

        @Override
        public double coverage() {
          return coverage;
        }
      };

  private static Id id(int number) {
    return Id.ofHex(String.format("%016x", number));
  }

  private VoteCounted vote(int site, VoteValue value, int quarters) {
    Id voter = id(5 * ++voters + quarters);
    return new VoteCounted(voter, id(site), MESSAGE, value, false);
  }

  private List<VoteCounted> spam(int number, int quarters, int... sites) {
    List<VoteCounted> votes = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      votes.add(vote(sites[i % sites.length], VoteValue.SPAM, quarters));
    }
    return votes;
  }

  private Decision judge(List<VoteCounted> votes) {
    return rule.judge(votes, Policy.DEFAULT, standing);
  }

  @Test
  void oneVoteOfTheOwnSiteIsEnough() {
    Decision decision = judge(spam(1, NEW, 0));
    assertThat(decision.spam()).isTrue();
    assertThat(decision.decidedBy()).isEqualTo(Decider.OWN_SITE);
    assertThat(decision.change()).isEqualTo("1 more ham vote of one's own people would overrule");
  }

  @Test
  void asManyOwnHamVotesOverruleOwnAndStrange() {
    List<VoteCounted> votes = spam(30, GOOD, 1, 2, 3, 4, 5);
    assertThat(judge(votes).spam()).isTrue();
    votes.add(vote(0, VoteValue.HAM, NEW));
    assertThat(judge(votes).spam()).isFalse();
    assertThat(judge(votes).reason()).contains("strangers do not overrule");
    votes.add(vote(0, VoteValue.SPAM, NEW));
    assertThat(judge(votes).spam()).isFalse();
    votes.add(vote(0, VoteValue.SPAM, NEW));
    assertThat(judge(votes).spam()).isTrue();
  }

  @Test
  void threeGoodStrangersOfTwoSitesAreEnoughInASmallRealm() {
    voterPopulation = 40;
    assertThat(judge(spam(3, GOOD, 1, 2)).spam()).isTrue();
    assertThat(judge(spam(2, GOOD, 1, 2)).spam()).isFalse();
    assertThat(judge(spam(2, GOOD, 1, 2)).change())
        .isEqualTo(
            "1 more spam vote of one's own people would make it spam; or 1 more voter and 1 more weight"
                + " of strangers");
  }

  @Test
  void oneSiteAloneNeverCarriesAVerdictHoweverManyVotersItMakes() {
    assertThat(judge(spam(1000, GOOD, 1)).spam()).isFalse();
    assertThat(judge(spam(1000, NEW, 1, 2)).spam()).isFalse(); // nor two with newcomers
    assertThat(judge(spam(1000, GOOD, 1)).change()).contains("of another site");
  }

  @Test
  void twelveNewcomersOfThreeSitesAreEnough() {
    assertThat(judge(spam(12, NEW, 1, 2, 3)).spam()).isTrue();
    assertThat(judge(spam(11, NEW, 1, 2, 3)).spam()).isFalse();
  }

  @Test
  void aRingOfOneInAHundredIsTooSmallInALargeRealm() {
    voterPopulation = 1000;
    assertThat(judge(spam(10, GOOD, 1, 2, 3, 4, 5)).spam()).isFalse();
    assertThat(judge(spam(20, GOOD, 1, 2, 3, 4, 5)).spam()).isTrue();
    assertThat(judge(spam(10, GOOD, 1, 2, 3, 4, 5)).votersNeeded()).isEqualTo(20);
  }

  @Test
  void strangersDoNotDecideWhereTooFewVotersAreKnown() {
    List<VoteCounted> votes = spam(30, GOOD, 1, 2, 3, 4, 5);
    coverage = .5;
    assertThat(judge(votes).spam()).isTrue();
    coverage = .49;
    assertThat(judge(votes).spam()).isFalse();
    assertThat(judge(votes).reason())
        .endsWith(
            "too few of the realm's voters are known here yet: 51 % of the votes met are the only one"
                + " of their voter, strangers decide from 50 % down");
    assertThat(judge(votes).change())
        .isEqualTo(
            "1 more spam vote of one's own people would make it spam; or strangers' votes, once more of"
                + " the realm's voters have been met");
    votes.add(vote(0, VoteValue.SPAM, NEW));
    assertThat(judge(votes).decidedBy()).isEqualTo(Decider.OWN_SITE);
    assertThat(judge(votes).spam()).isTrue();
  }

  @Test
  void hamVotesOfStrangersCountAgainst() {
    List<VoteCounted> votes = spam(4, GOOD, 1, 2);
    votes.add(vote(3, VoteValue.HAM, GOOD));
    assertThat(judge(votes).spam()).isTrue();
    votes.add(vote(3, VoteValue.HAM, GOOD));
    assertThat(judge(votes).spam()).isFalse();
  }

  @Test
  void oneSiteCannotProtectItsSpamWithAnyNumberOfHamVotes() {
    List<VoteCounted> votes = spam(8, GOOD, 1, 2, 3, 4);
    for (int i = 0; i < 1000; i++) {
      votes.add(vote(5, VoteValue.HAM, GOOD));
    }
    assertThat(judge(votes).spam()).isTrue();
  }

  @Test
  void anImportedVoteWeighsANewcomers() {
    List<VoteCounted> votes = new ArrayList<>();
    for (VoteCounted vote : spam(3, GOOD, 1, 2)) {
      votes.add(new VoteCounted(vote.voter(), vote.site(), MESSAGE, vote.value(), true));
    }
    assertThat(judge(votes).weight()).isEqualTo(.75);
  }

  @Test
  void whoeverAsksChoosesTheRule() {
    List<VoteCounted> votes = spam(3, GOOD, 1, 2);
    assertThat(rule.judge(votes, new Policy(Rule.OWN, 1), standing).spam()).isFalse();
    assertThat(rule.judge(votes, new Policy(Rule.ANY, 1), standing).spam()).isTrue();
    assertThat(rule.judge(votes, new Policy(Rule.ANY, 4), standing).spam()).isFalse();
    assertThat(rule.judge(votes, new Policy(Rule.TRUST, 4), standing).spam()).isFalse();
    assertThat(rule.judge(spam(2, NEW, 0), new Policy(Rule.TRUST, 3), standing).spam()).isFalse();
  }

  @Test
  void silenceAndWithdrawnVotesAreUnknown() {
    assertThat(judge(List.of()).spam()).isFalse();
    Decision decision = judge(List.of(vote(0, VoteValue.WITHDRAWN, NEW)));
    assertThat(decision.decidedBy()).isEqualTo(Decider.NOBODY);
    assertThat(decision.reason()).isEqualTo("0 votes for spam, 0 votes for ham: spam needs 1");
  }

  @Provide
  Arbitrary<List<VoteCounted>> votes() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 6),
            Arbitraries.of(VoteValue.SPAM, VoteValue.SPAM, VoteValue.HAM, VoteValue.WITHDRAWN),
            Arbitraries.integers().between(0, 4),
            Arbitraries.of(false, false, true))
        .as(
            (site, value, quarters, imported) -> {
              VoteCounted vote = vote(site, value, quarters);
              return new VoteCounted(vote.voter(), vote.site(), MESSAGE, value, imported);
            })
        .list()
        .ofMaxSize(24);
  }

  @Provide
  Arbitrary<Policy> terms() {
    return Combinators.combine(Arbitraries.of(Rule.class), Arbitraries.integers().between(1, 4))
        .as(Policy::new);
  }

  @Property
  void oneMoreVoteNeverTurnsTheVerdictTheOtherWay(
      @ForAll("votes") List<VoteCounted> votes,
      @ForAll("terms") Policy terms,
      @ForAll @IntRange(min = 0, max = 400) int people,
      @ForAll @IntRange(min = 0, max = 6) int site,
      @ForAll @IntRange(min = 0, max = 4) int quarters) {
    voterPopulation = people;
    boolean before = rule.judge(votes, terms, standing).spam();
    List<VoteCounted> moreSpam = new ArrayList<>(votes);
    moreSpam.add(vote(site, VoteValue.SPAM, quarters));
    List<VoteCounted> moreHam = new ArrayList<>(votes);
    moreHam.add(vote(site, VoteValue.HAM, quarters));
    if (before) {
      assertThat(rule.judge(moreSpam, terms, standing).spam()).isTrue();
    } else {
      assertThat(rule.judge(moreHam, terms, standing).spam()).isFalse();
    }
  }

  @Property
  void theOrderOfTheVotesDoesNotMatter(
      @ForAll("votes") List<VoteCounted> votes,
      @ForAll("terms") Policy terms,
      @ForAll @IntRange(min = 0, max = 400) int people,
      @ForAll long seed) {
    voterPopulation = people;
    List<VoteCounted> shuffled = new ArrayList<>(votes);
    Collections.shuffle(shuffled, new Random(seed));
    assertThat(rule.judge(shuffled, terms, standing)).isEqualTo(rule.judge(votes, terms, standing));
  }

  @Property
  void everythingNeededIsThereWhenStrangersDecide(
      @ForAll("votes") List<VoteCounted> votes, @ForAll @IntRange(min = 0, max = 400) int people) {
    voterPopulation = people;
    Decision decision = judge(votes);
    if (decision.spam() && decision.decidedBy() == Decider.STRANGERS) {
      assertThat(decision.voters()).isGreaterThanOrEqualTo(Math.max(3, (int) (.02 * people)));
      assertThat(decision.weight()).isGreaterThanOrEqualTo(3);
      assertThat(decision.spamSites()).isGreaterThanOrEqualTo(2);
      assertThat(decision.ownSpam()).isZero();
    }
  }
}
