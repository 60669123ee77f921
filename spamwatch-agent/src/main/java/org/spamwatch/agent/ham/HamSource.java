package org.spamwatch.agent.ham;

import java.util.Locale;
import java.util.Optional;

/** Where learnt ham comes from; each can be forgotten apart. */
public enum HamSource {
  /** Mail that the operator has chosen. */
  DIRECTORY(1),
  /** Mail that users keep. */
  KEPT(2),
  /** Mail of mailing lists that the site's users read. */
  LIST(3),
  /** Mail that the site's users have sent. */
  SENT(4);

  private final int code;

  HamSource(int code) {
    this.code = code;
  }

  /** The number in a file, 1 to 255. */
  int code() {
    return code;
  }

  static Optional<HamSource> ofCode(int code) {
    for (HamSource source : values()) {
      if (source.code == code) {
        return Optional.of(source);
      }
    }
    return Optional.empty();
  }

  /** The source with a label, as typed by users; case does not matter. */
  public static Optional<HamSource> ofLabel(String label) {
    for (HamSource source : values()) {
      if (source.label().equalsIgnoreCase(label)) {
        return Optional.of(source);
      }
    }
    return Optional.empty();
  }

  /** The name users see and type. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
