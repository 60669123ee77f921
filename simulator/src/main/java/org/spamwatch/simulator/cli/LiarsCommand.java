package org.spamwatch.simulator.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.spamwatch.simulator.virtual.LiarsExperiment;
import org.spamwatch.simulator.virtual.Misbehaviour;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code spamwatch-sim liars}: what honest peers are told while others lie. */
@Command(
    name = "liars",
    description = {
      "Runs the real node code on the seeded network while a share of the peers lies, each kind of",
      "lie alone and all mixed, from the start and only after publication, and counts how many",
      "checks by honest peers are answered as without liars."
    },
    mixinStandardHelpOptions = true)
final class LiarsCommand implements Callable<Integer> {
  /** Share of the queries that must be answered rightly. */
  private static final double RIGHT = .99;

  /** Since when a liar lies. */
  enum Since {
    /** From its first message. */
    JOINING,
    /** Once all is published. */
    MARKING
  }

  @Spec private CommandSpec spec;

  @Option(
      names = "--nodes",
      defaultValue = "1000",
      description = "Size of the network (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--share",
      defaultValue = "0.2",
      description = "Share of the peers that lie, 0 to less than 1 (default: ${DEFAULT-VALUE}).")
  private double share;

  @Option(
      names = "--lies",
      split = ",",
      description = {
        "Kinds of lies, each a run of its own: ${COMPLETION-CANDIDATES} (default: each alone, and",
        "all mixed)."
      })
  private List<Misbehaviour> lies = List.of();

  @Option(
      names = "--mixed",
      description = "Only the run in which every liar tells every kind of lie.")
  private boolean mixed;

  @Option(
      names = "--since",
      split = ",",
      description = "Since when they lie: ${COMPLETION-CANDIDATES} (default: each in turn).")
  private List<Since> since = List.of(Since.values());

  @Option(
      names = "--marks",
      defaultValue = "250",
      description = "Spams marked in each run (default: ${DEFAULT-VALUE}).")
  private int marks;

  @Option(
      names = "--checks",
      defaultValue = "2",
      description = {
        "Peers that check a changed copy of each and an unrelated mail (default: ${DEFAULT-VALUE})."
      })
  private int checks;

  @Option(names = "--seed", defaultValue = "1", description = "Gives the whole run (default: 1).")
  private long seed;

  @Override
  public Integer call() throws ExperimentException {
    if (nodes < 1 || nodes > 20_000) {
      throw new ExperimentException(64, "--nodes " + nodes + " is not in 1 to 20000");
    }
    if (!(share >= 0 && share < 1)) {
      throw new ExperimentException(64, "--share " + share + " is not from 0 to less than 1");
    }
    if (marks < 0 || checks < 0) {
      throw new ExperimentException(64, "--marks and --checks are 0 or more");
    }
    PrintWriter out = spec.commandLine().getOut();
    out.printf("seed %d, %d nodes, share of liars %s%n", seed, nodes, share);
    out.println(
        "lies             | since   | right              | missed | false | routes/query |"
            + " messages/query | messages/mark | ms: median, 99 %");
    boolean within = true;
    for (Set<Misbehaviour> policy : policies()) {
      for (Since when : policy.isEmpty() ? List.of(Since.JOINING) : since) {
        within &= run(policy, when == Since.JOINING, out);
      }
    }
    return within ? 0 : 1;
  }

  private List<Set<Misbehaviour>> policies() {
    List<Set<Misbehaviour>> policies = new ArrayList<>();
    if (share == 0) {
      return List.of(Set.of());
    }
    if (!mixed) {
      (lies.isEmpty() ? List.of(Misbehaviour.values()) : lies)
          .forEach(lie -> policies.add(Set.of(lie)));
    }
    if (lies.isEmpty()) {
      policies.add(EnumSet.allOf(Misbehaviour.class));
    }
    return policies;
  }

  private boolean run(Set<Misbehaviour> policy, boolean fromStart, PrintWriter out) {
    String name = policy.size() == 1 ? policy.iterator().next().name() : "MIXED";
    PrintWriter err = spec.commandLine().getErr();
    LiarsExperiment.Result result =
        new LiarsExperiment(nodes, share, policy, fromStart, marks, checks, seed)
            .run(stage -> err.printf("%s: %s%n", name, stage));
    out.printf(
        Locale.ROOT,
        "%-16s | %-7s | %5d/%-5d %5.1f%% | %6d | %5d | %12.1f | %14.1f | %13.1f | %d, %d%n",
        policy.isEmpty() ? "none" : name,
        fromStart ? "joining" : "marking",
        result.right(),
        result.queries(),
        100.0 * result.right() / Math.max(1, result.queries()),
        result.missed(),
        result.falselyFound(),
        result.routes(),
        result.messages(),
        result.messagesPerMark(),
        result.medianMillis(),
        result.slowestMillis());
    out.flush();
    return result.right() >= RIGHT * result.queries();
  }
}
