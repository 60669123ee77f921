package org.spamwatch.agent.campaign;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.spamwatch.agent.campaign.Campaign.Known;
import org.spamwatch.agent.campaign.CampaignRule.Action;
import org.spamwatch.agent.vote.MessageVotes;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteTable;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * The campaigns that a peer knows: messages whose votes it keeps, and the latest that it met in
 * checks; and the postmaster's rules on them. Not thread-safe: belongs to the node's turn.
 */
public final class Campaigns {
  /** Most campaigns on a page. */
  public static final int MAX_PAGE = 200;

  private static final int SIGHTINGS = 2_000;
  private static final int SCANNED = 5_000;
  private static final int VOTES_OF_SIGHTING = 64;
  private static final long DAY_MILLIS = 86_400_000L;

  private final VoteTable book;
  private final CampaignRules rules = new CampaignRules();
  private final Map<Id, Sighting> sightings =
      new LinkedHashMap<>(16, .75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Id, Sighting> eldest) {
          return size() > SIGHTINGS;
        }
      };

  /** What a check has told of a message. */
  private record Sighting(
      int spam, int ham, List<CampaignVote> votes, List<FeatureVector> vectors) {}

  /** The campaigns of a peer that keeps these votes. */
  public Campaigns(VoteTable book) {
    this.book = book;
  }

  /** The rules, for whoever judges. */
  public CampaignRules rules() {
    return rules;
  }

  /**
   * A check has found a message like the mail asked for.
   *
   * @param votes those whose signatures were checked
   * @param vectors the message's own, not those of the mail that was asked for: that may be a
   *     wanted mail which quotes it
   */
  public void sighted(
      Id guid, int spam, int ham, List<CampaignVote> votes, List<FeatureVector> vectors) {
    List<CampaignVote> some = votes.subList(0, Math.min(votes.size(), VOTES_OF_SIGHTING));
    sightings.put(guid, new Sighting(spam, ham, List.copyOf(some), List.copyOf(vectors)));
  }

  /**
   * Says what becomes of mail like a message, until it is taken back.
   *
   * @return the rule, or nothing if there are as many as there may be
   */
  public Optional<CampaignRule> rule(Id guid, Action action, String note, long nowMillis) {
    if (!rules.hasRoom(guid)) {
      return Optional.empty();
    }
    CampaignRule rule =
        new CampaignRule(
            guid,
            action,
            nowMillis,
            note,
            vectors(guid).stream().limit(CampaignRule.MAX_VECTORS).toList());
    if (rule.vectors().isEmpty()) { // forgotten by now: the rule so far knows more
      List<CompactVector> known = rules.of(guid).map(CampaignRule::vectors).orElse(List.of());
      rule = new CampaignRule(guid, action, nowMillis, note, known);
    }
    rules.put(rule);
    return Optional.of(rule);
  }

  private List<CompactVector> vectors(Id guid) {
    Optional<MessageVotes> kept = book.votesOn(guid);
    if (kept.isPresent() && !kept.get().vectors().isEmpty()) {
      return compact(kept.get().vectors());
    }
    Sighting sighting = sightings.get(guid);
    return sighting == null ? List.of() : compact(sighting.vectors());
  }

  /**
   * Some campaigns, from a GUID on. Looks at 5,000 messages at most, so a page may be short and
   * still have a next one.
   *
   * @param most how many, 1 to {@link #MAX_PAGE}
   * @param leastVotes only those with as many votes, spam and ham together
   */
  public CampaignPage page(Id from, int most, int leastVotes) {
    TreeMap<Id, Campaign> found = new TreeMap<>();
    Optional<Id> end =
        book.visit(
            from,
            SCANNED,
            message -> {
              Campaign campaign = of(message);
              if (campaign.spam() + campaign.ham() >= leastVotes) {
                found.put(campaign.guid(), campaign);
              }
              return found.size() < most;
            });
    for (Id guid : new TreeSet<>(sightings.keySet())) {
      boolean inRange =
          guid.compareTo(from) >= 0 && (end.isEmpty() || guid.compareTo(end.get()) < 0);
      if (inRange && book.votesOn(guid).isEmpty()) {
        sighted(guid)
            .filter(campaign -> campaign.spam() + campaign.ham() >= leastVotes)
            .ifPresent(campaign -> found.put(guid, campaign));
      }
    }
    return cut(new ArrayList<>(found.values()), most, end);
  }

  /** The campaigns with a rule, from a GUID on; they may be forgotten otherwise. */
  public CampaignPage ruled(Id from, int most) {
    List<Campaign> found = new ArrayList<>();
    for (CampaignRule rule : rules.from(from)) {
      if (found.size() > most) {
        break;
      }
      found.add(known(rule.guid()).orElseGet(() -> forgotten(rule)));
    }
    return cut(found, most, Optional.empty());
  }

  private static CampaignPage cut(List<Campaign> found, int most, Optional<Id> end) {
    return found.size() <= most
        ? new CampaignPage(found, end)
        : new CampaignPage(found.subList(0, most), Optional.of(found.get(most).guid()));
  }

  /** A campaign in full, if this peer knows anything of it. */
  public Optional<CampaignDetail> detail(Id guid) {
    Optional<Campaign> campaign = known(guid).or(() -> rules.of(guid).map(this::forgotten));
    return campaign.map(
        known -> {
          List<CampaignVote> votes = new ArrayList<>(votes(guid));
          votes.sort(
              Comparator.comparingLong(CampaignVote::timeMillis)
                  .reversed()
                  .thenComparing(CampaignVote::voter));
          return new CampaignDetail(
              known,
              days(votes),
              votes.subList(0, Math.min(votes.size(), CampaignDetail.MAX_VOTES)));
        });
  }

  private Optional<Campaign> known(Id guid) {
    Optional<MessageVotes> kept = book.votesOn(guid);
    return kept.isPresent() ? kept.map(this::of) : sighted(guid);
  }

  private List<CampaignVote> votes(Id guid) {
    Optional<MessageVotes> kept = book.votesOn(guid);
    if (kept.isPresent()) {
      return kept.get().votes().stream()
          .map(vote -> new CampaignVote(vote.voter(), vote.site(), vote.value(), vote.timeMillis()))
          .toList();
    }
    Sighting sighting = sightings.get(guid);
    return sighting == null ? List.of() : sighting.votes();
  }

  private Campaign of(MessageVotes message) {
    int spam = 0;
    int ham = 0;
    TreeSet<Id> sites = new TreeSet<>();
    for (Vote vote : message.votes()) {
      spam += vote.value() == VoteValue.SPAM ? 1 : 0;
      ham += vote.value() == VoteValue.HAM ? 1 : 0;
      sites.add(vote.site());
    }
    return campaign(
        message.guid(),
        spam,
        ham,
        sites.size(),
        message.votes().stream().map(Vote::timeMillis).toList(),
        compact(message.vectors()),
        Known.KEPT);
  }

  private Optional<Campaign> sighted(Id guid) {
    return Optional.ofNullable(sightings.get(guid))
        .map(
            sighting ->
                campaign(
                    guid,
                    sighting.spam(),
                    sighting.ham(),
                    (int) sighting.votes().stream().map(CampaignVote::site).distinct().count(),
                    sighting.votes().stream().map(CampaignVote::timeMillis).toList(),
                    compact(sighting.vectors()),
                    Known.MET));
  }

  private Campaign campaign(
      Id guid,
      int spam,
      int ham,
      int sites,
      List<Long> times,
      List<CompactVector> vectors,
      Known known) {
    return new Campaign(
        guid,
        spam,
        ham,
        sites,
        times.stream().mapToLong(Long::longValue).min().orElse(0),
        times.stream().mapToLong(Long::longValue).max().orElse(0),
        vectors.stream().map(vector -> vector.scheme().label()).distinct().sorted().toList(),
        vectors.stream().mapToInt(CompactVector::size).sum(),
        known,
        rules.of(guid));
  }

  private Campaign forgotten(CampaignRule rule) {
    return campaign(rule.guid(), 0, 0, 0, List.of(), rule.vectors(), Known.RULED);
  }

  private static List<CompactVector> compact(List<FeatureVector> vectors) {
    return vectors.stream().map(FeatureVector::compact).toList();
  }

  private static List<CampaignDetail.Day> days(List<CampaignVote> votes) {
    TreeMap<Long, CampaignDetail.Day> days = new TreeMap<>();
    for (CampaignVote vote : votes) {
      long day = Math.floorDiv(vote.timeMillis(), DAY_MILLIS);
      days.merge(
          day,
          new CampaignDetail.Day(
              day, vote.value() == VoteValue.SPAM ? 1 : 0, vote.value() == VoteValue.HAM ? 1 : 0),
          (a, b) -> new CampaignDetail.Day(day, a.spam() + b.spam(), a.ham() + b.ham()));
    }
    while (days.size() > CampaignDetail.MAX_DAYS) {
      days.pollFirstEntry();
    }
    return List.copyOf(days.values());
  }
}
