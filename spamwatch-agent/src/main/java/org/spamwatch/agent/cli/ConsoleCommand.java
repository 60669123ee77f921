package org.spamwatch.agent.cli;

import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What all commands have in common: help, version, and the process that they run in. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
abstract class ConsoleCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** The word that names the command. */
  final String name() {
    return spec.name();
  }

  /** What the command sees of its process. */
  final Console console() {
    return ((SpamWatch) spec.root().userObject()).console();
  }

  /** Prints a line or several; what others wrote in it does no harm. */
  final void say(String text) {
    console().say(text);
  }

  /** Prints a line of some values. */
  final void say(String format, Object... values) {
    say(String.format(Locale.ROOT, format, values));
  }
}
