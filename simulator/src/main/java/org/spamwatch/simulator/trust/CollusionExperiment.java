package org.spamwatch.simulator.trust;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.trust.Decision.Decider;
import org.spamwatch.agent.trust.Standing;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.trust.Agenda.Entry;
import org.spamwatch.simulator.trust.CollusionRealm.Person;
import org.spamwatch.simulator.trust.CollusionRealm.Site;
import org.spamwatch.simulator.trust.HonestCampaigns.Campaign;
import org.spamwatch.simulator.virtual.MessageLog;

/**
 * A realm's mail: honest campaigns that make everybody's record, colluders' too, and newsletters
 * that all colluders mark. Whole peers in virtual time: every copy is checked at its reader's peer,
 * a mark is a signed and certified vote cast there. One seed gives one run.
 *
 * <p>A campaign's copies come in over a day, in one of two variants. A copy that is called spam is
 * filed, and nobody sees it; any other is seen some hours later, and then marked or not.
 */
public final class CollusionExperiment {
  /**
   * A realm, its mail, and the colluders in it.
   *
   * @param users people, spread evenly over the sites
   * @param sites peers
   * @param campaigns spam campaigns before the last attack, each sent to everybody
   * @param campaignsPerDay how many begin in a day
   * @param markRate the chance that an honest user who sees a spam marks it, 0 to 1
   * @param colluders the share of users who collude, 0 to 1
   * @param colluderSites at how many sites they are
   * @param colluderMarkRate the chance that a colluding user marks a spam, for a good record
   * @param share the share of all voters that strangers need ({@code trust.share})
   * @param announcing whether sites announce to each other what their users call spam, and ask only
   *     about mail like that
   * @param seed gives the whole run
   */
  public record Settings(
      int users,
      int sites,
      int campaigns,
      double campaignsPerDay,
      double markRate,
      double colluders,
      int colluderSites,
      double colluderMarkRate,
      double share,
      boolean announcing,
      long seed) {
    /** Checks the ranges. */
    public Settings {
      if (sites < 2 || users < sites || campaigns < 1 || !(campaignsPerDay > 0)) {
        throw new IllegalArgumentException(
            "%d users at %d sites, %d campaigns, %s a day: a realm has 2 sites or more,"
                    .formatted(users, sites, campaigns, campaignsPerDay)
                + " a user at each, and a campaign");
      }
      for (double part : new double[] {markRate, colluders, colluderMarkRate, share}) {
        if (!(part >= 0 && part <= 1)) {
          throw new IllegalArgumentException("a share or rate of " + part + " is not in 0 to 1");
        }
      }
      if (colluderSites < 1 || colluderSites > sites) {
        throw new IllegalArgumentException(
            "colluders at "
                + colluderSites
                + " of "
                + sites
                + " sites; at least 1 and at most all");
      }
    }
  }

  /**
   * What came of a run.
   *
   * @param honest how the campaigns of the second half of the run fared
   * @param attacks an attack at each of some ages of the realm
   */
  public record Result(Honest honest, List<Attack> attacks) {}

  /**
   * Honest spam campaigns.
   *
   * @param copies copies delivered
   * @param filed of those, called spam on delivery
   * @param filedByStrangers of those, by votes of strangers
   * @param late copies delivered after the campaign's third vote
   * @param lateFiled of those, called spam on delivery
   * @param votesAtFirst votes cast when strangers' votes first made a campaign spam somewhere, in
   *     all campaigns where they did
   * @param campaigns campaigns counted
   * @param campaignsByStrangers campaigns in which strangers' votes decided anywhere
   */
  public record Honest(
      long copies,
      long filed,
      long filedByStrangers,
      long late,
      long lateFiled,
      long votesAtFirst,
      int campaigns,
      int campaignsByStrangers) {}

  /**
   * All colluders mark a newsletter on which nobody else has voted.
   *
   * @param campaigns campaigns that the realm has seen before
   * @param voterPopulation how many voters a site outside thinks there are, on average
   * @param coverage how much of them it knows, 0 to 1, on average
   * @param needed how many it therefore asks for, on average
   * @param colluderVotes how many votes of the colluders it has been told of, on average
   * @param colluderWeight what the colluders weigh there together, site by site uncapped, on
   *     average
   * @param sitesOutside sites without a colluder
   * @param sitesFooled of those, sites that call the newsletter spam
   * @param colluderSitesFooled sites with a member that do
   */
  public record Attack(
      int campaigns,
      double voterPopulation,
      double coverage,
      double needed,
      double colluderVotes,
      double colluderWeight,
      int sitesOutside,
      int sitesFooled,
      int colluderSitesFooled) {}

  private static final double READ_WITHIN_MICROS = micros(Duration.ofHours(6));
  private static final long SENT_WITHIN_MICROS = micros(Duration.ofDays(1));
  private static final long PUBLISHED_WITHIN_MICROS = micros(Duration.ofSeconds(10));
  private static final int VARIANTS = 2;
  private static final int WORDS = 60;

  private final Settings settings;
  private final SplittableRandom random;
  private final CollusionRealm realm;
  private final Consumer<String> progress;
  private final Agenda agenda = new Agenda();
  private final HonestCampaigns honest = new HonestCampaigns();
  private final List<Attack> attacks = new ArrayList<>();

  private CollusionExperiment(Settings settings, Consumer<String> progress) {
    this.settings = settings;
    this.random = new SplittableRandom(settings.seed());
    this.realm = new CollusionRealm(settings);
    this.progress = progress;
  }

  private static long micros(Duration span) {
    return span.toNanos() / 1_000;
  }

  /** Runs; tells how far it is. */
  public static Result run(Settings settings, Consumer<String> progress) {
    return new CollusionExperiment(settings, progress).run();
  }

  private Result run() {
    long begin = realm.nowMicros();
    for (int i = 0; i < settings.campaigns(); i++) {
      runUntil(begin + (long) (i * SENT_WITHIN_MICROS / settings.campaignsPerDay()));
      if (Integer.bitCount(i) == 1) {
        attack(i); // after 1, 2, 4, 8, ... campaigns
      }
      begin(2 * i >= settings.campaigns());
      progress.accept("campaign %d of %d".formatted(i + 1, settings.campaigns()));
    }
    runUntil(Long.MAX_VALUE);
    attack(settings.campaigns());
    return new Result(honest.result(), attacks);
  }

  /** Whatever happens before a moment. */
  private void runUntil(long micros) {
    for (Optional<Entry> next = agenda.nextBefore(micros);
        next.isPresent();
        next = agenda.nextBefore(micros)) {
      realm.runUntil(next.get().micros());
      next.get().what().run();
    }
    if (micros < Long.MAX_VALUE) {
      realm.runUntil(micros);
    }
  }

  private void begin(boolean counted) {
    RandomText text = RandomText.draw(WORDS, random);
    List<AddressedMail> variants = new ArrayList<>();
    for (int i = 0; i < VARIANTS; i++) {
      variants.add(realm.mail(text.changed(random)));
    }
    Campaign campaign = honest.begin(variants, counted);
    for (Person person : realm.people()) {
      long sent = realm.nowMicros() + random.nextLong(SENT_WITHIN_MICROS);
      agenda.at(sent, () -> delivered(campaign, person, sent));
    }
  }

  private void delivered(Campaign campaign, Person person, long sent) {
    AddressedMail copy = campaign.variants.get(person.number() % VARIANTS);
    CheckResult answer = realm.check(person.mailbox().peer(), copy);
    boolean isFiled = answer.verdict() == Verdict.SPAM;
    honest.delivered(campaign, isFiled, answer.decision().decidedBy() == Decider.STRANGERS);
    if (!isFiled) {
      double wait = -Math.log1p(-random.nextDouble()) * READ_WITHIN_MICROS;
      agenda.at(sent + (long) wait, () -> seen(campaign, person, copy));
    }
  }

  private void seen(Campaign campaign, Person person, AddressedMail copy) {
    double rate = person.colludes() ? settings.colluderMarkRate() : settings.markRate();
    if (random.nextDouble() < rate) {
      campaign.voted();
      realm.mark(person, copy);
    }
  }

  /** The peers learn from it what they learn from any mail. */
  private void attack(int campaignsBefore) {
    AddressedMail newsletter = realm.mail(RandomText.draw(WORDS, random));
    List<Person> colluders = realm.people().stream().filter(Person::colludes).toList();
    colluders.forEach(member -> realm.mark(member, newsletter));
    realm.runUntil(realm.nowMicros() + PUBLISHED_WITHIN_MICROS);
    double voterPopulation = 0;
    double coverage = 0;
    double needed = 0;
    double weight = 0;
    double votes = 0;
    int outside = 0;
    int fooled = 0;
    int colluderSitesFooled = 0;
    for (Site site : realm.sites()) {
      Standing standing = site.peer().core().trust().at(realm.nowMicros() / 1_000);
      double size = standing.voterPopulation(); // as they are before this very mail
      double known = standing.coverage();
      CheckResult answer = realm.check(site.peer(), newsletter);
      boolean isFooled = answer.verdict() == Verdict.SPAM;
      if (site.hasRing()) {
        colluderSitesFooled += isFooled ? 1 : 0;
        continue;
      }
      outside++;
      fooled += isFooled ? 1 : 0;
      voterPopulation += size;
      coverage += known;
      needed += answer.decision().votersNeeded();
      votes += answer.decision().strangerSpam();
      for (Person member : colluders) {
        MessageLog mailbox = member.mailbox();
        weight += standing.weight(mailbox.peer().contact().id(), mailbox.voter());
      }
    }
    attacks.add(
        new Attack(
            campaignsBefore,
            voterPopulation / outside,
            coverage / outside,
            needed / outside,
            votes / outside,
            weight / outside,
            outside,
            fooled,
            colluderSitesFooled));
  }
}
