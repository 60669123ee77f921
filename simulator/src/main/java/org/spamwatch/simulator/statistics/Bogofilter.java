package org.spamwatch.simulator.statistics;

import com.google.common.base.Splitter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.spamwatch.simulator.detection.Mbox;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.simulator.processes.Programs;
import org.spamwatch.simulator.processes.Scratch;

/** bogofilter with its defaults and none of the system's configuration, by mboxes. */
final class Bogofilter implements TrainedRival {
  private static final double THRESHOLD = .99;

  private final Scratch scratch;
  private final Path program;

  private Bogofilter(Scratch scratch, Path program) {
    this.scratch = scratch;
    this.program = program;
  }

  /** One that has learnt nothing. */
  static Bogofilter start() throws ProcessException {
    Path program = Programs.installed("bogofilter", "bogofilter");
    return new Bogofilter(Scratch.open("spamwatch-bogofilter-"), program);
  }

  @Override
  public String name() {
    return "bogofilter";
  }

  @Override
  public double threshold() {
    return THRESHOLD;
  }

  @Override
  public void learn(List<byte[]> mails, boolean isSpam) throws ProcessException {
    run(mails, isSpam ? "-s" : "-n");
  }

  @Override
  public Answer ask(List<byte[]> mails) throws ProcessException {
    double before = ChildTimes.seconds();
    List<String> lines = run(mails, "-T").lines().toList();
    double seconds = ChildTimes.seconds() - before;
    if (lines.size() != mails.size()) {
      throw new ProcessException(
          "bogofilter answered " + lines.size() + " lines for " + mails.size() + " mails");
    }
    List<Double> indicators = new ArrayList<>();
    for (String line : lines) {
      indicators.add(Double.valueOf(Splitter.on(' ').splitToList(line.strip()).get(1)));
    }
    return new Answer(indicators, seconds);
  }

  /** Seconds of the processor that its parser takes alone, by the program that has only it. */
  double parse(List<byte[]> mails) throws ProcessException {
    Path parser = Programs.find("bogolexer", "bogofilter");
    Path mbox = Mbox.write(scratch, mails);
    double before = ChildTimes.seconds();
    Programs.run(scratch, List.of(parser.toString(), "-C", "-q"), mbox);
    return ChildTimes.seconds() - before;
  }

  private String run(List<byte[]> mails, String what) throws ProcessException {
    Path mbox = Mbox.write(scratch, mails);
    List<String> command = List.of(program.toString(), "-C", "-d", ".", "-M", what);
    return Programs.run(scratch, command, mbox);
  }

  @Override
  public void close() {
    scratch.close();
  }
}
