package org.spamwatch.simulator.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.spamwatch.simulator.trust.CollusionExperiment;
import org.spamwatch.simulator.trust.CollusionExperiment.Attack;
import org.spamwatch.simulator.trust.CollusionExperiment.Honest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code spamwatch-sim collusion}: voters who collude, with good records. */
@Command(
    name = "collusion",
    aliases = "ring",
    header = "How many sites colluding members of a closed realm can fool.",
    description = {
      "Lets people at simulated peers of a closed realm mark spam campaigns, colluders among them too,",
      "and after 1, 2, 4, ... campaigns all colluders mark a newsletter on which nobody else has",
      "voted: at how many sites without a colluder is it spam? And how soon are honest",
      "campaigns filed? Exit code 1 if the colluders fooled a site outside at any time, by the default",
      "share."
    },
    footer =
        "  spamwatch-sim collusion --users 40 --sites 8 --colluder-sites 2 --campaigns 4"
            + " --out collusion.csv")
final class CollusionCommand extends SeededCommand {
  private static final double DEFAULT_SHARE = .02;

  private record Row(double share, Attack attack, Honest honest) {}

  private static final Table<Attack> TABLE =
      new Table<Attack>()
          .column("  | campaigns before", "  | %d", Attack::campaigns)
          .column("voters    ", "%.0f", Attack::voterPopulation)
          .column("known", "%.0f %%", attack -> attack.coverage() * 100)
          .column("needed", "%.1f", Attack::needed)
          .column("their votes", "%.1f", Attack::colluderVotes)
          .column("they weigh", "%.2f", Attack::colluderWeight)
          .column("fooled outside", "%d of %d", Attack::sitesFooled, Attack::sitesOutside)
          .column("inside |", "%d |", Attack::colluderSitesFooled);

  @Option(names = "--users", description = "People in the realm (default: ${DEFAULT-VALUE}).")
  @Range(least = 2)
  private int users = 1000;

  @Option(
      names = "--sites",
      description = "Peers they are spread over (default: ${DEFAULT-VALUE}).")
  @Range(least = 2)
  private int sites = 20;

  @Option(
      names = "--campaigns",
      description = "Spam campaigns before the last attack (default: ${DEFAULT-VALUE}).")
  @Range(least = 1)
  private int campaigns = 64;

  @Option(names = "--per-day", description = "Campaigns a day (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, aboveLeast = true)
  private double perDay = 1;

  @Option(
      names = "--mark-rate",
      description = "Chance that a user marks a spam seen (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 1)
  private double markRate = 0.1;

  @Option(
      names = "--colluders",
      description = "Share of the users who collude (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 1)
  private double colluders = 0.01;

  @Option(
      names = "--colluder-sites",
      description = "Sites at which they are (default: ${DEFAULT-VALUE}).")
  @Range(least = 1)
  private int colluderSites = 10;

  @Option(
      names = "--colluder-mark-rate",
      description = "Chance that one of them marks a spam (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 1)
  private double colluderMarkRate = 1;

  @Option(
      names = "--shares",
      split = ",",
      description = "Values of trust.share, each a run (default: ${DEFAULT-VALUE}).")
  @Range(least = 0, most = 1)
  private List<Double> shares = List.of(0.02);

  @Option(
      names = "--announce",
      description = "Sites announce what their users call spam, and ask only about mail like that.")
  private boolean announcing;

  @Override
  void run(Report report) throws ExperimentException {
    List<CollusionExperiment.Settings> all = new ArrayList<>();
    for (double share : shares) {
      all.add(settings(share));
    }
    for (CollusionExperiment.Settings settings : all) {
      double share = settings.share();
      CollusionExperiment.Result result =
          CollusionExperiment.run(settings, report.progress("share " + share * 100 + " %"));
      print(report, share, result);
      boolean fooled = result.attacks().stream().anyMatch(attack -> attack.sitesFooled() > 0);
      report.expect(share != DEFAULT_SHARE || !fooled);
    }
  }

  private CollusionExperiment.Settings settings(double share) throws ExperimentException {
    try {
      return new CollusionExperiment.Settings(
          users,
          sites,
          campaigns,
          perDay,
          markRate,
          colluders,
          colluderSites,
          colluderMarkRate,
          share,
          announcing,
          seed());
    } catch (IllegalArgumentException e) {
      throw new ExperimentException(64, String.valueOf(e.getMessage()));
    }
  }

  private static void print(Report report, double share, CollusionExperiment.Result result) {
    Honest honest = result.honest();
    report.line("share %.2f %%", share * 100);
    report.line(
        "  honest campaigns: %s of the copies filed (%s by strangers), after the third vote %s",
        part(honest.filed(), honest.copies()),
        part(honest.filedByStrangers(), honest.copies()),
        part(honest.lateFiled(), honest.late()));
    String average = // of none there is no average
        honest.campaignsByStrangers() == 0
            ? ""
            : String.format(
                Locale.ROOT,
                ", on average after %.1f votes",
                (double) honest.votesAtFirst() / honest.campaignsByStrangers());
    report.line(
        "  strangers decided somewhere in %d of %d campaigns%s",
        honest.campaignsByStrangers(), honest.campaigns(), average);
    report.heading(TABLE);
    report.line("  | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (Attack attack : result.attacks()) {
      report.print(TABLE, attack);
      report.keep(new Row(share, attack, honest));
    }
  }

  private static String part(long some, long all) {
    return all == 0 ? "-" : String.format(Locale.ROOT, "%.2f %%", 100.0 * some / all);
  }
}
