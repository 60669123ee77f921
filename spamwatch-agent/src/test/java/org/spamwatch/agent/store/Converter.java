package org.spamwatch.agent.store;

import java.io.PrintStream;
import java.nio.file.Path;

/** Opens stores of the format before, one after the other, and says so after each. */
final class Converter {
  private Converter() {}

  public static void main(String[] arguments) throws Exception {
    PrintStream lines = System.out;
    for (int i = 0; ; i++) {
      VoteFile.open(Path.of(arguments[0], Integer.toString(i), "votes.mv"), SampleVotes.REALM)
          .abandon();
      lines.println("rewritten");
      lines.flush();
    }
  }
}
