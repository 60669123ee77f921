package org.spamwatch.simulator.detection;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.spamwatch.simulator.corpus.Corpus;

/** Answers on mails, counted by source, by year, and together. */
final class EvidenceTally {
  private record Group(boolean spam, boolean other, String source, String year) {
    static final Comparator<Group> ORDER =
        Comparator.comparing(Group::spam)
            .thenComparing(Group::other)
            .thenComparing(Group::source)
            .thenComparing(Group::year);
  }

  private final List<EvidenceExperiment.Row> rows = new ArrayList<>();

  /**
   * Adds what was answered in one way.
   *
   * @param label what was taken for enough, or a rival's name
   * @param marked which spam was marked
   * @param learnt whether the site knew other ham
   * @param answers of each mail whether it was called spam
   */
  void count(String label, String marked, boolean learnt, Map<KnownMail, Boolean> answers) {
    Map<Group, int[]> groups = new TreeMap<>(Group.ORDER);
    answers.forEach(
        (known, called) -> {
          Corpus.Mail mail = known.mail();
          add(groups, new Group(mail.spam(), known.other(), "", ""), called);
          add(groups, new Group(mail.spam(), known.other(), mail.source(), ""), called);
          if (!known.year().isEmpty()) {
            add(groups, new Group(mail.spam(), known.other(), mail.source(), known.year()), called);
          }
        });
    groups.forEach(
        (group, counts) ->
            rows.add(
                new EvidenceExperiment.Row(
                    label,
                    marked,
                    learnt,
                    group.spam(),
                    group.other(),
                    group.source(),
                    group.year(),
                    counts[0],
                    counts[1])));
  }

  private static void add(Map<Group, int[]> groups, Group group, boolean called) {
    int[] counts = groups.computeIfAbsent(group, fresh -> new int[2]);
    counts[0]++;
    counts[1] += called ? 1 : 0;
  }

  /** All that was counted, in the order in which it was. */
  List<EvidenceExperiment.Row> rows() {
    return List.copyOf(rows);
  }
}
