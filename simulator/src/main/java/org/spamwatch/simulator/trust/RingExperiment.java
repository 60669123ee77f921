package org.spamwatch.simulator.trust;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.spamwatch.agent.trust.OwnSites;
import org.spamwatch.agent.trust.Ruling;
import org.spamwatch.agent.trust.Ruling.Decider;
import org.spamwatch.agent.trust.Standing;
import org.spamwatch.agent.trust.Terms;
import org.spamwatch.agent.trust.Trust;
import org.spamwatch.agent.trust.TrustConfig;
import org.spamwatch.agent.trust.VoteCounted;
import org.spamwatch.agent.vote.Verdict;
import org.spamwatch.overlay.Id;

/**
 * Years of a realm's mail: honest campaigns that make everybody's record, a ring's too, and then a
 * newsletter that the whole ring marks. Each site judges and learns with the agent's own {@link
 * Trust}; signatures, certificates and the network are left out, so every site sees every vote at
 * once; four of them keep a campaign's votes, and so meet its voters. One seed gives one run.
 *
 * <p>A campaign's copies come in over a day. A copy that is called spam is filed, and nobody sees
 * it; any other is seen some hours later, and then marked or not.
 */
public final class RingExperiment {
  private static final double READ_WITHIN_MILLIS = Duration.ofHours(6).toMillis();
  private static final long SENT_WITHIN_MILLIS = Duration.ofDays(1).toMillis();
  private static final int KEEPERS = 4;
  private static final long START_MILLIS = 1_700_000_000_000L;

  private final RingSettings settings;
  private final SplittableRandom random;
  private final List<Site> sites = new ArrayList<>();
  private final List<User> users = new ArrayList<>();
  private final List<RingResult.Attack> attacks = new ArrayList<>();
  private long nowMillis = START_MILLIS;
  private long copies;
  private long filed;
  private long filedByStrangers;
  private long late;
  private long lateFiled;
  private long firstStrangers;
  private int campaignsByStrangers;
  private int campaignsCounted;

  private static final class Site {
    final Id id;
    final Trust trust;
    boolean hasRing;

    Site(Id id, TrustConfig config) {
      this.id = id;
      this.trust = new Trust(config.withOwn(OwnSites.of(Set.of(id))));
    }
  }

  private record User(Id voter, Site site, boolean colludes) {
    VoteCounted vote(Id message) {
      return new VoteCounted(voter, site.id, message, Verdict.SPAM, false);
    }
  }

  private enum Act {
    DELIVERED,
    SEEN
  }

  private record Event(long millis, User user, Act act) {}

  private RingExperiment(RingSettings settings) {
    this.settings = settings;
    this.random = new SplittableRandom(settings.seed());
    TrustConfig config = TrustConfig.DEFAULT.withShare(settings.share());
    for (int i = 0; i < settings.sites(); i++) {
      sites.add(new Site(Id.random(random), config));
    }
    int colluding = (int) Math.round(settings.ring() * settings.users());
    for (int i = 0; i < settings.users(); i++) {
      boolean colludes = i < colluding;
      Site site = sites.get(i % (colludes ? settings.ringSites() : settings.sites()));
      site.hasRing |= colludes;
      users.add(new User(Id.random(random), site, colludes));
    }
  }

  /** Runs. */
  public static RingResult run(RingSettings settings) {
    return new RingExperiment(settings).run();
  }

  private RingResult run() {
    for (int i = 0; i < settings.campaigns(); i++) {
      if (Integer.bitCount(i) == 1) {
        attack(i); // after 1, 2, 4, 8, ... campaigns
      }
      campaign(2 * i >= settings.campaigns());
      nowMillis += (long) (Duration.ofDays(1).toMillis() / settings.campaignsPerDay());
    }
    attack(settings.campaigns());
    return new RingResult(
        new RingResult.Honest(
            copies,
            filed,
            filedByStrangers,
            late,
            lateFiled,
            (double) firstStrangers / campaignsByStrangers,
            campaignsCounted,
            campaignsByStrangers),
        attacks);
  }

  private void campaign(boolean counted) {
    Id message = Id.random(random);
    List<Event> today = new ArrayList<>();
    for (User user : users) {
      long sent = nowMillis + random.nextLong(SENT_WITHIN_MILLIS);
      long seen = sent + (long) (-Math.log1p(-random.nextDouble()) * READ_WITHIN_MILLIS);
      today.add(new Event(sent, user, Act.DELIVERED));
      today.add(new Event(seen, user, Act.SEEN));
    }
    today.sort(Comparator.comparingLong(Event::millis));
    new Campaign(message, counted).run(today);
  }

  /** One campaign on its way. */
  private final class Campaign {
    private final Id message;
    private final boolean counted;
    private final List<VoteCounted> votes = new ArrayList<>();
    private final Set<Id> hidden = new TreeSet<>();
    private final List<Site> keepers = new ArrayList<>();
    private boolean strangersDecided;

    Campaign(Id message, boolean counted) {
      this.message = message;
      this.counted = counted;
      campaignsCounted += counted ? 1 : 0;
      for (int i = 0; i < KEEPERS; i++) {
        keepers.add(sites.get(random.nextInt(sites.size())));
      }
    }

    void run(List<Event> events) {
      for (Event event : events) {
        if (event.act() == Act.DELIVERED) {
          delivered(event.user(), event.millis());
        } else if (!hidden.contains(event.user().voter())) {
          seen(event.user(), event.millis());
        }
      }
    }

    private void delivered(User user, long millis) {
      Ruling ruling = user.site().trust.judge(votes, Terms.DEFAULT, millis);
      user.site().trust.judged(List.of(message), votes, millis);
      if (ruling.spam()) {
        hidden.add(user.voter());
      }
      if (counted) {
        count(ruling);
      }
    }

    private void count(Ruling ruling) {
      copies++;
      filed += ruling.spam() ? 1 : 0;
      late += votes.size() >= 3 ? 1 : 0;
      lateFiled += votes.size() >= 3 && ruling.spam() ? 1 : 0;
      if (ruling.spam() && ruling.decidedBy() == Decider.STRANGERS) {
        filedByStrangers++;
        if (!strangersDecided) {
          strangersDecided = true;
          campaignsByStrangers++;
          firstStrangers += votes.size();
        }
      }
    }

    private void seen(User user, long millis) {
      double rate = user.colludes() ? settings.ringMarkRate() : settings.markRate();
      if (random.nextDouble() < rate) {
        VoteCounted vote = user.vote(message);
        votes.add(vote);
        user.site().trust.voted(List.of(message), vote, millis);
        keepers.forEach(keeper -> keeper.trust.met(vote, millis));
      }
    }
  }

  /** Nobody learns from it, so that the next attack meets the realm as the campaigns made it. */
  private void attack(int campaignsBefore) {
    Id newsletter = Id.random(random);
    List<VoteCounted> votes =
        users.stream().filter(User::colludes).map(user -> user.vote(newsletter)).toList();
    double electorate = 0;
    double needed = 0;
    double weight = 0;
    int outside = 0;
    int fooled = 0;
    int ringFooled = 0;
    for (Site site : sites) {
      Ruling ruling = site.trust.judge(votes, Terms.DEFAULT, nowMillis);
      if (site.hasRing) {
        ringFooled += ruling.spam() ? 1 : 0;
        continue;
      }
      Standing standing = site.trust.at(nowMillis);
      outside++;
      fooled += ruling.spam() ? 1 : 0;
      electorate += standing.electorate();
      needed += ruling.votersNeeded();
      weight += votes.stream().mapToDouble(v -> standing.weight(v.site(), v.voter())).sum();
    }
    attacks.add(
        new RingResult.Attack(
            campaignsBefore,
            electorate / outside,
            needed / outside,
            weight / outside,
            outside,
            fooled,
            ringFooled));
  }
}
