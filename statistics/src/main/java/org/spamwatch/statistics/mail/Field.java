package org.spamwatch.statistics.mail;

import java.util.Arrays;

/** The header fields that are not read as all others are. */
enum Field {
  TO("to", "cc"),
  FROM("from"),
  SUBJECT("subject"),
  RETURN_PATH("return-path"),
  RECEIVED("received"),
  /** Keys and times that never come again: their name alone is told. */
  KEY("date", "delivery-date", "message-id", "resent-message-id", "in-reply-to", "references"),
  TYPE("content-type"),
  ENCODING("content-transfer-encoding"),
  DISPOSITION("content-disposition"),
  /** What a filter has written, bogofilter, SpamAssassin, or this one: not read at all. */
  VERDICT("x-bogosity", "x-spam"),
  ANY;

  private static final byte[] OF_VERDICTS = Words.ascii("x-spam");
  private static final int LONGEST = 25;

  /** By the length of the name, for a name is looked up with each field. */
  private static final Field[][] FIELDS = new Field[LONGEST + 1][];

  private static final byte[][][] NAMES = new byte[LONGEST + 1][][];

  static {
    for (int length = 0; length <= LONGEST; length++) {
      FIELDS[length] = new Field[0];
      NAMES[length] = new byte[0][];
    }
    for (Field field : values()) {
      for (String name : field.names) {
        int length = name.length();
        FIELDS[length] = append(FIELDS[length], field);
        NAMES[length] = append(NAMES[length], Words.ascii(name));
      }
    }
  }

  @SuppressWarnings("ImmutableEnumChecker") // written by nobody
  private final String[] names;

  Field(String... names) {
    this.names = names;
  }

  private static <T> T[] append(T[] array, T element) {
    T[] longer = Arrays.copyOf(array, array.length + 1);
    longer[array.length] = element;
    return longer;
  }

  /** The field with that name. */
  static Field named(byte[] mail, int from, int to) {
    int length = to - from;
    if (length <= LONGEST) {
      byte[][] names = NAMES[length];
      for (int i = 0; i < names.length; i++) {
        if (ByteSearch.isWordAt(mail, from, to, names[i])) {
          return FIELDS[length][i];
        }
      }
    }
    return ByteSearch.isWordAt(mail, from, to, OF_VERDICTS) ? VERDICT : ANY;
  }
}
