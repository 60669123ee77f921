package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.VotesAsked;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteMessage.VotesHeld;
import org.spamwatch.agent.vote.VoteMessage.VotesWanted;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.RouteEnd;

/** What a peer answers who asks for the votes on a message. */
class VoteQueryHandlerTest extends VoteTableFixture {
  private static VotesWanted wanted(long checkId) {
    return new VotesWanted(checkId, spam(ADA).digests());
  }

  @Test
  void onlyVotesOnTheVectorsAskedAboutAreSentWithdrawnOnesToo() {
    FeatureVector other = SeededVoter.vector(7);
    Vote onOther = vote(BEN, other);
    castAtRoot(node, spam(ADA));
    node.deliver(new Cast(7, onOther, List.of(other)), RouteEnd.ROOT);
    Vote gone = vote(ADA, VoteValue.WITHDRAWN, 2, FakeNode.START);
    castAtRoot(node, gone);
    node.sent.clear();
    node.book.deliverToObject(GUID, wanted(5), FakeNode.contact(3), FakeNode.contact(3), 2);
    assertThat(node.sent(VotesFound.class)).hasSize(1);
    assertThat(node.sent(VotesFound.class).get(0).votes()).containsExactly(gone);
    assertThat(node.sent(VotesFound.class).get(0).vectors()).isEmpty();
    node.sent.clear();
    VotesWanted both = new VotesWanted(5, List.of(gone.digests().get(0), other.compact().digest()));
    node.book.deliverToObject(GUID, both, FakeNode.contact(3), FakeNode.contact(3), 2);
    assertThat(node.sent(VotesFound.class)).as("what was not said yet").hasSize(1);
    assertThat(node.sent(VotesFound.class).get(0).votes()).containsExactly(onOther);
    assertThat(node.sent(VotesFound.class).get(0).vectors()).containsExactly(other);
  }

  @Test
  void whoeverHasNamedAPublisherIsChargedWithTurningToItOneAfterTheOther() {
    Contact publisher = FakeNode.contact(7);
    List<Contact> tellers = List.of(FakeNode.contact(3), FakeNode.contact(4));
    node.book.askInPerson(publisher, tellers, GUID, List.of(), 5);
    assertThat(node.naming).containsExactly(tellers.get(0));
    node.acknowledge(false); // he has named too many
    assertThat(node.naming).isEqualTo(tellers);
    node.acknowledge(false);
    assertThat(node.naming).isEqualTo(tellers);
    assertThat(node.sent(VotesAsked.class)).hasSize(2);
    node.book.askInPerson(publisher, List.of(), GUID, List.of(), 6);
    assertThat(node.naming).as("it has answered itself").isEqualTo(tellers);
    assertThat(node.sent(VotesAsked.class)).hasSize(3);
  }

  @Test
  void whoIsNamedByAnotherIsToldToAskInPerson() {
    castAtRoot(node, spam(ADA));
    node.sent.clear();
    node.book.deliverToObject(GUID, wanted(5), FakeNode.contact(3), FakeNode.contact(4), 2);
    assertThat(node.sent(VotesFound.class)).isEmpty();
    assertThat(node.sent(VotesHeld.class))
        .containsExactly(new VotesHeld(5, GUID, wanted(5).digests()));
    node.book.receive(FakeNode.contact(3), new VotesAsked(5, GUID, wanted(5).digests()));
    assertThat(node.sent(VotesFound.class)).hasSize(1);
  }

  @Test
  void aVoteOnTwoVectorsIsSentOnceWithBoth() {
    FeatureVector one = SeededVoter.vector(1);
    FeatureVector two = SeededVoter.vector(7);
    node.deliver(new Cast(7, vote(ADA, one, two), List.of(one, two)), RouteEnd.ROOT);
    node.sent.clear();
    for (FeatureVector asked : List.of(one, two)) {
      VotesWanted wanted = new VotesWanted(5, List.of(asked.compact().digest()));
      node.book.deliverToObject(GUID, wanted, FakeNode.contact(3), FakeNode.contact(3), 2);
    }
    assertThat(node.sent(VotesFound.class)).hasSize(2);
    assertThat(node.sent(VotesFound.class).get(0).vectors()).containsExactlyInAnyOrder(one, two);
    assertThat(node.sent(VotesFound.class).get(1).votes()).isEmpty();
  }

  @Test
  void answersACheckOnceInPages() {
    for (int i = 0; i < VoteMessage.MAX_VOTES + 1; i++) {
      castAtRoot(node, spam(new SeededVoter(100 + i)));
    }
    node.sent.clear();
    node.acknowledge(true);
    for (int i = 0; i < 3; i++) {
      node.book.deliverToObject(GUID, wanted(5), FakeNode.contact(3), FakeNode.contact(3), 2);
    }
    assertThat(node.sent(VotesFound.class)).as("the next waits for the first").hasSize(1);
    node.acknowledge(true);
    node.acknowledge(true);
    List<VotesFound> pages = node.sent(VotesFound.class);
    assertThat(pages).hasSize(2);
    assertThat(pages)
        .allMatch(
            page ->
                page.spam() == VoteMessage.MAX_VOTES + 1 && page.ham() == 0 && page.pages() == 2);
    assertThat(pages.get(0).votes()).hasSize(VoteMessage.MAX_VOTES);
    assertThat(pages.get(1).votes()).hasSize(1);
  }

  @Test
  void whoeverDoesNotAcknowledgeAPageIsSentNoFurtherOne() {
    for (int i = 0; i < VoteMessage.MAX_VOTES + 1; i++) {
      castAtRoot(node, spam(new SeededVoter(100 + i)));
    }
    node.book.deliverToObject(GUID, wanted(5), FakeNode.contact(3), FakeNode.contact(3), 2);
    node.acknowledge(false);
    node.acknowledge(true);
    assertThat(node.sent(VotesFound.class)).hasSize(1);
  }
}
