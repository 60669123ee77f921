package org.spamwatch.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.collect.Lists;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A script of Thunderbird's add-on that makes a line of each mail, run by Node.js, and what is to
 * make the same line here.
 *
 * @param directory of the script's part of the add-on
 * @param script its place in that
 * @param environment it is run in
 * @param ours the line of a mail
 */
record AddOnScript(
    String directory,
    String script,
    Map<String, String> environment,
    Function<byte[], String> ours) {
  private static final int AT_ONCE = 200;
  private static final int MOST_SHOWN = 10;
  private static final int LONGEST_SHOWN = 300;

  AddOnScript {
    environment = Map.copyOf(environment);
  }

  private Path part() {
    return Scratch.ofProject("integrations/thunderbird").resolve(directory);
  }

  /** Runs the tests in JavaScript. */
  void test() throws IOException {
    Programs.run("node", "--test", part().toString()).well();
  }

  /** The mails of the golden files. */
  static List<Path> golden() throws IOException {
    Path golden = Scratch.ofProject("ata/src/test/resources/org/spamwatch/ata");
    return below(golden).stream().filter(file -> file.toString().endsWith(".eml")).toList();
  }

  /** Every file below the directory that {@code -Dspamwatch.mails} names; else skips the test. */
  static List<Path> corpus() throws IOException {
    String directory = System.getProperty("spamwatch.mails", "");
    assumeTrue(!directory.isEmpty(), "-Dspamwatch.mails names no directory");
    return below(Path.of(directory));
  }

  private static List<Path> below(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** Those of some mails of which the two make something else, as {@link #differing}. */
  List<String> differingOf(Collection<byte[]> mails) throws IOException {
    try (Scratch scratch = Scratch.make()) {
      List<Path> files = new ArrayList<>();
      for (byte[] mail : mails) {
        files.add(Files.write(scratch.path(files.size() + ".eml"), mail));
      }
      return differing(files);
    }
  }

  /** Those of which the two make something else, but not more than a reader can take. */
  List<String> differing(List<Path> mails) throws IOException {
    List<String> differing = new ArrayList<>();
    for (List<Path> some : Lists.partition(mails, AT_ONCE)) {
      List<String> command = Lists.newArrayList("node", part().resolve(script).toString());
      some.forEach(mail -> command.add(mail.toString()));
      List<String> theirs =
          Programs.run(command, new byte[0], environment).well().out().lines().toList();
      assertThat(theirs).hasSameSizeAs(some);
      for (int i = 0; i < some.size() && differing.size() < MOST_SHOWN; i++) {
        String line = ours.apply(Files.readAllBytes(some.get(i)));
        if (!line.equals(theirs.get(i))) {
          differing.add(some.get(i) + ": " + shown(theirs.get(i)) + ", not " + shown(line));
        }
      }
    }
    return differing;
  }

  private static String shown(String line) {
    return line.substring(0, Math.min(line.length(), LONGEST_SHOWN));
  }
}
