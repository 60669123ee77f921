package org.spamwatch.ata.evidence;

import java.util.Arrays;
import java.util.List;

/**
 * Names of header fields, found in any case of their letters without a new string for each. An open
 * hash table that is a quarter full. Immutable.
 */
final class FieldNames {
  private final String[] table;

  /** The given ones, in lower case. */
  FieldNames(List<String> names) {
    table = new String[4 * Integer.highestOneBit(names.size())];
    Arrays.fill(table, "");
    for (String name : names) {
      table[cell(name)] = name;
    }
  }

  /** The one that is equal to a name but for the case of letters, or the empty string. */
  String find(String name) {
    return table[cell(name)];
  }

  private int cell(String name) {
    int cell = hash(name) & (table.length - 1);
    while (!table[cell].isEmpty() && !table[cell].equalsIgnoreCase(name)) {
      cell = (cell + 1) & (table.length - 1);
    }
    return cell;
  }

  /** Of the length and three letters, in any case: most names are not of the table. */
  private static int hash(String name) {
    int length = name.length();
    if (length == 0) {
      return 0;
    }
    int hash = 31 * length + (name.charAt(0) | 0x20);
    hash = 31 * hash + (name.charAt(length / 2) | 0x20);
    return 31 * hash + (name.charAt(length - 1) | 0x20);
  }
}
