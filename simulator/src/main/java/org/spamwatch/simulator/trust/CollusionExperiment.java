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
  private static final double READ_WITHIN_MICROS = micros(Duration.ofHours(6));
  private static final long SENT_WITHIN_MICROS = micros(Duration.ofDays(1));
  private static final long PUBLISHED_WITHIN_MICROS = micros(Duration.ofSeconds(10));
  private static final int VARIANTS = 2;
  private static final int WORDS = 60;

  private final CollusionSettings settings;
  private final SplittableRandom random;
  private final CollusionRealm realm;
  private final Consumer<String> progress;
  private final Agenda agenda = new Agenda();
  private final HonestCampaigns honest = new HonestCampaigns();
  private final List<CollusionResult.Attack> attacks = new ArrayList<>();

  private CollusionExperiment(CollusionSettings settings, Consumer<String> progress) {
    this.settings = settings;
    this.random = new SplittableRandom(settings.seed());
    this.realm = new CollusionRealm(settings);
    this.progress = progress;
  }

  private static long micros(Duration span) {
    return span.toNanos() / 1_000;
  }

  /** Runs; tells how far it is. */
  public static CollusionResult run(CollusionSettings settings, Consumer<String> progress) {
    return new CollusionExperiment(settings, progress).run();
  }

  private CollusionResult run() {
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
    return new CollusionResult(honest.result(), attacks);
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
        new CollusionResult.Attack(
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
