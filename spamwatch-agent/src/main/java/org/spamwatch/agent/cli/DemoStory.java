package org.spamwatch.agent.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.api.VoteAnswer;
import org.spamwatch.agent.api.Words;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.keys.KeyException;
import org.spamwatch.agent.live.LivePeer;
import org.spamwatch.agent.live.StartException;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;

/** Tells what happens, in about a dozen lines, and whether it is what should. */
final class DemoStory {
  private static final Duration MEETING = Duration.ofSeconds(10);

  private final Console console;
  private final DemoCast cast;
  private boolean asTold = true;

  DemoStory(Console console, DemoCast cast) {
    this.console = console;
    this.cast = cast;
  }

  /** Plays the story; true if everything happened as told. */
  boolean play()
      throws StartException, InterruptedException, IOException, PeerClientException, KeyException {
    AddressedMail spam = DemoCast.mail("spam");
    AddressedMail changed = DemoCast.mail("changed");
    AddressedMail ordinary = DemoCast.mail("ordinary");
    LivePeer a = peer("A", "begins a realm of its own");
    LivePeer b = peer("B", "joins through A");
    LivePeer c = peer("C", "joins through A");
    for (LivePeer peer : List.of(a, b, c)) {
      asTold &= peer.awaitLeaves(2, MEETING);
    }
    say("A mail arrives at C that nobody knows yet.");
    expect(Verdict.UNKNOWN, cast.check(c, changed));
    say("A person at A gets a variant of it and marks it as spam.");
    expectVote(cast.vote(a, spam, VoteValue.SPAM));
    say("C is asked again: greeting, sender, link, every twentieth word and a paragraph differ.");
    expect(Verdict.SPAM, cast.check(c, changed));
    say("C is asked about an ordinary mail.");
    expect(Verdict.UNKNOWN, cast.check(c, ordinary));
    say("The person at A takes the mark back.");
    expectVote(cast.vote(a, spam, VoteValue.WITHDRAWN));
    expect(Verdict.UNKNOWN, cast.check(c, changed));
    say(asTold ? "All of it happened as it should." : "Something did not happen as it should.");
    return asTold;
  }

  private LivePeer peer(String name, String doing) throws StartException, InterruptedException {
    LivePeer peer = cast.startPeer();
    say(
        String.format(
            Locale.ROOT,
            "Peer %s (%s, overlay %s, HTTP port %d) %s.",
            name,
            peer.self().id().brief(),
            peer.self().endpoint(),
            peer.http().getPort(),
            doing));
    return peer;
  }

  private void expectVote(VoteAnswer receipt) {
    tell(
        receipt.accepted(),
        receipt.accepted()
            ? "accepted, kept by " + receipt.holders() + " peers"
            : "not accepted: " + receipt.reason());
  }

  private void expect(Verdict verdict, CheckAnswer answer) {
    tell(
        answer.verdict() == verdict,
        String.format(
            Locale.ROOT,
            "%s (%d spam votes, %d of %d fingerprints shared, %.1f ms)",
            Words.of(answer.verdict()),
            answer.votes().spam(),
            answer.match().shared(),
            answer.match().of(),
            answer.millis()));
  }

  private void tell(boolean expected, String what) {
    asTold &= expected;
    say("  -> " + what + (expected ? "" : "   <- NOT AS EXPECTED"));
  }

  private void say(String line) {
    console.say(line);
    console.out().flush();
  }
}
