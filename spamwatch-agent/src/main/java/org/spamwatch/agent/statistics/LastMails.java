package org.spamwatch.agent.statistics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spamwatch.agent.vote.VoteValue;

/**
 * The mails that were learnt last, as they came, {@link #MOST} of either kind: what thresholds are
 * chosen by. Of several words on a mail the last counts. Not thread-safe.
 */
final class LastMails {
  /** Mails of either kind: some megabytes while a filter is built. */
  static final int MOST = 1_000;

  private final Map<LearntMail, Marked> spam = new LinkedHashMap<>();
  private final Map<LearntMail, Marked> ham = new LinkedHashMap<>();

  /** What was said next. */
  void add(LearntMail mail, Marked marked) {
    spam.remove(mail);
    ham.remove(mail);
    if (marked.word() == VoteValue.WITHDRAWN) {
      return;
    }
    Map<LearntMail, Marked> alike = marked.word() == VoteValue.SPAM ? spam : ham;
    alike.put(mail, marked);
    if (alike.size() > MOST) {
      alike.remove(alike.keySet().iterator().next());
    }
  }

  /** Them, spam first. */
  List<Marked> all() {
    List<Marked> all = new ArrayList<>(spam.values());
    all.addAll(ham.values());
    return all;
  }
}
