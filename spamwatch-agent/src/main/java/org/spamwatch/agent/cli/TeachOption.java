package org.spamwatch.agent.cli;

import java.util.Optional;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.StatusAnswer;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.vote.VoteValue;
import picocli.CommandLine.Option;

/** The option by which what a user says of mails teaches the peer's statistical filter, too. */
final class TeachOption {
  @Option(
      names = "--teach",
      description = {
        "also sends hashes of the mails' words to the peer, for its statistical filter; always, if",
        "$SPAMWATCH_TEACH or ~/.config/spamwatch/teach says yes"
      })
  private boolean chosen;

  private Optional<Teaching> teaching = Optional.empty();

  /** Teaches a peer from now on, if the user says so and, unless he does so here, it has one. */
  void begin(PeerClient client, StatusAnswer status, Console console) throws AgentException {
    if (chosen || (PeerOption.mayTeach(console) && status.statistics().isPresent())) {
      teaching = Optional.of(Teaching.at(client, false));
    }
  }

  /** Tells what is said of a mail. */
  void add(VoteValue word, byte[] mail) throws AgentException {
    if (teaching.isPresent()) {
      teaching.get().add(word, mail);
    }
  }

  /** Tells all that waits. */
  void end() throws AgentException {
    if (teaching.isPresent()) {
      teaching.get().end();
    }
  }
}
