package org.spamwatch.agent.cli;

import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.http.PeerClient;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A command that asks a peer something and shows the answer, to people or as the peer's JSON.
 *
 * @param <A> the answer
 */
abstract class PeerQuery<A extends Record> extends ConsoleCommand {
  @Mixin private PeerOption peer = new PeerOption();

  @Option(names = "--json", description = "the peer's JSON instead")
  private boolean json;

  /** Asks. */
  abstract A ask(PeerClient client) throws AgentException;

  /** Shows the answer to people. */
  abstract void print(A answer);

  @Override
  public final Integer call() throws AgentException {
    A answer = ask(peer.client(console()));
    if (json) {
      say(ApiJson.line(answer));
    } else {
      print(answer);
    }
    return ExitCode.OK;
  }
}
