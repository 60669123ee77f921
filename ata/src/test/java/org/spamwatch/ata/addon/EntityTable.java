package org.spamwatch.ata.addon;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jsoup.nodes.Entities;

/** The character references that jsoup knows, written down for JavaScript. */
final class EntityTable {
  private EntityTable() {}

  static String javaScript() throws ReflectiveOperationException {
    Map<String, String> named = new TreeMap<>();
    Set<String> bare = new TreeSet<>();
    for (String name : names()) {
      named.put(name, Entities.getByName(name));
      if (Entities.isBaseNamedEntity(name)) {
        bare.add(name);
      }
    }
    List<String> pairs = new ArrayList<>();
    named.forEach((name, text) -> pairs.add(name + " " + digits(text)));
    return "// Written by AddOnTablesTest from jsoup's entities; not to be edited.\n\n"
        + "/** What each reference with a semicolon stands for. */\n"
        + "export const NAMED = new Map(\n  \""
        + String.join(",", pairs)
        + "\"\n    .split(\",\")\n"
        + "    .map((pair) => pair.split(\" \"))\n"
        + "    .map(([name, ...units]) => [\n"
        + "      name,\n"
        + "      String.fromCharCode(...units.map((unit) => parseInt(unit, 36))),\n"
        + "    ]),\n);\n\n"
        + "/** Those that may stand without one. */\n"
        + "export const BARE = new Set(\n  \""
        + String.join(",", bare)
        + "\".split(\",\"),\n);\n";
  }

  private static String digits(String text) {
    List<String> units = new ArrayList<>();
    text.chars().forEach(unit -> units.add(Integer.toString(unit, 36)));
    return String.join(" ", units);
  }

  /** jsoup lists them nowhere in public. */
  private static Set<String> names() throws ReflectiveOperationException {
    Class<?> data = Class.forName("org.jsoup.nodes.EntitiesData");
    Set<String> names = new TreeSet<>();
    for (String field : List.of("xmlPoints", "basePoints", "fullPoints")) {
      Field points = data.getDeclaredField(field);
      points.setAccessible(true);
      for (String point : ((String) points.get(null)).split("&", -1)) {
        int end = point.indexOf('=');
        if (end > 0 && !Entities.getByName(point.substring(0, end)).isEmpty()) {
          names.add(point.substring(0, end));
        }
      }
    }
    return names;
  }
}
