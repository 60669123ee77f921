package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The file of {@code --out}: what was run, and the rows that came of it. As JSON these are one
 * object, the rows its last member. As CSV (RFC 4180) the first line is a comment, {@code #} and
 * the object without its rows; then come the names of the columns, and the rows. A column of what
 * lies within a row's member has both names with a dot between them, one of a list its number.
 */
final class ResultFile {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path path;
  private final boolean isCsv;

  /**
   * A file to be written.
   *
   * @throws ExperimentException 64 if its name is neither that of a CSV nor of a JSON file, 73 if
   *     there is no directory for it
   */
  ResultFile(Path path) throws ExperimentException {
    OutputFile.check("--out", path, List.of(".csv", ".json"));
    this.path = path;
    isCsv = path.toString().endsWith(".csv");
  }

  /**
   * Writes it, or replaces it.
   *
   * @throws ExperimentException 73 if it cannot be written
   */
  void write(ObjectNode about, List<ObjectNode> rows) throws ExperimentException {
    OutputFile.write(path, to -> to.write(isCsv ? csv(about, rows) : json(about, rows)));
  }

  /**
   * In what a file's object is of another run than one; nothing if it is of the same, of which only
   * the results were not known yet.
   */
  static Optional<String> difference(JsonNode file, ObjectNode about) {
    try {
      JsonNode asWritten = JSON.readTree(about.toString());
      for (String name : List.of("experiment", "version", "commit", "seed")) {
        if (!file.path(name).equals(asWritten.path(name))) {
          return Optional.of(
              name
                  + " "
                  + file.path(name).asText("none")
                  + ", not "
                  + asWritten.path(name).asText());
        }
      }
      for (Map.Entry<String, JsonNode> parameter : asWritten.path("parameters").properties()) {
        JsonNode was = file.path("parameters").path(parameter.getKey());
        if (!was.equals(parameter.getValue())) {
          return Optional.of(parameter.getKey() + " " + was + ", not " + parameter.getValue());
        }
      }
      return Optional.empty();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String json(ObjectNode about, List<ObjectNode> rows)
      throws JsonProcessingException {
    ObjectNode all = about.deepCopy();
    all.putArray("rows").addAll(rows);
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(all) + "\n";
  }

  private static String csv(ObjectNode about, List<ObjectNode> rows) {
    List<Map<String, String>> flat = new ArrayList<>();
    Set<String> columns = new LinkedHashSet<>();
    for (ObjectNode row : rows) {
      Map<String, String> values = new LinkedHashMap<>();
      flatten("", row, values);
      flat.add(values);
      columns.addAll(values.keySet());
    }
    StringBuilder text = new StringBuilder("# " + about + "\n" + line(columns));
    for (Map<String, String> values : flat) {
      text.append(line(columns.stream().map(name -> values.getOrDefault(name, "")).toList()));
    }
    return text.toString();
  }

  private static void flatten(String name, JsonNode node, Map<String, String> to) {
    String prefix = name.isEmpty() ? "" : name + ".";
    if (node.isObject()) {
      node.properties().forEach(part -> flatten(prefix + part.getKey(), part.getValue(), to));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        flatten(prefix + i, node.get(i), to);
      }
    } else {
      to.put(name, node.isNull() ? "" : node.asText());
    }
  }

  private static String line(Iterable<String> values) {
    List<String> quoted = new ArrayList<>();
    for (String value : values) {
      boolean plain = value.chars().noneMatch(c -> "\",#\r\n".indexOf(c) >= 0);
      quoted.add(plain ? value : '"' + value.replace("\"", "\"\"") + '"');
    }
    return quoted.stream().collect(Collectors.joining(",", "", "\n"));
  }
}
