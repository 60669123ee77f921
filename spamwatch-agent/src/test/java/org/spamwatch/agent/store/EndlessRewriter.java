package org.spamwatch.agent.store;

import java.io.PrintStream;
import java.nio.file.Path;

/** Opens a store and rewrites it, again and again, until it is killed; a line for each time. */
final class EndlessRewriter {
  private EndlessRewriter() {}

  public static void main(String[] arguments) throws Exception {
    PrintStream lines = System.out;
    while (true) {
      VoteFile.open(Path.of(arguments[0]), SampleVotes.REALM).replaceByDenseCopy();
      lines.println("rewritten");
      lines.flush();
    }
  }
}
