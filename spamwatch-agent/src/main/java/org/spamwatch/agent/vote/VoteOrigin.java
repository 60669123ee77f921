package org.spamwatch.agent.vote;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * By which act a person voted: no human, no vote, so automatic acts are not among them. A code that
 * this version has no constant for stands for an act that a newer one knows; its votes are kept,
 * counted and passed on like others. Immutable; two of one code are the same object.
 */
public final class VoteOrigin {
  /** A button or a menu of a mail program, or the command line. */
  public static final VoteOrigin BUTTON = new VoteOrigin(1, "button");

  /** Moving the mail into or out of a junk folder. */
  public static final VoteOrigin MOVE = new VoteOrigin(2, "move");

  /** spamc or another client of the spamd protocol. */
  public static final VoteOrigin SPAMC = new VoteOrigin(3, "spamc");

  /** A program of the user's own. */
  public static final VoteOrigin API = new VoteOrigin(4, "api");

  /** In bulk, for mails that the voter had marked earlier by hand, such as an old junk folder. */
  public static final VoteOrigin IMPORT = new VoteOrigin(5, "import");

  private static final int MAX_CODE = 255;
  private static final List<VoteOrigin> KNOWN = List.of(BUTTON, MOVE, SPAMC, API, IMPORT);
  private static final List<VoteOrigin> BY_CODE = byCode();

  private final int code;
  private final String label;

  private VoteOrigin(int code, String label) {
    this.code = code;
    this.label = label;
  }

  private static List<VoteOrigin> byCode() {
    List<VoteOrigin> all = new ArrayList<>(KNOWN);
    for (int code = KNOWN.size() + 1; code <= MAX_CODE; code++) {
      all.add(new VoteOrigin(code, Integer.toString(code)));
    }
    return List.copyOf(all);
  }

  /**
   * The origin with a code.
   *
   * @throws IllegalArgumentException if the code is not in 1 to 255
   */
  public static VoteOrigin of(int code) {
    checkArgument(code >= 1 && code <= MAX_CODE, "origin %s is not in 1 to %s", code, MAX_CODE);
    return BY_CODE.get(code - 1);
  }

  /** Those that this version knows. */
  public static List<VoteOrigin> known() {
    return KNOWN;
  }

  /** The known origin with a label. */
  public static Optional<VoteOrigin> ofLabel(String label) {
    return KNOWN.stream().filter(origin -> origin.label.equals(label)).findFirst();
  }

  /** The byte on the wire, in the store and in what is signed, 1 to 255. */
  public int code() {
    return code;
  }

  /** The name in JSON; of an origin that this version does not know the number. */
  public String label() {
    return label;
  }

  @Override
  public int hashCode() {
    return code;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public String toString() {
    return label;
  }
}
