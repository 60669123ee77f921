package org.spamwatch.simulator.fingerprint;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A change of a text: some places drawn by lot, at each of which characters are changed, put in or
 * taken out. Places may overlap.
 *
 * @param kind what is done
 * @param length characters at each place, 1 or more
 * @param places 1 or more
 */
public record Edit(Kind kind, int length, int places) {
  private static final int LETTERS = 26;

  /** What an edit does with some characters. */
  public enum Kind {
    /** Puts others in their place, each another one than before. */
    UPDATE,
    /** Puts new ones in. */
    INSERT,
    /** Takes them out. */
    DELETE
  }

  /** Checks the ranges. */
  public Edit {
    if (length < 1 || places < 1) {
      throw new IllegalArgumentException(length + " characters at " + places + " places");
    }
  }

  /** A random text of small letters. */
  static StringBuilder text(int characters, SplittableRandom random) {
    StringBuilder text = new StringBuilder(characters);
    for (int i = 0; i < characters; i++) {
      text.append(letter(random.nextInt(LETTERS)));
    }
    return text;
  }

  private static char letter(int number) {
    return (char) ('a' + number);
  }

  /**
   * Where it would begin in a text, one place after the other, each in the text that those before
   * have left.
   */
  private int draw(int characters, SplittableRandom random) {
    return kind == Kind.INSERT
        ? random.nextInt(characters + 1)
        : random.nextInt(Math.max(1, characters - length + 1));
  }

  /** Changes a text. */
  void apply(StringBuilder text, SplittableRandom random) {
    for (int i = 0; i < places; i++) {
      int at = draw(text.length(), random);
      switch (kind) {
        case UPDATE -> update(text, at, random);
        case INSERT -> text.insert(at, Edit.text(length, random));
        case DELETE -> text.delete(at, at + length);
      }
    }
  }

  private void update(StringBuilder text, int from, SplittableRandom random) {
    for (int at = from; at < Math.min(from + length, text.length()); at++) {
      int other = (text.charAt(at) - 'a' + 1 + random.nextInt(LETTERS - 1)) % LETTERS;
      text.setCharAt(at, letter(other));
    }
  }

  /**
   * The windows of a text that the edit takes away and those that it brings, drawn once: which
   * characters of the new text stand where they stood before is followed, and a window stays if all
   * of it does.
   */
  Windows windows(int characters, int window, SplittableRandom random) {
    int[] origin = new int[characters];
    for (int i = 0; i < characters; i++) {
      origin[i] = i;
    }
    for (int i = 0; i < places; i++) {
      int at = draw(origin.length, random);
      origin = edited(origin, at);
    }
    int kept = 0;
    int run = 0;
    for (int i = 0; i < origin.length; i++) {
      boolean goesOn = origin[i] >= 0 && i > 0 && origin[i] == origin[i - 1] + 1;
      run = origin[i] < 0 ? 0 : goesOn ? run + 1 : 1;
      kept += run >= window ? 1 : 0;
    }
    int before = Math.max(0, characters - window + 1);
    int after = Math.max(0, origin.length - window + 1);
    return new Windows(kept, before - kept, after - kept);
  }

  /** The same if no place were near an end or another place (SW Appendix A: X = L - 1 + d). */
  Windows wholeWindows(int characters, int window) {
    int over = window - 1;
    int gone = places * (kind == Kind.INSERT ? over : over + length);
    int come = places * (kind == Kind.DELETE ? over : over + length);
    return new Windows(Math.max(0, characters - window + 1 - gone), gone, come);
  }

  private int[] edited(int[] origin, int at) {
    int end = Math.min(origin.length, at + length);
    int[] edited =
        switch (kind) {
          case UPDATE -> origin.clone();
          case INSERT -> new int[origin.length + length];
          case DELETE -> new int[origin.length - (end - at)];
        };
    if (kind == Kind.UPDATE) {
      Arrays.fill(edited, at, end, -1);
    } else if (kind == Kind.INSERT) {
      System.arraycopy(origin, 0, edited, 0, at);
      Arrays.fill(edited, at, at + length, -1);
      System.arraycopy(origin, at, edited, at + length, origin.length - at);
    } else {
      System.arraycopy(origin, 0, edited, 0, at);
      System.arraycopy(origin, end, edited, at, origin.length - end);
    }
    return edited;
  }

  /**
   * Windows of a text before and after an edit.
   *
   * @param kept in both, the paper's A and B
   * @param gone only before, the paper's X
   * @param come only after, the paper's Y
   */
  public record Windows(int kept, int gone, int come) {
    /** Windows before. */
    public int before() {
      return kept + gone;
    }

    /** Windows after. */
    public int after() {
      return kept + come;
    }
  }
}
