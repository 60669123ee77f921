package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.campaign.Campaign;
import org.spamwatch.agent.campaign.Campaign.Known;
import org.spamwatch.agent.campaign.CampaignDetail;
import org.spamwatch.agent.campaign.CampaignPage;
import org.spamwatch.agent.campaign.CampaignRule.Action;
import org.spamwatch.agent.campaign.CampaignVote;
import org.spamwatch.agent.campaign.Campaigns;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RouteEnd;

/** What a peer's votes and checks make of campaigns. */
class CampaignsTest {
  private static final long DAY = 86_400_000L;
  private static final FeatureVector VECTOR = SeededVoter.vector(1);

  private final FakeNode node = new FakeNode(100, new FakeNode.Disk());
  private final Campaigns campaigns = new Campaigns(node.book);
  private final SplittableRandom random = new SplittableRandom(1);

  private void keep(Id guid, int voter, VoteValue value, int daysAgo, FeatureVector vector) {
    long millis = FakeNode.START - daysAgo * DAY;
    Vote vote =
        new SeededVoter(voter)
            .vote(SeededVoter.REALM, Id.ofHex("c" + voter % 2), guid, value, 1, millis, vector);
    node.deliver(new Cast(7, vote, List.of(vector)), RouteEnd.ROOT);
  }

  private void sight(Id guid, int spam) {
    CampaignVote vote =
        new CampaignVote(Id.ofHex("aa"), Id.ofHex("5e"), VoteValue.SPAM, FakeNode.START);
    campaigns.sighted(guid, spam, 0, List.of(vote), List.of(VECTOR));
  }

  @Test
  void aKeptMessageIsToldWithItsVotesByDayAndItsSites() {
    Id guid = Id.ofHex("11");
    keep(guid, 1, VoteValue.SPAM, 2, VECTOR);
    keep(guid, 2, VoteValue.SPAM, 2, VECTOR);
    keep(guid, 3, VoteValue.HAM, 0, VECTOR);
    CampaignDetail detail = campaigns.detail(guid).orElseThrow();
    Campaign campaign = detail.campaign();
    assertThat(campaign.spam()).isEqualTo(2);
    assertThat(campaign.ham()).isEqualTo(1);
    assertThat(campaign.sites()).isEqualTo(2);
    assertThat(campaign.known()).isEqualTo(Known.KEPT);
    assertThat(campaign.lastMillis() - campaign.firstMillis()).isEqualTo(2 * DAY);
    assertThat(campaign.schemes()).containsExactly("char50");
    assertThat(campaign.features()).isEqualTo(10);
    long day = Math.floorDiv(FakeNode.START, DAY);
    assertThat(detail.days())
        .containsExactly(new CampaignDetail.Day(day - 2, 2, 0), new CampaignDetail.Day(day, 0, 1));
    assertThat(detail.votes()).hasSize(3);
    assertThat(detail.votes().get(0).value()).isEqualTo(VoteValue.HAM);
    assertThat(campaigns.detail(Id.ofHex("12"))).isEmpty();
  }

  @Test
  void pagesHoldEveryMessageOnceKeptOrMet() {
    List<Id> guids = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      Id guid = Id.random(random);
      guids.add(guid);
      if (i % 2 == 0) {
        keep(guid, 1 + i, VoteValue.SPAM, 1, SeededVoter.vector(i));
      }
      if (i % 3 == 0 || i % 2 == 1) {
        sight(guid, 4);
      }
    }
    guids.sort(null);
    for (int size : new int[] {1, 3, 25, 200}) {
      List<Id> told = new ArrayList<>();
      Optional<Id> from = Optional.of(Id.ZERO);
      while (from.isPresent()) {
        CampaignPage page = campaigns.page(from.get(), size, 1);
        assertThat(page.campaigns()).hasSizeLessThanOrEqualTo(size);
        page.campaigns().forEach(each -> told.add(each.guid()));
        from = page.next();
      }
      assertThat(told).as("pages of %d", size).isEqualTo(guids);
    }
    assertThat(campaigns.page(Id.ZERO, 200, 4).campaigns())
        .allMatch(each -> each.known() == Known.MET && each.sites() == 1);
    assertThat(campaigns.page(Id.ZERO, 200, 5).campaigns()).isEmpty();
  }

  @Test
  void aRuleTakesTheVectorsThatAreKeptOrElseThoseThatWereMet() {
    Id kept = Id.ofHex("11");
    Id met = Id.ofHex("22");
    keep(kept, 1, VoteValue.SPAM, 0, SeededVoter.vector(5));
    sight(kept, 3);
    sight(met, 3);
    assertThat(campaigns.rule(kept, Action.ALLOW, "a", 1).orElseThrow().vectors())
        .containsExactly(SeededVoter.vector(5).compact());
    assertThat(campaigns.rule(met, Action.BLOCK, "b", 2).orElseThrow().vectors())
        .containsExactly(VECTOR.compact());
    assertThat(campaigns.rule(Id.ofHex("33"), Action.BLOCK, "", 3).orElseThrow().vectors())
        .isEmpty();
    FeatureVector variant = SeededVoter.like(VECTOR, 5, 77);
    assertThat(
            campaigns
                .rules()
                .applicable(List.of(variant), List.of(), Threshold.STANDARD, List.of(), List.of()))
        .map(rule -> rule.guid())
        .contains(met);
    assertThat(campaigns.ruled(Id.ZERO, 2).campaigns())
        .extracting(Campaign::guid)
        .containsExactly(kept, met);
    assertThat(campaigns.ruled(Id.ZERO, 2).next()).contains(Id.ofHex("33"));
    assertThat(campaigns.ruled(Id.ZERO, 9).campaigns())
        .extracting(Campaign::known)
        .containsExactly(Known.KEPT, Known.MET, Known.RULED);
  }

  @Test
  void aRuleKeepsItsVectorsWhenTheMessageIsForgotten() {
    Id guid = Id.ofHex("11");
    keep(guid, 1, VoteValue.SPAM, 0, VECTOR);
    campaigns.rule(guid, Action.BLOCK, "", 1);
    node.timers.advance(node.timers.nowMicros() + 61 * DAY * 1000);
    node.pass(3601);
    assertThat(node.book.messageCount()).isZero();
    assertThat(campaigns.rule(guid, Action.ALLOW, "", 2).orElseThrow().vectors())
        .containsExactly(VECTOR.compact());
    assertThat(campaigns.detail(guid).orElseThrow().campaign().features()).isEqualTo(10);
  }

  @Test
  void whatChecksMeetIsBounded() {
    for (int i = 0; i < 5_000; i++) {
      sight(Id.random(random), 1);
    }
    int told = 0;
    Optional<Id> from = Optional.of(Id.ZERO);
    while (from.isPresent()) {
      CampaignPage page = campaigns.page(from.get(), Campaigns.MAX_PAGE, 0);
      told += page.campaigns().size();
      from = page.next();
    }
    assertThat(told).isEqualTo(2_000);
  }
}
