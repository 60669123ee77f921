package org.spamwatch.agent.config;

import static com.google.common.base.Preconditions.checkArgument;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The values that a setting may have.
 *
 * @param words which, with their unit, for the operator
 * @param reader from the texts of a list, or of one value; throws an {@code
 *     IllegalArgumentException} on any other
 * @param unset the default that no text says; if there is none the default is read
 */
record Allowed<T>(String words, Function<List<String>, T> reader, Optional<T> unset) {
  /** Values that are written as a list, or as one text. */
  static <T> Allowed<T> lists(String words, Function<List<String>, T> reader) {
    return new Allowed<>(words, reader, Optional.empty());
  }

  static <T> Allowed<T> one(String words, Function<String, T> reader) {
    return lists(words, texts -> reader.apply(ValueParser.single(texts)));
  }

  /** Lists of distinct values, empty unless set. */
  static <T> Allowed<List<T>> list(String words, int most, Function<String, T> reader) {
    return Allowed.<List<T>>lists(
            words,
            texts -> ValueParser.atMost(most, texts).stream().map(reader).distinct().toList())
        .orElse(List.of());
  }

  static Allowed<Integer> integers(int least, int most) {
    return one(least + " to " + most, text -> ValueParser.integer(text, least, most));
  }

  /** Durations from one to another, both as an operator writes them. */
  static Allowed<Duration> durations(String least, String most) {
    Duration shortest = ValueParser.duration(least);
    Duration longest = ValueParser.duration(most);
    return one(
        least + " to " + most,
        text -> {
          Duration value = ValueParser.duration(text);
          checkArgument(
              value.compareTo(shortest) >= 0 && value.compareTo(longest) <= 0, "out of range");
          return value;
        });
  }

  /** One of an enumeration's values. */
  static <E extends Enum<E>> Allowed<E> choice(E[] values) {
    List<String> names = names(values);
    int last = names.size() - 1;
    return one(
        String.join(", ", names.subList(0, last)) + " or " + names.get(last),
        text -> ValueParser.choice(text, values));
  }

  /** Lists of an enumeration's values. */
  static <E extends Enum<E>> Allowed<List<E>> choices(E[] values) {
    return list(
        "a list of " + String.join(", ", names(values)),
        values.length,
        text -> ValueParser.choice(text, values));
  }

  private static List<String> names(Enum<?>[] values) {
    return Stream.of(values).map(value -> value.name().toLowerCase(Locale.ROOT)).toList();
  }

  /** Paths, none unless set. */
  static Allowed<Optional<Path>> path(String words) {
    return one(words, text -> Path.of(ValueParser.visible(text, 4096))).optional();
  }

  /** These values, in other words. */
  Allowed<T> in(String otherWords) {
    return new Allowed<>(otherWords, reader, unset);
  }

  /** What is made of each of these values. */
  <R> Allowed<R> as(Function<T, R> made) {
    return new Allowed<>(words, reader.andThen(made), unset.map(made));
  }

  /** These values, or a default that no text says. */
  Allowed<T> orElse(T value) {
    return new Allowed<>(words, reader, Optional.of(value));
  }

  /** These values, or none unless set. */
  Allowed<Optional<T>> optional() {
    return as(Optional::of).orElse(Optional.empty());
  }
}
