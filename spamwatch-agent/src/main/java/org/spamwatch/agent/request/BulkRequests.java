package org.spamwatch.agent.request;

import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.bulk.BulkCount;
import org.spamwatch.agent.bulk.BulkFinding;
import org.spamwatch.agent.bulk.WhiteList;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.mail.MailHeader;

/** Has mails counted, and says so with what is said of them. Safe for any thread; blocks. */
final class BulkRequests {
  private final PeerCalls peer;

  BulkRequests(PeerCalls peer) {
    this.peer = peer;
  }

  /** Where a mail comes from, by its header, if that is of interest. */
  static Optional<WhiteList.Origin> origin(RequestSettings held, MailHeader header) {
    return held.bulk().isCounted()
        ? Optional.of(
            new WhiteList.Origin(
                header.first("List-Id").map(BulkRequests::inBrackets),
                held.proof().domain(header),
                header.first("Return-Path").map(Arrival::address)))
        : Optional.empty();
  }

  /** RFC 2919: a name, and the id in angle brackets behind it. */
  private static String inBrackets(String listId) {
    int begin = listId.lastIndexOf('<');
    int end = listId.indexOf('>', begin + 1);
    return begin < 0 || end < 0 ? listId.strip() : listId.substring(begin + 1, end).strip();
  }

  /**
   * Counts a mail for those it came for.
   *
   * @param origin nothing if its header is not known: then no count makes it spam, for it might be
   *     wanted
   */
  CheckResult counted(
      CheckResult result,
      List<FeatureVector> vectors,
      Optional<WhiteList.Origin> origin,
      Arrival arrival,
      RequestSettings held)
      throws RequestProblem {
    RequestSettings.BulkUse use = held.bulk();
    if (!use.isCounted() || vectors.isEmpty()) {
      return result;
    }
    Optional<BulkCount> count =
        Awaiting.within(peer.bulk(vectors, arrival.people()), held).flatMap(known -> known);
    if (count.isEmpty()) {
      return result;
    }
    Optional<String> allowed =
        origin.flatMap(
            from ->
                use.allowed()
                    .allows(
                        new WhiteList.Origin(
                            from.list(), from.domain(), arrival.sender().or(from::sender))));
    return result.with(
        new BulkFinding(count.get(), allowed), use.isVerdict() && origin.isPresent());
  }
}
