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
  /** One voter's alone are in a map that takes a third of the memory. */
  private Map<Id, List<Vote>> words = Map.of();

  private int votes;

  void add(Vote vote) {
    Id voter = vote.voter(); // a hash each time
    List<Vote> said = new ArrayList<>(of(voter));
    said.add(vote);
    said.sort(Vote.LAST_FIRST);
    put(voter, List.copyOf(said));
    votes++;
  }

  /** Forgets a vote that is among them. */
  void remove(Vote vote) {
    Id voter = vote.voter();
    List<Vote> left = of(voter).stream().filter(each -> !each.equals(vote)).toList();
    if (!left.isEmpty()) {
      put(voter, left);
    } else if (words.size() > 1) {
      words.remove(voter);
    } else if (words.containsKey(voter)) {
      words = Map.of();
    }
    votes--;
  }

  private void put(Id voter, List<Vote> said) {
    if (words.isEmpty() || (words.size() == 1 && words.containsKey(voter))) {
      words = Map.of(voter, said);
    } else {
      words = words.size() == 1 ? new TreeMap<>(words) : words;
      words.put(voter, said);
    }
  }

  /** What a voter has said, the last first. */
  List<Vote> of(Id voter) {
    return words.getOrDefault(voter, List.of());
  }

  /** What each voter has said. */
  Collection<List<Vote>> all() {
    return words.values();
  }

  /** What the voter of a vote has said of the same digests, null if nothing. */
  @Nullable Vote word(Vote name) {
    for (Vote vote : of(name.voter())) {
      if (vote.digests().equals(name.digests())) {
        return vote;
      }
    }
    return null;
  }

  /** Visits each vote, with its voter. */
  void forEach(BiConsumer<Id, Vote> visitor) {
    words.forEach((voter, said) -> said.forEach(vote -> visitor.accept(voter, vote)));
  }

  /** Those that are wanted; to be changed by whoever asks. */
  List<Vote> filter(Predicate<Vote> wanted) {
    List<Vote> some = new ArrayList<>(votes);
    words.forEach((voter, said) -> said.stream().filter(wanted).forEach(some::add));
    return some;
  }

  /** The time of the newest, 0 if there is none. */
  long newestMillis() {
    long newest = 0;
    for (Map.Entry<Id, List<Vote>> said : words.entrySet()) {
      for (Vote vote : said.getValue()) {
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
