package org.spamwatch.ata.addon;

import com.google.thirdparty.publicsuffix.PublicSuffixPatterns;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The public suffixes that Guava knows, written down for JavaScript: those in ASCII. */
final class PublicSuffixTable {
  private static final int NODE_CHARS = 3;
  private static final int CHILDREN = 0x7FF;
  private static final int EXCLUDED = 1 << 11;
  private static final int UNDER = 3 << 12;
  private static final int EXACT = 3 << 14;

  private final CharSequence nodes;
  private final CharSequence names;
  private final Set<String> exact = new TreeSet<>();
  private final Set<String> under = new TreeSet<>();
  private final Set<String> excluded = new TreeSet<>();

  private PublicSuffixTable() throws ReflectiveOperationException {
    nodes = data("trieData");
    names = data("stringPool");
    collect(0, "");
  }

  /** Guava gives them to nobody. */
  private static CharSequence data(String name) throws ReflectiveOperationException {
    Field field = PublicSuffixPatterns.TRIE.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return (CharSequence) field.get(PublicSuffixPatterns.TRIE);
  }

  /** A node is where its label begins, its first child, and what it is with how many there are. */
  private void collect(int node, String suffix) {
    int first = nodes.charAt(NODE_CHARS * node + 1);
    int children = nodes.charAt(NODE_CHARS * node + 2) & CHILDREN;
    for (int child = first; child < first + children; child++) {
      int flags = nodes.charAt(NODE_CHARS * child + 2);
      String label = label(nodes.charAt(NODE_CHARS * child));
      String name = suffix.isEmpty() ? label : label + '.' + suffix;
      add(name, flags & EXACT, exact);
      add(name, flags & UNDER, under);
      add(name, flags & EXCLUDED, excluded);
      collect(child, name);
    }
  }

  /** Its length stands before it. */
  private String label(int place) {
    StringBuilder label = new StringBuilder();
    for (int i = 0; i < names.charAt(place); i++) {
      label.append(names.charAt(place + 1 + i));
    }
    return label.toString();
  }

  private static void add(String name, int flags, Set<String> to) {
    if (flags != 0 && name.chars().allMatch(c -> c < 0x80)) {
      to.add(name);
    }
  }

  static String javaScript() throws ReflectiveOperationException {
    PublicSuffixTable table = new PublicSuffixTable();
    return "// Written by AddOnTablesTest from Guava's public suffixes; not to be edited.\n\n"
        + "/** Of lines of a name and, behind a colon, the labels that stand before it. */\n"
        + "const names = (lines) =>\n"
        + "  new Set(\n"
        + "    lines.split(\"\\n\").flatMap((line) => {\n"
        + "      const [parent, labels] = line.split(\":\");\n"
        + "      const end = parent === \"\" ? \"\" : \".\" + parent;\n"
        + "      return labels.split(\" \").map((label) => label + end);\n"
        + "    }),\n"
        + "  );\n"
        + constant("Names that are one.", "EXACT", table.exact)
        + constant("Every name one label below is one,", "UNDER", table.under)
        + constant("but not these.", "EXCLUDED", table.excluded);
  }

  private static String constant(String what, String name, Set<String> suffixes) {
    return "\n/** " + what + " */\nexport const " + name + " = names(`" + lines(suffixes) + "`);\n";
  }

  private static String lines(Set<String> suffixes) {
    Map<String, List<String>> byParent = new TreeMap<>();
    for (String suffix : suffixes) {
      int point = suffix.indexOf('.');
      String label = point < 0 ? suffix : suffix.substring(0, point);
      String parent = point < 0 ? "" : suffix.substring(point + 1);
      byParent.computeIfAbsent(parent, any -> new ArrayList<>()).add(label);
    }
    List<String> lines = new ArrayList<>();
    byParent.forEach((parent, labels) -> lines.add(parent + ":" + String.join(" ", labels)));
    return String.join("\n", lines);
  }
}
