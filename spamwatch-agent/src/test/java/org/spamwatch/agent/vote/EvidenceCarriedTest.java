package org.spamwatch.agent.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.vote.VoteMessage.Cast;
import org.spamwatch.agent.vote.VoteMessage.HandOverVotes;
import org.spamwatch.agent.vote.VoteMessage.VotesAsked;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.ata.adolr.AdolrMessage.PublishFeature;
import org.spamwatch.ata.evidence.EvidenceKind;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.WireException;

/** Evidence beside the text in votes: kept, shown and taken back, and never published. */
class EvidenceCarriedTest {
  private static final Id GUID = Id.ofHex("11");
  private static final FeatureVector TEXT = SeededVoter.vector(1);
  private static final FeatureVector EVIDENCE =
      new FeatureVector(
          Scheme.EVIDENCE,
          false,
          List.of(
              FeatureVector.key(EvidenceKind.CONTACT.identity(0x1111_2222_3333_4440L)),
              FeatureVector.key(EvidenceKind.LINK.identity(0x5555_6666_7777_8880L))));
  private static final MessageTable TABLE = MessageTable.of(Limits.DEFAULT, VoteMessage.TYPES);
  private static final SeededVoter ADA = new SeededVoter(1);

  private final FakeNode node = new FakeNode(100, new FakeNode.Disk());

  private static Vote vote(VoteValue value, long sequence) {
    return ADA.vote(
        SeededVoter.REALM, GUID, value, sequence, FakeNode.START + sequence, TEXT, EVIDENCE);
  }

  private List<Scheme> published() {
    return node.routed(PublishFeature.class).stream()
        .map(each -> each.record().publication().vector().scheme())
        .distinct()
        .toList();
  }

  @Test
  void theRootKeepsAndShowsItAndPublishesTheTextAlone() {
    node.deliver(new Cast(7, vote(VoteValue.SPAM, 1), List.of(TEXT, EVIDENCE)), RouteEnd.ROOT);
    node.pass(5);
    assertThat(published()).containsExactly(Scheme.CHAR50);
    node.book.receive(FakeNode.contact(2), new VotesAsked(5, GUID, List.of(EVIDENCE.digest())));
    assertThat(node.sent(VotesFound.class).get(0).votes()).hasSize(1);
    assertThat(node.sent(VotesFound.class).get(0).vectors())
        .containsExactlyInAnyOrder(TEXT, EVIDENCE);
    assertThat(node.disk.vectors.get(GUID)).containsExactlyInAnyOrder(TEXT, EVIDENCE);
  }

  @Test
  void anOwnVotersIsKnownHereUntilItIsWithdrawn() {
    Id self = node.self().id();
    List<Vote> words = new ArrayList<>();
    for (VoteValue value : List.of(VoteValue.SPAM, VoteValue.WITHDRAWN)) {
      words.add(
          ADA.vote(
              SeededVoter.REALM,
              self,
              GUID,
              value,
              1 + words.size(),
              FakeNode.START,
              TEXT,
              EVIDENCE));
    }
    node.book.cast(words.get(0), List.of(TEXT, EVIDENCE), result -> {});
    assertThat(node.book.ownWord(GUID).orElseThrow().vectors())
        .containsExactlyInAnyOrder(TEXT, EVIDENCE);
    node.pass(5);
    assertThat(published()).containsExactly(Scheme.CHAR50);
    node.book.cast(words.get(1), List.of(), result -> {});
    assertThat(node.book.ownWord(GUID).orElseThrow().vectors()).isEmpty();
    assertThat(node.layers.adolr().indexed()).isZero();
  }

  @Test
  void onTheWireItIsAnyOtherSchemesVector() throws WireException {
    HandOverVotes handed =
        new HandOverVotes(List.of(vote(VoteValue.SPAM, 1)), List.of(TEXT, EVIDENCE));
    byte[] bytes = TABLE.encode(handed);
    byte[] keys = new byte[16];
    for (int i = 0; i < 8; i++) {
      keys[i] = (byte) (EVIDENCE.identity(0) >>> (56 - 8 * i));
      keys[8 + i] = (byte) (EVIDENCE.identity(1) >>> (56 - 8 * i));
    }
    int at = indexOf(bytes, keys);
    int scheme = at - 1;
    while (bytes[scheme] != Scheme.EVIDENCE.id()) {
      scheme--;
    }
    // As a peer of before sees it: a number that it does not know.
    bytes[scheme] = (byte) 200;
    HandOverVotes seen = (HandOverVotes) TABLE.decode(bytes);
    assertThat(seen.vectors().get(1).scheme()).isSameAs(Scheme.of(200));
    assertThat(seen.vectors().get(1).keys()).isEqualTo(EVIDENCE.keys());
    byte[] passedOn = TABLE.encode(seen);
    assertThat(passedOn).isEqualTo(bytes);
    passedOn[scheme] = (byte) Scheme.EVIDENCE.id();
    assertThat(TABLE.decode(passedOn)).isEqualTo(handed);
  }

  private static int indexOf(byte[] bytes, byte[] part) {
    int at = 0;
    while (!Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
      at++;
    }
    return at;
  }
}
