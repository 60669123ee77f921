package org.spamwatch.agent.campaign;

import static com.google.common.base.Preconditions.checkState;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.spamwatch.agent.campaign.CampaignRule.Action;
import org.spamwatch.agent.ham.ProbeKeys;
import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;

/**
 * The rules of a postmaster, one a message at most. A rule holds for mail that matches its message
 * by THRES, so a variant with a GUID of its own is taken in, and for mail that was found to match a
 * message of its GUID. Not thread-safe.
 */
public final class CampaignRules {
  /** Most rules of a peer. */
  public static final int MAX_RULES = 1_000;

  private final TreeMap<Id, CampaignRule> rules = new TreeMap<>();
  private final Map<Long, Set<Id>> byIdentity = new TreeMap<>();

  /** All of them, in the order of their GUIDs. */
  public List<CampaignRule> all() {
    return List.copyOf(rules.values());
  }

  /** Those from a GUID on. */
  List<CampaignRule> from(Id first) {
    return List.copyOf(rules.tailMap(first).values());
  }

  /** The rule on a message. */
  public Optional<CampaignRule> of(Id guid) {
    return Optional.ofNullable(rules.get(guid));
  }

  /** Whether there is room for a rule on a message. */
  public boolean hasRoom(Id guid) {
    return rules.containsKey(guid) || rules.size() < MAX_RULES;
  }

  /**
   * Adds a rule, in the place of one on the same message.
   *
   * @throws IllegalStateException if there is no room
   */
  public void put(CampaignRule rule) {
    checkState(hasRoom(rule.guid()), "there are %s rules, the limit", MAX_RULES);
    remove(rule.guid());
    rules.put(rule.guid(), rule);
    for (CompactVector vector : rule.vectors()) {
      for (Long identity : vector.identities()) {
        byIdentity.computeIfAbsent(identity, i -> new TreeSet<>()).add(rule.guid());
      }
    }
  }

  /** Removes the rule on a message; returns whether there was one. */
  public boolean remove(Id guid) {
    CampaignRule removed = rules.remove(guid);
    if (removed == null) {
      return false;
    }
    for (CompactVector vector : removed.vectors()) {
      for (Long identity : vector.identities()) {
        byIdentity.computeIfPresent(
            identity,
            (i, guids) -> {
              guids.remove(guid);
              return guids.isEmpty() ? null : guids;
            });
      }
    }
    return true;
  }

  /**
   * The rule that holds for a mail. Of several an allowing one goes first, for a false positive
   * costs more than a missed spam; then the one with the lowest GUID. Costs as much as the rules
   * that share a feature with the mail.
   *
   * <p>A blocking rule holds also for mail that has the message's features in its probes, so that
   * text that is appended to a blocked mail hides nothing. An allowing one does not: else text of
   * an allowed mail, appended to a spam, would let it through.
   *
   * @param asked the mail's vectors
   * @param probes what else the mail may be known by
   * @param matched messages that the mail was found to match
   */
  public Optional<CampaignRule> applicable(
      List<FeatureVector> asked,
      List<ProbeKeys> probes,
      Threshold threshold,
      Collection<Id> matched) {
    TreeSet<Id> held = new TreeSet<>(matched);
    held.retainAll(rules.keySet());
    for (FeatureVector vector : rules.isEmpty() ? List.<FeatureVector>of() : asked) {
      CompactVector query = vector.compact();
      int thres = threshold.forSize(query.scheme(), query.size());
      sharing(query.identities()).stream()
          .filter(guid -> isLike(guid, query, thres))
          .forEach(held::add);
      for (ProbeKeys probe : probes) {
        if (probe.scheme().equals(query.scheme()) && !query.wholeText()) {
          Set<Long> all = new TreeSet<>(query.identities());
          probe.keys().forEach(key -> all.add(key.high()));
          sharing(all).stream()
              .filter(guid -> isBlocked(guid, query.scheme(), all, thres))
              .forEach(held::add);
        }
      }
    }
    List<CampaignRule> blocking = new ArrayList<>();
    for (Id guid : held) {
      Optional<CampaignRule> rule = of(guid);
      if (rule.filter(each -> each.action() == Action.ALLOW).isPresent()) {
        return rule;
      }
      rule.ifPresent(blocking::add);
    }
    return blocking.stream().findFirst();
  }

  /** The messages of rules that have any of some features. */
  private Set<Id> sharing(Collection<Long> identities) {
    Set<Id> sharing = new TreeSet<>();
    identities.forEach(each -> sharing.addAll(byIdentity.getOrDefault(each, Set.of())));
    return sharing;
  }

  private boolean isBlocked(Id guid, Scheme scheme, Set<Long> features, int thres) {
    return of(guid).filter(rule -> rule.action() == Action.BLOCK).stream()
        .flatMap(rule -> rule.vectors().stream())
        .filter(kept -> kept.scheme().equals(scheme) && scheme.isOfText() && !kept.wholeText())
        .anyMatch(kept -> kept.identities().stream().filter(features::contains).count() >= thres);
  }

  private boolean isLike(Id guid, CompactVector query, int thres) {
    return of(guid).stream()
        .flatMap(rule -> rule.vectors().stream())
        .anyMatch(kept -> kept.matches(query, thres));
  }
}
