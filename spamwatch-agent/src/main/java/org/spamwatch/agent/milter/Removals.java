package org.spamwatch.agent.milter;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.spamwatch.agent.header.AddedFields;
import org.spamwatch.agent.header.HeaderBlock;

/** Which fields of a mail are to be taken out, since they claim to be this peer's. */
final class Removals {
  /** Fields of one mail that are taken out; a mail with more is let through to nobody. */
  static final int MOST = 1000;

  private static final String FLAG = AddedFields.FLAG.toLowerCase(Locale.ROOT);

  /** How often each name occurs, in lower case. */
  private final Map<String, Integer> seen = new LinkedHashMap<>();

  private int own;
  private int flags;

  /**
   * A field has come.
   *
   * @return whether it is one that does not stay
   */
  boolean saw(String name) {
    String stripped = name.strip();
    if (stripped.equalsIgnoreCase(FLAG)) {
      flags++;
      return false;
    }
    if (!HeaderBlock.isOwn(stripped)) {
      return false;
    }
    if (++own <= MOST) {
      seen.merge(stripped.toLowerCase(Locale.ROOT), 1, Integer::sum);
    }
    return true;
  }

  /** Whether there are any that must go whatever is said of the mail. */
  boolean isAny() {
    return own > 0;
  }

  /** Whether there are more than are taken out. */
  boolean isTooMany() {
    return own > MOST || flags > MOST;
  }

  /**
   * Takes them out, the last of a name first, so that the numbers of the others stay the same.
   *
   * @param flagged whether this peer will flag the mail, and what others have said goes too
   */
  void write(Replies to, boolean flagged) {
    seen.forEach((name, count) -> remove(to, name, count));
    if (flagged) {
      remove(to, FLAG, flags);
    }
  }

  private static void remove(Replies to, String name, int count) {
    for (int number = count; number > 0; number--) {
      to.remove(name, number);
    }
  }
}
