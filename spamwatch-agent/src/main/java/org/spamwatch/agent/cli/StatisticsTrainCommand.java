package org.spamwatch.agent.cli;

import java.util.ArrayList;
import java.util.List;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.TrainAnswer;
import org.spamwatch.agent.statistics.TokenReader;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.mail.MailLimits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spamwatch statistics train}: what these mails are, for the statistical filter alone. */
@Command(
    name = "train",
    description = {
      "Says of mails that they are spam or ham to the peer's statistical filter.",
      "No vote is cast, and no other peer learns of it; the peer is sent hashes of words."
    },
    footer = {
      "Prints one line: trained, tab, learnt=N changed=N unlearnt=N known=N. It begins with broken",
      "off if the peer refused a request: what of that was learnt, standard error says.",
      "May be interrupted: the same command goes on, for what was learnt before is known.",
      "Who has the peer's data directory can find out the words behind hashes by trying a",
      "dictionary, as he could read the mail that is handed to the peer."
    })
final class StatisticsTrainCommand extends ConsoleCommand {
  @Mixin private OperatorOption operator = new OperatorOption();

  @Option(
      names = "--site",
      description = {
        "as the peer's operator, for all users: give no mail whose words are not for everybody's",
        "filter"
      })
  private boolean site;

  @Option(
      names = "--spam",
      paramLabel = "FILE",
      description = "what else is spam, in the same go; may be repeated")
  private List<String> spam = new ArrayList<>();

  @Option(
      names = "--ham",
      paramLabel = "FILE",
      description = "what else is ham, in the same go; may be repeated")
  private List<String> ham = new ArrayList<>();

  @Parameters(
      index = "0",
      paramLabel = "spam|ham|forget",
      description = "what the mails are; forget: takes back what was said of them")
  private Word word = Word.spam;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "FILE",
      description = "a mail, mbox, Maildir or directory; - is standard input")
  private List<String> files = new ArrayList<>();

  /** What is said; named as it is typed. */
  enum Word {
    /** Like that is spam. */
    spam(VoteValue.SPAM),
    /** Like that is none. */
    ham(VoteValue.HAM),
    /** Nothing any more. */
    forget(VoteValue.WITHDRAWN);

    private final VoteValue value;

    Word(VoteValue value) {
      this.value = value;
    }
  }

  @Override
  public Integer call() throws AgentException {
    Teaching teaching = Teaching.at(operator.client(console()), site);
    List<Said> all = List.of(said(word, files), said(Word.spam, spam), said(Word.ham, ham));
    boolean isEnded = false;
    try {
      if (console().terminal()) {
        trainShown(teaching, all);
      } else {
        for (Said each : all) {
          each.inputs().forEach((name, mail) -> train(teaching, each, name, mail));
        }
      }
      teaching.settle(this::waits);
      isEnded = true;
    } finally {
      TrainAnswer total = teaching.total();
      say(
          "%s\tlearnt=%d changed=%d unlearnt=%d known=%d",
          isEnded ? "trained" : "broken off",
          total.learnt(),
          total.changed(),
          total.unlearnt(),
          total.known());
    }
    return all.stream()
        .map(each -> each.inputs().exitCode())
        .filter(code -> code != ExitCode.OK)
        .findFirst()
        .orElse(ExitCode.OK);
  }

  /** What is said of which mails. */
  private record Said(Word word, MailInputs inputs) {}

  private Said said(Word word, List<String> files) {
    return new Said(word, new MailInputs(console(), files, MailLimits.DEFAULT));
  }

  private void trainShown(Teaching teaching, List<Said> all) throws AgentException {
    for (Said each : all) {
      if (each.inputs().isEmpty()) {
        continue;
      }
      try (ProgressBar bar =
          new ProgressBarBuilder()
              .setTaskName("train " + each.word())
              .setInitialMax(each.inputs().totalBytes())
              .setUnit(" MiB", 1 << 20)
              .setConsumer(new ConsoleProgressBarConsumer(console().err()))
              .build()) {
        each.inputs()
            .forEach(
                (name, mail) -> {
                  train(teaching, each, name, mail);
                  bar.stepBy(mail.length);
                });
      }
    }
  }

  private void waits(long millis) {
    if (console().terminal()) {
      long seconds = (millis + 999) / 1000;
      console().err().println("waiting " + seconds + " s for the filter; what is taught is kept");
    }
  }

  private static void train(Teaching teaching, Said said, String name, byte[] mail)
      throws AgentException {
    if (!teaching.add(said.word().value, mail)) {
      said.inputs().problem(name, TokenReader.REFUSAL, ExitCode.DATA);
    }
  }
}
