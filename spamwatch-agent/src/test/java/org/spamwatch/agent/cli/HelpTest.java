package org.spamwatch.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --help} lists of commands. */
final class HelpTest {
  private final CommandRun commands;

  HelpTest(@TempDir Path directory) {
    commands = new CommandRun(directory);
  }

  /** The lines below "Commands:", each command with all that is said of it. */
  private List<String> listed(String... group) {
    String[] words = new String[group.length + 1];
    System.arraycopy(group, 0, words, 0, group.length);
    words[group.length] = "--help";
    assertThat(commands.run(words)).isZero();
    List<String> listed = new ArrayList<>();
    boolean isList = false;
    for (String line : commands.out().split("\n", -1)) {
      boolean goesOn = line.startsWith("   ");
      if (isList && goesOn) {
        int last = listed.size() - 1;
        listed.set(last, listed.get(last) + " " + line.strip());
      } else if (isList && line.startsWith("  ")) {
        listed.add(line.strip());
      } else {
        isList = line.equals("Commands:");
      }
    }
    return listed;
  }

  @Test
  void everyCommandIsListedWithAWholeSentence() {
    List<String> commandsOfAll = listed();
    assertThat(commandsOfAll).hasSizeGreaterThan(10).allMatch(line -> line.endsWith("."));
    for (String group :
        List.of(
            "peer",
            "authority",
            "user",
            "campaign",
            "ham",
            "statistics",
            "signatures",
            "counts",
            "ratelimit")) {
      assertThat(listed(group)).hasSizeGreaterThan(2).allMatch(line -> line.endsWith("."));
    }
  }
}
