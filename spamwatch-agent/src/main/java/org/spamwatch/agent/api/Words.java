package org.spamwatch.agent.api;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.spamwatch.agent.vote.VoteValue;

/** How constants are written: in lower case, with hyphens. */
public final class Words {
  private Words() {}

  /** The word for a constant. */
  public static String of(Enum<?> constant) {
    return constant == VoteValue.WITHDRAWN
        ? "withdraw"
        : constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** All that are written so, in their order. */
  static List<String> all(Class<? extends Enum<?>> type) {
    return Arrays.stream(type.getEnumConstants()).map(Words::of).toList();
  }

  /** The constant that a word stands for. */
  static <E extends Enum<E>> Optional<E> value(Class<E> type, String word) {
    return Arrays.stream(type.getEnumConstants()).filter(each -> of(each).equals(word)).findFirst();
  }

  /** Such as {@code spam, ham or withdraw}. */
  public static String listed(List<String> words, String conjunction) {
    int last = words.size() - 1;
    return String.join(", ", words.subList(0, last)) + " " + conjunction + " " + words.get(last);
  }
}
