package org.spamwatch.agent.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;
import org.spamwatch.agent.config.Printable;

/**
 * What a command sees of its process, so that a test can be one.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param terminal whether standard error is a terminal that somebody watches
 * @param environment the environment variables
 * @param places where files are kept
 */
record Console(
    InputStream in,
    PrintStream out,
    PrintStream err,
    boolean terminal,
    Map<String, String> environment,
    Places places) {

  // The launcher knows; the JDK can tell only whether input and output both are terminals.
  private static final String TERMINAL = "spamwatch.terminal";

  /** This process's own. */
  static Console ofThisProcess() {
    return new Console(
        System.in,
        System.out,
        System.err,
        Boolean.getBoolean(TERMINAL),
        System.getenv(),
        Places.ofThisProcess());
  }

  /** One line on standard error; control characters, which a file's name may hold, are masked. */
  void complain(String line) {
    err.println("spamwatch: " + masked(line));
  }

  /** A name as it may stand in a line: its own tabs and line ends must not forge further ones. */
  static String masked(String name) {
    return Printable.line(name);
  }

  /** A line or several on standard output; what others wrote in it does no harm there. */
  void say(String line) {
    out.println(Printable.text(line));
  }
}
