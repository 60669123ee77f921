package org.spamwatch.agent.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.FilterAnswer;
import org.spamwatch.agent.file.AtomicFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code spamwatch statistics export}: the filter in a file. */
@Command(
    name = "export",
    description = "Writes the statistical filter that judges your mail, with its key, to a file.",
    footer = {
      "The file is that of statistics check --filter, and of GET /v1/statistics/filter.",
      "Who has it can try whether a word is in the mail that taught the filter: keep it to",
      "yourself (it is written with mode 0600)."
    })
final class StatisticsExportCommand extends ConsoleCommand {
  @Mixin private PeerOption peer = new PeerOption();

  @Parameters(arity = "1", paramLabel = "FILE", description = "is replaced")
  private Path file = Path.of("");

  @Override
  public Integer call() throws AgentException {
    FilterAnswer answer = peer.client(console()).statisticalFilter();
    if (answer.filter().isEmpty()) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE, "too little was taught yet (see: spamwatch statistics status)");
    }
    try {
      AtomicFile.write(file, ApiJson.write(answer));
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.INPUT_OUTPUT, file + ": cannot be written: " + AtomicFile.reason(e), e);
    }
    return ExitCode.OK;
  }
}
