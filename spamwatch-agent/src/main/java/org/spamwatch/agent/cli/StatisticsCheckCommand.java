package org.spamwatch.agent.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.BadJsonException;
import org.spamwatch.agent.api.FilterAnswer;
import org.spamwatch.agent.api.Words;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.statistics.AppliedFilter;
import org.spamwatch.agent.statistics.AppliedFilter.Judgement;
import org.spamwatch.agent.statistics.MboxCheck;
import org.spamwatch.agent.statistics.SiteKey;
import org.spamwatch.ata.mail.MailLimits;
import org.spamwatch.statistics.FilterParameters;
import org.spamwatch.statistics.StatisticalFilter.Classification;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spamwatch statistics check}: what the statistical filter says, whatever was voted. */
@Command(
    name = "check",
    description = {
      "Shows what the statistical filter says of mails, whatever anybody has voted.",
      "It is applied here: nothing of the mails is sent."
    },
    footer = {
      "Prints one line a mail: spam, unsure, ham or untrained, tab, indicator=0 to 1, tab, name.",
      "With --totals one line for each of these that there is, tab, the number of mails.",
      "Exit code: 1 if any is spam, else 0; 64 and above if one could not be read."
    })
final class StatisticsCheckCommand extends ConsoleCommand {
  /** Of the longest filter in JSON. */
  private static final int MOST_BYTES = 2 * FilterParameters.MOST_BYTES;

  @Mixin private PeerOption peer = new PeerOption();

  @Option(
      names = "--filter",
      paramLabel = "FILE",
      description = "a file of statistics export, instead of asking a peer")
  private @Nullable Path filter;

  @Option(
      names = "--mbox",
      description = "every FILE is an mbox, and is judged by all processors in place")
  private boolean mbox;

  @Option(
      names = "--totals",
      description = "prints how many mails of each kind there are, not each")
  private boolean totals;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "a mail, mbox, Maildir or directory; - is standard input")
  private List<String> files = new ArrayList<>();

  private final Map<Classification, Long> said = new EnumMap<>(Classification.class);

  @Override
  public Integer call() throws AgentException {
    FilterAnswer answer = answer();
    AppliedFilter applied;
    try {
      applied =
          answer
              .applied()
              .orElseThrow(
                  () ->
                      new CommandFailure(
                          ExitCode.UNAVAILABLE,
                          "too little was taught yet (see: spamwatch statistics status)"));
    } catch (BadJsonException e) {
      throw new CommandFailure(ExitCode.DATA, String.valueOf(e.getMessage()), e);
    }
    if (mbox) {
      SiteKey key = answer.siteKey().orElseThrow();
      for (String file : files) {
        checkMbox(applied, key, file);
      }
    } else {
      MailInputs inputs = new MailInputs(console(), files, MailLimits.DEFAULT);
      inputs.forEach((name, mail) -> print(name, applied.judge(mail)));
      if (inputs.exitCode() != ExitCode.OK) {
        return inputs.exitCode();
      }
    }
    if (totals) {
      said.forEach((classification, mails) -> say("%s\t%d", Words.of(classification), mails));
    }
    return said.containsKey(Classification.SPAM) ? ExitCode.SPAM : ExitCode.OK;
  }

  private FilterAnswer answer() throws AgentException {
    if (filter == null) {
      return peer.client(console()).statisticalFilter();
    }
    try (InputStream in = Files.newInputStream(filter)) {
      return ApiJson.readAnswer(in.readNBytes(MOST_BYTES), FilterAnswer.class);
    } catch (BadJsonException e) {
      throw new CommandFailure(
          ExitCode.DATA, filter + ": no file of statistics export: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.DATA, filter + ": cannot be read: " + AtomicFile.reason(e), e);
    }
  }

  private void checkMbox(AppliedFilter applied, SiteKey key, String file) throws CommandFailure {
    int workers = Runtime.getRuntime().availableProcessors();
    try {
      new MboxCheck(applied.filter(), key.hash(), workers)
          .check(
              Path.of(file),
              (offset, indicator, classification) ->
                  print(totals ? file : file + ":" + offset, indicator, classification));
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.INPUT_OUTPUT, file + ": cannot be read: " + AtomicFile.reason(e), e);
    }
  }

  private void print(String name, Judgement judgement) {
    print(name, judgement.indicator(), judgement.classification());
  }

  private void print(String name, double indicator, Classification classification) {
    said.merge(classification, 1L, Long::sum);
    if (!totals) {
      say("%s\tindicator=%.4f\t%s", Words.of(classification), indicator, Console.masked(name));
    }
  }
}
