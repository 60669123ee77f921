package org.spamwatch.agent.imap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.api.VoteAnswer;
import org.spamwatch.agent.api.Votes;
import org.spamwatch.agent.check.Source;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.imap.MailFolder.Keyword;
import org.spamwatch.agent.proof.SenderProof;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.overlay.Id;

/** What a round makes of moves by people and by programs. */
final class RoundTest {
  private static final String SPAM = text(1);
  private static final String OTHER = text(2);

  private final FakeServer server = new FakeServer();
  private final List<VoteValue> votes = new ArrayList<>();
  private final Ledger ledger = new Ledger();
  private Optional<Id> spam = Optional.empty();
  private boolean peerIsThere = true;
  private int saved;
  private Round round = newRound();

  private static String text(int seed) {
    Random random = new Random(seed);
    return IntStream.range(0, 120)
        .mapToObj(i -> "w" + Long.toString(random.nextLong(1L << 40), 36))
        .collect(Collectors.joining(" "));
  }

  /** That of a program that has been started anew, with what it had kept. */
  private Round newRound() {
    return new Round(
        "account",
        ledger,
        () -> saved++,
        new FakePeer(),
        ApproximateText.standard(),
        SenderProof.NONE,
        Clock.fixed(FakeServer.NOW, ZoneOffset.UTC));
  }

  /** Calls one text spam. */
  private final class FakePeer implements Peer {
    @Override
    public CheckAnswer check(ReadMail mail) throws AgentException {
      beThere();
      boolean is = mail.addressed().guid().equals(spam);
      CheckAnswer none = CheckAnswer.unasked("");
      return new CheckAnswer(
          is ? Verdict.SPAM : Verdict.UNKNOWN,
          new Votes(0, 0),
          none.match(),
          Source.NONE,
          0,
          0,
          List.of(),
          true,
          "",
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }

    @Override
    public VoteAnswer vote(ReadMail mail, VoteValue value) throws AgentException {
      beThere();
      votes.add(value);
      return new VoteAnswer(
          true, mail.addressed().guid().orElseThrow(), 1, 1, "", Optional.empty());
    }

    private void beThere() throws AgentException {
      if (!peerIsThere) {
        throw new SecretException("no peer");
      }
    }
  }

  private void look() throws Exception {
    while (round.run(server.inbox, server.junk, visitor -> visitor.visit(server.archive))) {}
  }

  @BeforeEach
  void anEmptyMailboxThatIsKnown() throws Exception {
    byte[] mail =
        ("Subject: x\r\n\r\n" + SPAM).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    spam = ApproximateText.standard().address(mail).guid();
    assertThat(spam).isPresent();
    look();
  }

  @Test
  void newSpamIsFiledWithAKeywordAndThatIsNoVote() throws Exception {
    server.inbox.deliver(SPAM);
    server.inbox.deliver(OTHER);
    look();
    look();
    assertThat(server.inbox.texts()).containsExactly(OTHER);
    assertThat(server.junk.texts()).containsExactly(SPAM);
    assertThat(server.junk.keywords(SPAM)).containsExactly(Keyword.FILED);
    assertThat(votes).isEmpty();
  }

  @Test
  void whatWasThereBeforeOrIsOldIsNotFiled() throws Exception {
    server.inbox.deliver(SPAM);
    server.inbox.renumber();
    look();
    server.inbox.deliverOld(SPAM);
    look();
    assertThat(server.inbox.texts()).containsExactly(SPAM, SPAM);
  }

  @Test
  void takingOutIsHamAndMovingItInAgainIsSpamAndOutWithdraws() throws Exception {
    server.inbox.deliver(SPAM);
    look();
    server.junk.move(SPAM, server.inbox);
    look();
    assertThat(server.inbox.keywords(SPAM)).isEmpty();
    server.inbox.move(SPAM, server.junk);
    look();
    assertThat(server.junk.keywords(SPAM)).containsExactly(Keyword.VOTED);
    server.junk.move(SPAM, server.archive);
    look();
    look();
    assertThat(votes).containsExactly(VoteValue.HAM, VoteValue.SPAM, VoteValue.WITHDRAWN);
    assertThat(server.archive.keywords(SPAM)).isEmpty();
  }

  @Test
  void whatAProgramMovesBackForItsPersonIsNoVote() throws Exception {
    for (FakeServer.FakeFolder to : List.of(server.inbox, server.archive)) {
      server.inbox.deliver(SPAM);
      look();
      look();
      server.junk.mark(SPAM, Keyword.BACK);
      server.junk.move(SPAM, to);
      look();
      look();
      assertThat(to.keywords(SPAM)).isEmpty();
      assertThat(to.texts()).containsExactly(SPAM);
      to.move(SPAM, server.new FakeFolder());
      look();
    }
    assertThat(votes).isEmpty();
  }

  @Test
  void whatAProgramMovesBackForItsPersonWithdrawsAVoteButIsNeverHam() throws Exception {
    server.inbox.deliver(OTHER);
    look();
    server.inbox.move(OTHER, server.junk);
    look();
    server.junk.mark(OTHER, Keyword.BACK);
    server.junk.move(OTHER, server.inbox);
    look();
    assertThat(votes).containsExactly(VoteValue.SPAM, VoteValue.WITHDRAWN);
    assertThat(server.inbox.keywords(OTHER)).isEmpty();
    server.inbox.move(OTHER, server.junk);
    look();
    assertThat(votes).last().isEqualTo(VoteValue.SPAM);
  }

  @Test
  void whatComesBackAndHasLostItsKeywordsAlreadyIsNotFiledAgain() throws Exception {
    server.inbox.deliver(SPAM);
    look();
    look();
    server.junk.keywords(SPAM).clear();
    server.junk.move(SPAM, server.inbox);
    look();
    look();
    assertThat(server.inbox.texts()).containsExactly(SPAM);
    assertThat(votes).isEmpty();
  }

  @Test
  void withoutKeywordsItIsKnownByWhereItWas() throws Exception {
    server.keepsKeywords = false;
    server.inbox.deliver(SPAM);
    server.inbox.deliver(OTHER);
    look();
    look();
    assertThat(server.junk.texts()).containsExactly(SPAM);
    server.junk.move(SPAM, server.inbox);
    server.inbox.move(OTHER, server.junk);
    look();
    look();
    assertThat(votes).containsExactlyInAnyOrder(VoteValue.HAM, VoteValue.SPAM);
    assertThat(server.inbox.texts()).containsExactly(SPAM);
  }

  @Test
  void aThousandMovesByProgramsAreNoVotes() throws Exception {
    IntStream.range(0, 1_000).forEach(i -> server.inbox.deliver("mail " + i));
    look();
    for (int i = 0; i < 1_000; i++) {
      server.inbox.mark("mail " + i, Keyword.FILED);
      server.inbox.move("mail " + i, server.junk);
    }
    look();
    IntStream.range(0, 100).forEach(i -> server.junk.deliver(text(100 + i))); // at delivery
    look();
    look();
    assertThat(server.junk.texts()).hasSize(1_100);
    assertThat(votes).isEmpty();
  }

  @Test
  void aCopyInJunkOfWhatStaysInTheInboxIsNoVote() throws Exception {
    server.inbox.deliver(OTHER);
    look();
    server.junk.deliver(OTHER);
    look();
    look();
    assertThat(votes).isEmpty();
  }

  @Test
  void whatIsDeletedFromJunkIsNoVoteAndTheSameSpamIsFiledAgain() throws Exception {
    server.inbox.deliver(SPAM);
    look();
    look();
    server.junk.move(SPAM, server.new FakeFolder());
    look();
    server.inbox.deliver(SPAM);
    look();
    assertThat(server.junk.texts()).containsExactly(SPAM);
    assertThat(votes).isEmpty();
  }

  @Test
  void aMailThatAnotherProgramIsAboutToFileIsLeftToIt() throws Exception {
    server.inbox.deliver(SPAM);
    server.inbox.mark(SPAM, Keyword.FILED);
    look();
    assertThat(server.inbox.texts()).containsExactly(SPAM);
    server.inbox.move(SPAM, server.junk);
    look();
    assertThat(votes).isEmpty();
  }

  @Test
  void aProgramThatEndedBetweenKeywordAndMoveFinishesIt() throws Exception {
    server.inbox.deliver(SPAM);
    long uid = server.inbox.newest(1).first();
    ledger.inbox().put(uid, SPAM.hashCode(), Ledger.Kind.FILING);
    server.inbox.mark(SPAM, Keyword.FILED);
    round = newRound();
    look();
    look();
    assertThat(server.junk.texts()).containsExactly(SPAM);
    assertThat(votes).isEmpty();
  }

  @Test
  void aRefusedMoveLeavesTheMailAsItWas() throws Exception {
    server.refusesMoves = true;
    server.inbox.deliver(SPAM);
    look();
    look();
    assertThat(server.inbox.texts()).containsExactly(SPAM);
    assertThat(server.inbox.keywords(SPAM)).isEmpty();
    assertThat(votes).isEmpty();
  }

  @Test
  void withoutAPeerAllComesAgain() throws Exception {
    server.inbox.deliver(OTHER);
    look();
    peerIsThere = false;
    server.inbox.deliver(SPAM);
    server.inbox.move(OTHER, server.junk);
    int before = saved;
    assertThatThrownBy(this::look).hasMessage("no peer");
    assertThatThrownBy(this::look).hasMessage("no peer");
    assertThat(saved).isEqualTo(before + 2);
    assertThat(server.inbox.texts()).containsExactly(SPAM);
    peerIsThere = true;
    look();
    assertThat(server.inbox.texts()).isEmpty();
    assertThat(votes).containsExactly(VoteValue.SPAM);
  }
}
