package org.spamwatch.agent.spamd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.config.TellPlace;
import org.spamwatch.agent.vote.VoteValue;

/** What the clients' commands mean under each setting. */
final class TellTest {
  private static final Set<TellPlace> NOWHERE = Set.of();
  private static final Set<TellPlace> LOCAL = Set.of(TellPlace.LOCAL);
  private static final Set<TellPlace> REMOTE = Set.of(TellPlace.REMOTE);
  private static final Set<TellPlace> BOTH = Set.of(TellPlace.LOCAL, TellPlace.REMOTE);

  private static final Tell LEARN_SPAM = new Tell(Optional.of(VoteValue.SPAM), LOCAL, NOWHERE);
  private static final Tell LEARN_HAM = new Tell(Optional.of(VoteValue.HAM), LOCAL, NOWHERE);
  private static final Tell FORGET = new Tell(Optional.empty(), NOWHERE, LOCAL);
  private static final Tell REPORT = new Tell(Optional.of(VoteValue.SPAM), BOTH, NOWHERE);
  private static final Tell REVOKE = new Tell(Optional.of(VoteValue.HAM), LOCAL, REMOTE);

  private static String voted(Tell tell, TellPlace casting) {
    return tell.vote(casting).map(VoteValue::name).orElse("-")
        + " "
        + tell.done(casting).replace("\r\n", ";");
  }

  @Test
  void eitherPlaceCastsAVote() {
    assertThat(voted(LEARN_SPAM, TellPlace.EITHER)).isEqualTo("SPAM DidSet: local;");
    assertThat(voted(LEARN_HAM, TellPlace.EITHER)).isEqualTo("HAM DidSet: local;");
    assertThat(voted(FORGET, TellPlace.EITHER)).isEqualTo("WITHDRAWN DidRemove: local;");
    assertThat(voted(REPORT, TellPlace.EITHER)).isEqualTo("SPAM DidSet: local,remote;");
    assertThat(voted(REVOKE, TellPlace.EITHER)).isEqualTo("HAM DidSet: local;DidRemove: remote;");
  }

  @Test
  void remoteAlone() {
    assertThat(voted(LEARN_SPAM, TellPlace.REMOTE)).isEqualTo("- ");
    assertThat(voted(LEARN_HAM, TellPlace.REMOTE)).isEqualTo("- ");
    assertThat(voted(FORGET, TellPlace.REMOTE)).isEqualTo("- ");
    assertThat(voted(REPORT, TellPlace.REMOTE)).isEqualTo("SPAM DidSet: remote;");
    assertThat(voted(REVOKE, TellPlace.REMOTE)).isEqualTo("HAM DidRemove: remote;");
  }

  @Test
  void localAlone() {
    assertThat(voted(LEARN_SPAM, TellPlace.LOCAL)).isEqualTo("SPAM DidSet: local;");
    assertThat(voted(FORGET, TellPlace.LOCAL)).isEqualTo("WITHDRAWN DidRemove: local;");
    assertThat(voted(REPORT, TellPlace.LOCAL)).isEqualTo("SPAM DidSet: local;");
    assertThat(voted(REVOKE, TellPlace.LOCAL)).isEqualTo("HAM DidSet: local;");
  }

  @Test
  void whoOnlyRemovesTakesBackWhateverTheMailIsCalled() {
    Tell removed = new Tell(Optional.of(VoteValue.HAM), NOWHERE, BOTH);
    assertThat(voted(removed, TellPlace.EITHER)).isEqualTo("WITHDRAWN DidRemove: local,remote;");
    Tell moved = new Tell(Optional.of(VoteValue.SPAM), LOCAL, REMOTE);
    assertThat(voted(moved, TellPlace.REMOTE)).isEqualTo("WITHDRAWN DidRemove: remote;");
  }
}
