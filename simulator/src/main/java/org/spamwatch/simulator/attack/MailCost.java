package org.spamwatch.simulator.attack;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * One mail that is made to cost as much as possible to read, of every kind of {@link HostileMails}:
 * a process of its own fingerprints them one after another.
 */
final class MailCost implements Attack.Scenario {
  private static final long MOST_MILLIS = 1000;

  /** What one mail costs; see {@link MailCosts}. */
  private record Cost(String name, long millis, long allocated, boolean fits) {
    boolean kept() {
      return millis <= MOST_MILLIS && fits;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s: %d ms, %d MB allocated%s",
          name,
          millis,
          allocated,
          fits ? "" : ", more than 64 MB needed at once");
    }
  }

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress)
      throws ProcessException, InterruptedException {
    long begun = System.nanoTime();
    int mails = HostileMails.all().size();
    List<Cost> costs = new ArrayList<>();
    while (costs.size() < mails) {
      int before = costs.size();
      measure(costs, progress);
      if (costs.size() == before) {
        throw new ProcessException("no mail can be measured");
      }
    }
    List<Cost> broken = costs.stream().filter(cost -> !cost.kept()).toList();
    Cost dearest = costs.stream().max(Comparator.comparingLong(Cost::millis)).orElseThrow();
    broken.forEach(cost -> progress.accept("breaks the promise: " + cost));
    String seen =
        "%d of %d kinds of mail break it; dearest is %s".formatted(broken.size(), mails, dearest);
    return new AttackResult(
        (long) mails * MailCosts.LENGTH, (System.nanoTime() - begun) / 1e9, seen, broken.isEmpty());
  }

  /** Measures from where the last process stopped. */
  private static void measure(List<Cost> costs, Consumer<String> progress)
      throws ProcessException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(MailCosts.FLAGS);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(MailCosts.class.getName(), Integer.toString(costs.size())));
    Process process = null;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] told = line.split("\t", -1);
        if (told.length == 4) {
          costs.add(
              new Cost(
                  told[0],
                  Long.parseLong(told[1]),
                  Long.parseLong(told[2]),
                  Boolean.parseBoolean(told[3])));
          progress.accept(costs.get(costs.size() - 1).toString());
        }
      }
      process.waitFor();
    } catch (IOException e) {
      throw new ProcessException("mails cannot be measured: " + e.getMessage(), e);
    } finally {
      if (process != null) {
        process.destroyForcibly();
      }
    }
  }
}
