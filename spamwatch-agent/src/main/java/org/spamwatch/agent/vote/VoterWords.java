package org.spamwatch.agent.vote;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Id;

/** The votes on one message, by voter in the order of their pseudonyms, of each the last first. */
final class VoterWords {
  private @Nullable Vote only;
  private Map<Id, List<Vote>> several = Map.of(); // of more votes than one
  private int votes;

  void add(Vote vote) {
    votes++;
    if (votes == 1) {
      only = vote;
      return;
    }
    if (only != null) {
      several = new TreeMap<>();
      several.put(only.voter(), List.of(only));
      only = null;
    }
    Id voter = vote.voter(); // a hash each time
    List<Vote> said = new ArrayList<>(of(voter));
    said.add(vote);
    said.sort(Vote.LAST_FIRST);
    several.put(voter, List.copyOf(said));
  }

  /** Forgets a vote that is among them. */
  void remove(Vote vote) {
    votes--;
    if (only != null) {
      only = null;
      return;
    }
    Id voter = vote.voter();
    List<Vote> left = of(voter).stream().filter(each -> !each.equals(vote)).toList();
    if (left.isEmpty()) {
      several.remove(voter);
    } else {
      several.put(voter, left);
    }
    if (votes == 1) {
      only = several.values().iterator().next().get(0);
      several = Map.of();
    }
  }

  /** What a voter has said, the last first. */
  List<Vote> of(Id voter) {
    Vote one = only;
    if (one != null) {
      return one.voter().equals(voter) ? List.of(one) : List.of();
    }
    return several.getOrDefault(voter, List.of());
  }

  /** What each voter has said. */
  Collection<List<Vote>> all() {
    return only == null ? several.values() : List.of(List.of(only));
  }

  /** What the voter of a vote has said of the same digests, null if nothing. */
  @Nullable Vote word(Vote name) {
    Vote one = only;
    if (one != null) {
      return one.isNamedAs(name) ? one : null;
    }
    if (votes == 0) {
      return null;
    }
    for (Vote vote : of(name.voter())) {
      if (vote.isNamedAs(name)) {
        return vote;
      }
    }
    return null;
  }

  /** Visits each vote, with its voter. */
  void forEach(BiConsumer<Id, Vote> visitor) {
    if (only != null) {
      visitor.accept(only.voter(), only);
    }
    several.forEach((voter, said) -> said.forEach(vote -> visitor.accept(voter, vote)));
  }

  /** Those that are wanted; to be changed by whoever asks. */
  List<Vote> filter(Predicate<Vote> wanted) {
    List<Vote> some = new ArrayList<>(votes);
    for (List<Vote> said : all()) {
      said.stream().filter(wanted).forEach(some::add);
    }
    return some;
  }

  /** The time of the newest, 0 if there is none. */
  long newestMillis() {
    long newest = 0;
    for (List<Vote> said : all()) {
      for (Vote vote : said) {
        newest = Math.max(newest, vote.timeMillis());
      }
    }
    return newest;
  }

  /** How many votes there are. */
  int size() {
    return votes;
  }
}
