package org.spamwatch.agent.file;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Iterator;
import java.util.Optional;
import java.util.function.Function;
import org.spamwatch.overlay.Id;

/**
 * How a text file of the data directory is laid out. Its first line says what the file is, the
 * number of its format, and its realm if it belongs to one. The number is read before anything
 * else, so that a file of a newer version is told from a damaged one, and one of the version before
 * can be read by its own rules ({@code docs/adr/0016-compatibility.md}).
 *
 * @param kind what the file is, one word
 * @param number of the format that this version reads and writes
 * @param realm of which such a file must be
 * @param maxBytes a longer file is not read
 * @param parser from the lines behind the first, all of which it takes; throws an {@code
 *     IllegalArgumentException} if it cannot use the line that it took last
 * @param printer makes these lines, each with its end
 */
public record TextFormat<T>(
    String kind,
    int number,
    Optional<Id> realm,
    int maxBytes,
    Function<Iterator<String>, T> parser,
    Function<T, String> printer) {
  /** A file's text. */
  public String print(T value) {
    String of = realm.map(id -> " " + id).orElse("");
    return kind + " " + number + of + "\n" + printer.apply(value);
  }

  /**
   * What a file's text says.
   *
   * @throws IllegalArgumentException in one line, if the text is not of this format
   */
  public T parse(String text) {
    Lines lines = new Lines(text);
    checkHead(lines.hasNext() ? lines.next() : "");
    try {
      T value = parser.apply(lines);
      lines.end();
      return value;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("damaged in line " + lines.number, e);
    }
  }

  private void checkHead(String line) {
    String[] words = line.split(" ", 3);
    if (words.length < 2 || !words[0].equals(kind) || !words[1].matches("[1-9][0-9]{0,3}")) {
      throw new IllegalArgumentException(
          "line 1 does not begin with '" + kind + " " + number + "'");
    }
    int written = Integer.parseInt(words[1]);
    if (written != number) {
      throw new IllegalArgumentException(
          "of format "
              + written
              + ", written by "
              + (written > number ? "a newer" : "a much older")
              + " version of SpamWatch");
    }
    if (!Optional.ofNullable(words.length == 3 ? words[2] : null).equals(realm.map(Id::toString))) {
      throw new IllegalArgumentException(
          realm.map(id -> "of another realm than " + id).orElse("damaged in line 1"));
    }
  }

  /** Lines, counted. */
  private static final class Lines implements Iterator<String> {
    private final Iterator<String> lines;
    private int number;

    Lines(String text) {
      lines = text.lines().iterator();
    }

    @Override
    public boolean hasNext() {
      return lines.hasNext();
    }

    @Override
    public String next() {
      number++;
      checkArgument(lines.hasNext(), "a line is missing");
      return lines.next();
    }

    void end() {
      if (lines.hasNext()) {
        number++;
        throw new IllegalArgumentException("a line too many");
      }
    }
  }
}
