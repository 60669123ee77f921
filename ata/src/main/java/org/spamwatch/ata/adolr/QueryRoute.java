package org.spamwatch.ata.adolr;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxAsk;
import org.spamwatch.ata.adolr.AdolrMessage.ApproxQuery;
import org.spamwatch.ata.adolr.AdolrMessage.FeatureRequest;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Message;

/** One feature's route of a query of this node's own: its attempts, and whom else to ask. */
final class QueryRoute {
  /** The nodes asked in person. */
  private static final class Poll {
    private final Set<Id> asked = new LinkedHashSet<>(4);
    private int awaited;
    private boolean isAnswered;
  }

  final OpenQuery query;
  final int index;
  private final List<Long> routeIds = new ArrayList<>(2);
  private final List<Contact> unusedHops = new ArrayList<>(4);
  private final Poll poll = new Poll();
  private List<Contact> named = List.of();
  private Optional<Contact> suspected = Optional.empty();
  private boolean isRetried;
  private boolean isSearched;
  private boolean hasReported;
  private boolean isEnded;

  QueryRoute(OpenQuery query, int index) {
    this.query = query;
    this.index = index;
  }

  Id feature() {
    return query.sought().vector().keys().get(index);
  }

  /** The query as it goes by this route. */
  Message routed(long routeId) {
    return query.sought().isNaive() ? new FeatureRequest(routeId, feature()) : approxQuery(routeId);
  }

  /** The query as a node about the feature's root is asked it. */
  Message inPerson(long routeId) {
    return query.sought().isNaive()
        ? new FeatureRequest(routeId, feature())
        : new ApproxAsk(feature(), approxQuery(routeId));
  }

  private ApproxQuery approxQuery(long routeId) {
    Sought sought = query.sought();
    return new ApproxQuery(
        query.queryId(),
        routeId,
        sought.vector(),
        sought.thres(),
        sought.resolution() == Resolution.FIRST,
        sought.payload(),
        List.of());
  }

  // Its attempts -------------------------------------------------------------------------------

  /** A message with this number may be answered from now on. */
  void attempted(long routeId) {
    routeIds.add(routeId);
  }

  /** The numbers of all attempts, the first one's first. */
  List<Long> routeIds() {
    return routeIds;
  }

  /** Whether nothing is heard of it; not if its nodes are being asked in person. */
  boolean isSilent() {
    return !isEnded && !isSearched && poll.awaited == 0;
  }

  /** Whether it was silent for long. */
  boolean isRetried() {
    return isRetried;
  }

  /** It was silent for long, and is tried over these first hops. */
  void retry(List<Contact> hops) {
    isRetried = true;
    unusedHops.addAll(hops);
  }

  /** A first hop that it was not tried over yet. */
  Optional<Contact> takeHop() {
    return unusedHops.isEmpty() ? Optional.empty() : Optional.of(unusedHops.remove(0));
  }

  // The nodes about its root -------------------------------------------------------------------

  /** Begins a search for the nodes about the feature, unless there has been one. */
  boolean beginSearch() {
    boolean isFirst = !isSearched;
    isSearched = true;
    return isFirst;
  }

  boolean isSearched() {
    return isSearched;
  }

  /** Whoever has reported an end that is implausible as the feature's root. */
  void suspect(Contact reporter) {
    suspected = Optional.of(reporter);
  }

  /** Whether somebody is suspected, and is not among the nodes found about the feature. */
  boolean isSuspectAbsent(List<Contact> closest) {
    return suspected
        .filter(suspect -> closest.stream().noneMatch(node -> node.id().equals(suspect.id())))
        .isPresent();
  }

  /** A node answers for this feature, or is to; returns whether it is the first time. */
  boolean concerns(Contact contact) {
    return poll.asked.add(contact.id());
  }

  /** One more answer in person is awaited. */
  void await() {
    poll.awaited++;
  }

  /** One fewer answer in person is awaited; returns whether none is. */
  boolean awaitOneFewer() {
    return --poll.awaited == 0;
  }

  void answeredInPerson() {
    poll.isAnswered = true;
  }

  /** Whether a node that was asked in person has answered. */
  boolean isAnsweredInPerson() {
    return poll.isAnswered;
  }

  // Its end ------------------------------------------------------------------------------------

  /** An end has come, which may not be believed. */
  void reported() {
    hasReported = true;
  }

  /** Whether an end has come, believed or not. */
  boolean hasReported() {
    return hasReported || isEnded;
  }

  /** Its end names these nodes as the closest to the feature. */
  void names(List<Contact> closest) {
    named = closest;
  }

  List<Contact> named() {
    return named;
  }

  void end() {
    isEnded = true;
  }

  /** Its end is not believed after all. */
  void reopen() {
    isEnded = false;
  }

  boolean isEnded() {
    return isEnded;
  }
}
