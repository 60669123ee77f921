package org.spamwatch.agent.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.campaign.CampaignRule.Action;
import org.spamwatch.agent.ham.ProbeKeys;
import org.spamwatch.agent.vote.SeededVoter;
import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;

class CampaignRulesTest {
  private static final FeatureVector NEWS = SeededVoter.vector(1);
  private static final Id GUID = Id.ofHex("11");
  private static final Id OTHER = Id.ofHex("22");

  private final CampaignRules rules = new CampaignRules();

  private static CampaignRule rule(Id guid, Action action, FeatureVector... vectors) {
    List<CompactVector> compact = List.of(vectors).stream().map(FeatureVector::compact).toList();
    return new CampaignRule(guid, action, 7, "why", compact);
  }

  private Optional<CampaignRule> applicable(FeatureVector asked, Id... matched) {
    return rules.applicable(
        List.of(asked), List.of(), Threshold.STANDARD, List.of(matched), List.of());
  }

  @Test
  void aRuleHoldsForWhateverIsLikeItsMessageByThreshold() {
    rules.put(rule(GUID, Action.ALLOW, NEWS));
    assertThat(applicable(SeededVoter.like(NEWS, 5, 2))).contains(rule(GUID, Action.ALLOW, NEWS));
    assertThat(applicable(SeededVoter.like(NEWS, 4, 3))).isEmpty();
    assertThat(applicable(SeededVoter.vector(9), GUID)).isPresent();
    assertThat(applicable(SeededVoter.vector(9), OTHER)).isEmpty();
    assertThat(
            rules.applicable(
                List.of(SeededVoter.like(NEWS, 5, 2)),
                List.of(),
                Threshold.of(6),
                List.of(),
                List.of()))
        .isEmpty();
  }

  @Test
  void appendedTextHidesNoBlockedMessageAndLetsNoAllowedOneThrough() {
    FeatureVector other = SeededVoter.vector(9);
    List<ProbeKeys> probes = List.of(new ProbeKeys(Scheme.CHAR50, NEWS.keys().subList(0, 5)));
    List<ProbeKeys> few = List.of(new ProbeKeys(Scheme.CHAR50, NEWS.keys().subList(0, 4)));
    List<ProbeKeys> foreign = List.of(new ProbeKeys(Scheme.WORD, NEWS.keys()));
    rules.put(rule(GUID, Action.BLOCK, NEWS));
    assertThat(applicable(other, probes)).contains(rule(GUID, Action.BLOCK, NEWS));
    assertThat(applicable(other, few)).isEmpty();
    assertThat(applicable(other, foreign)).isEmpty();
    rules.put(rule(GUID, Action.ALLOW, NEWS));
    assertThat(applicable(other, probes)).isEmpty();
  }

  private Optional<CampaignRule> applicable(FeatureVector asked, List<ProbeKeys> probes) {
    return rules.applicable(List.of(asked), probes, Threshold.STANDARD, List.of(), List.of());
  }

  @Test
  void allowingGoesBeforeBlocking() {
    rules.put(rule(GUID, Action.BLOCK, NEWS));
    assertThat(applicable(NEWS).orElseThrow().action()).isEqualTo(Action.BLOCK);
    rules.put(rule(OTHER, Action.ALLOW, SeededVoter.like(NEWS, 5, 4)));
    assertThat(applicable(NEWS).orElseThrow().guid()).isEqualTo(OTHER);
  }

  @Test
  void aRuleThatWasReplacedOrRemovedHoldsNoLonger() {
    rules.put(rule(GUID, Action.BLOCK, NEWS));
    rules.put(rule(GUID, Action.BLOCK, SeededVoter.vector(5)));
    assertThat(applicable(NEWS)).isEmpty();
    assertThat(applicable(SeededVoter.vector(5))).isPresent();
    assertThat(rules.remove(GUID)).isTrue();
    assertThat(rules.remove(GUID)).isFalse();
    assertThat(applicable(SeededVoter.vector(5), GUID)).isEmpty();
    assertThat(rules.all()).isEmpty();
  }

  @Property(tries = 100)
  void findsWhatLookingAtEveryRuleFinds(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    CampaignRules some = new CampaignRules();
    List<CampaignRule> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      FeatureVector near = SeededVoter.like(NEWS, random.nextInt(8), random.nextLong());
      FeatureVector far = SeededVoter.vector(random.nextLong());
      Action action = random.nextInt(4) == 0 ? Action.ALLOW : Action.BLOCK;
      CampaignRule rule = rule(Id.random(random), action, near, far);
      some.put(rule);
      all.add(rule);
      if (random.nextInt(4) == 0) {
        CampaignRule gone = all.remove(random.nextInt(all.size()));
        some.remove(gone.guid());
      }
    }
    FeatureVector asked = SeededVoter.like(NEWS, 4 + random.nextInt(4), random.nextLong());
    int thres = Threshold.STANDARD.forSize(asked.scheme(), asked.size());
    Optional<CampaignRule> naive =
        all.stream()
            .filter(
                rule -> rule.vectors().stream().anyMatch(v -> v.matches(asked.compact(), thres)))
            .min(Comparator.comparing(CampaignRule::action).thenComparing(CampaignRule::guid));
    assertThat(some.applicable(List.of(asked), List.of(), Threshold.STANDARD, List.of(), List.of()))
        .isEqualTo(naive);
  }

  @Test
  void rulesAndNotesAreBounded() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < CampaignRules.MAX_RULES; i++) {
      rules.put(rule(Id.random(random), Action.BLOCK));
    }
    assertThat(rules.hasRoom(GUID)).isFalse();
    assertThatIllegalStateException().isThrownBy(() -> rules.put(rule(GUID, Action.ALLOW)));
    Id present = rules.all().get(0).guid();
    rules.put(rule(present, Action.ALLOW));
    assertThat(rules.of(present).orElseThrow().action()).isEqualTo(Action.ALLOW);
    for (String note : List.of("n".repeat(201), "two\nlines", "\u001b[2J")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new CampaignRule(GUID, Action.ALLOW, 0, note, List.of()));
    }
  }

  @Test
  void theReasonTellsWhoWhichAndWhy() {
    assertThat(rule(GUID, Action.ALLOW).reason())
        .isEqualTo("the postmaster of this peer allows mail like message " + GUID + " (why)");
  }
}
