package org.spamwatch.simulator.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * An experiment that {@code reproduce} runs once.
 *
 * @param name of its files, and by which figures name it
 * @param experiment the command, with the parameters that differ from the usual ones
 * @param quick parameters besides, of a run that takes seconds; empty if there is none
 * @param ofMail whether it needs real mail, and is left out if none is given
 */
record Part(String name, List<String> experiment, Optional<List<String>> quick, boolean ofMail) {
  /** Copies the parameters. */
  Part {
    experiment = List.copyOf(experiment);
    quick = quick.map(List::copyOf);
  }

  /** A part that runs in full alone. */
  static Part of(String name, String experiment) {
    return new Part(name, words(experiment), Optional.empty(), false);
  }

  /** A part that runs in full alone, on the real mail that is given. */
  static Part ofMail(String name, String experiment) {
    return new Part(name, words(experiment), Optional.empty(), true);
  }

  /** A part that can be run in seconds, too. */
  Part orQuickly(String parameters) {
    return new Part(name, experiment, Optional.of(words(parameters)), ofMail);
  }

  private static List<String> words(String line) {
    return Arrays.asList(line.split(" "));
  }

  /** The command and its parameters; none if it is to be quick and cannot. */
  Optional<List<String>> arguments(boolean quickly) {
    if (!quickly) {
      return Optional.of(experiment);
    }
    return quick.map(
        more -> {
          List<String> all = new ArrayList<>(experiment);
          all.addAll(more);
          return all;
        });
  }
}
