package org.spamwatch.simulator.statistics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spamwatch.simulator.detection.Mbox;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.simulator.processes.Programs;
import org.spamwatch.simulator.processes.Scratch;

/**
 * qsf with its own database: trained by its own training, which asks about each mail again and
 * learns what it got wrong, and asked by a process a mail, for it has no other way.
 */
final class Qsf implements TrainedRival {
  private static final double THRESHOLD = .9;
  private static final Pattern RATING = Pattern.compile("(?m)^X-Spam-Rating: (\\d+)");

  private final Scratch scratch;
  private final Path program;
  private final Path spam;
  private final Path ham;

  private Qsf(Scratch scratch, Path program) {
    this.scratch = scratch;
    this.program = program;
    spam = scratch.path().resolve("spam");
    ham = scratch.path().resolve("ham");
  }

  /** One that has learnt nothing. */
  static Qsf start() throws ProcessException {
    Path program = Programs.find("qsf", "no package; its source builds and goes to /usr/local/bin");
    return new Qsf(Scratch.open("spamwatch-qsf-"), program);
  }

  @Override
  public String name() {
    return "qsf";
  }

  @Override
  public double threshold() {
    return THRESHOLD;
  }

  /** Learns when it has both kinds. */
  @Override
  public void learn(List<byte[]> mails, boolean isSpam) throws ProcessException {
    Path written = Mbox.write(scratch, mails);
    try {
      Files.move(written, isSpam ? spam : ham);
    } catch (IOException e) {
      throw new ProcessException(written + " cannot be moved: " + e.getMessage(), e);
    }
    if (Files.exists(spam) && Files.exists(ham)) {
      Programs.run(scratch, List.of(program.toString(), "-d", "tokens", "-T", "spam", "ham"), spam);
    }
  }

  @Override
  public Answer ask(List<byte[]> mails) throws ProcessException {
    List<String> command = List.of(program.toString(), "-d", "tokens", "-r");
    List<Double> indicators = new ArrayList<>();
    double before = ChildTimes.seconds();
    for (byte[] mail : mails) {
      Path file = scratch.path().resolve("mail");
      try {
        Files.write(file, mail);
      } catch (IOException e) {
        throw new ProcessException(file + " cannot be written: " + e.getMessage(), e);
      }
      Matcher rating = RATING.matcher(Programs.run(scratch, command, file));
      if (!rating.find()) {
        throw new ProcessException("qsf gave a mail of " + mail.length + " bytes no rating");
      }
      indicators.add(Integer.parseInt(rating.group(1)) / 100.0);
    }
    return new Answer(indicators, ChildTimes.seconds() - before);
  }

  @Override
  public void close() {
    scratch.close();
  }
}
