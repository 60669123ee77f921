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
import org.spamwatch.ata.evidence.MailMatcher;
import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Id;

/**
 * The rules of a postmaster, one a message at most. A rule holds for mail that meets its message
 * ({@link MailMatcher}), so a variant with a GUID of its own is taken in, and for mail that was
 * found to match a message of its GUID. Not thread-safe.
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
   * text that is appended to a blocked mail hides nothing, and for mail that meets it by evidence
   * beside the text. An allowing one holds for mail with its text: else text, addresses or links of
   * an allowed mail, put into a spam, would let it through. If all that a mail meets, by evidence
   * alone, is allowed, then so is the mail.
   *
   * @param asked the mail's vectors
   * @param probes what else the mail may be known by
   * @param byText messages that the mail was found to match by its text
   * @param byEvidence messages that it was found to match beside
   */
  public Optional<CampaignRule> applicable(
      List<FeatureVector> asked,
      List<ProbeKeys> probes,
      Threshold threshold,
      Collection<Id> byText,
      Collection<Id> byEvidence) {
    if (rules.isEmpty()) {
      return Optional.empty();
    }
    TreeSet<Id> held = new TreeSet<>(byText);
    byEvidence.stream().filter(guid -> isRuled(guid, Action.BLOCK)).forEach(held::add);
    Set<Id> sharing = sharing(asked, probes);
    if (!sharing.isEmpty()) {
      List<FeatureVector> text =
          asked.stream().filter(vector -> vector.scheme().isPublished()).toList();
      MailMatcher whole = matcher(asked, probes, threshold);
      MailMatcher textAlone = matcher(text, List.of(), threshold);
      for (Id guid : sharing) {
        MailMatcher matcher = isRuled(guid, Action.BLOCK) ? whole : textAlone;
        if (matcher.match(vectors(guid)).isPresent()) {
          held.add(guid);
        }
      }
    }
    if (byText.isEmpty()
        && !byEvidence.isEmpty()
        && byEvidence.stream().allMatch(guid -> isRuled(guid, Action.ALLOW))) {
      held.addAll(byEvidence);
    }
    held.retainAll(rules.keySet());
    return held.stream()
        .filter(guid -> isRuled(guid, Action.ALLOW))
        .findFirst()
        .or(() -> held.stream().findFirst())
        .flatMap(this::of);
  }

  private boolean isRuled(Id guid, Action action) {
    CampaignRule rule = rules.get(guid);
    return rule != null && rule.action() == action;
  }

  private List<FeatureVector> vectors(Id guid) {
    return of(guid).stream()
        .flatMap(rule -> rule.vectors().stream())
        .map(
            kept ->
                new FeatureVector(
                    kept.scheme(),
                    kept.wholeText(),
                    kept.identities().stream().map(FeatureVector::key).toList()))
        .toList();
  }

  private static MailMatcher matcher(
      List<FeatureVector> vectors, List<ProbeKeys> probes, Threshold threshold) {
    List<List<Id>> keys = new ArrayList<>(vectors.size());
    for (FeatureVector vector : vectors) {
      keys.add(
          probes.stream()
              .filter(some -> some.scheme().equals(vector.scheme()))
              .flatMap(some -> some.keys().stream())
              .toList());
    }
    return new MailMatcher(vectors, keys, threshold, (scheme, identity) -> false);
  }

  /** The messages of rules that have any feature of a mail. */
  private Set<Id> sharing(List<FeatureVector> asked, List<ProbeKeys> probes) {
    Set<Id> sharing = new TreeSet<>();
    asked.forEach(vector -> addSharing(vector.keys(), sharing));
    probes.forEach(some -> addSharing(some.keys(), sharing));
    return sharing;
  }

  private void addSharing(List<Id> keys, Set<Id> sharing) {
    keys.forEach(key -> sharing.addAll(byIdentity.getOrDefault(key.high(), Set.of())));
  }
}
