package org.spamwatch.agent.spamd;

import static org.spamwatch.agent.config.TellPlace.EITHER;
import static org.spamwatch.agent.config.TellPlace.LOCAL;
import static org.spamwatch.agent.config.TellPlace.REMOTE;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.spamwatch.agent.config.TellPlace;
import org.spamwatch.agent.vote.VoteValue;

/**
 * What a TELL asks for. Who says of a mail that it is spam or ham votes so, also where that is how
 * spamc revokes a report; who only has it removed takes back what he said before.
 *
 * @param says the class of the mail, spam or ham, if it is named
 * @param set the places, {@code LOCAL} and {@code REMOTE}, where it is to be set
 * @param remove the places from which it is to be removed
 */
record Tell(Optional<VoteValue> says, Set<TellPlace> set, Set<TellPlace> remove) {
  /** Nothing at all, as in every other method. */
  static final Tell NOTHING = new Tell(Optional.empty(), Set.of(), Set.of());

  /** The class in a {@code Message-class} header. */
  static VoteValue says(String text) throws SpamdProblem {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "spam" -> VoteValue.SPAM;
      case "ham" -> VoteValue.HAM;
      default -> throw SpamdProblem.protocol("Message-class is neither spam nor ham");
    };
  }

  /** The places in a {@code Set} or {@code Remove} header. Others mean nothing, as to spamd. */
  static Set<TellPlace> places(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    Set<TellPlace> places = EnumSet.noneOf(TellPlace.class);
    if (lower.contains("local")) {
      places.add(LOCAL);
    }
    if (lower.contains("remote")) {
      places.add(REMOTE);
    }
    return places;
  }

  /** Refuses what says nothing, or two things at once. */
  void check() throws SpamdProblem {
    if (set.isEmpty() && remove.isEmpty()) {
      throw SpamdProblem.protocol(
          "TELL with neither Set nor Remove; send Set: or Remove: local, remote or both");
    }
    if (set.stream().anyMatch(remove::contains)) {
      throw SpamdProblem.protocol("TELL that sets and removes the same; send one of them");
    }
    if (!set.isEmpty() && says.isEmpty()) {
      throw SpamdProblem.protocol("Set without Message-class; send Message-class: spam or ham");
    }
  }

  /** The vote that this is, if the places that cast one are among those named. */
  Optional<VoteValue> vote(TellPlace casting) {
    if (counted(set, casting).isEmpty() && counted(remove, casting).isEmpty()) {
      return Optional.empty();
    }
    boolean isSaid =
        says.isPresent()
            && (says.get() == VoteValue.HAM ? !set.isEmpty() : !counted(set, casting).isEmpty());
    return Optional.of(isSaid ? says.get() : VoteValue.WITHDRAWN);
  }

  /** What the host's own filter is to learn where that casts no vote; nothing if nothing. */
  Optional<VoteValue> taught() {
    if (set.contains(LOCAL)) {
      return says;
    }
    return remove.contains(LOCAL) ? Optional.of(VoteValue.WITHDRAWN) : Optional.empty();
  }

  /** The headers that tell what was done, each with its line end; empty if that was nothing. */
  String done(TellPlace casting) {
    return header("DidSet", counted(set, casting)) + header("DidRemove", counted(remove, casting));
  }

  /** Whether a client asks what spamc calls reporting and revoking. */
  boolean isReport() {
    return set.contains(REMOTE) || remove.contains(REMOTE);
  }

  private static Set<TellPlace> counted(Set<TellPlace> named, TellPlace casting) {
    return named.stream()
        .filter(place -> casting == EITHER || place == casting)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(TellPlace.class)));
  }

  private static String header(String name, Set<TellPlace> places) {
    if (places.isEmpty()) {
      return "";
    }
    // spamd's order, and no blank: spamc reads one word
    String words =
        places.contains(LOCAL) ? places.contains(REMOTE) ? "local,remote" : "local" : "remote";
    return name + ": " + words + "\r\n";
  }
}
