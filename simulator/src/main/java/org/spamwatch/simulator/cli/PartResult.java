package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a part of {@code reproduce} has found: the file that {@code --out} gives of an experiment.
 *
 * @param file its JSON
 */
record PartResult(JsonNode file) {
  /** Whether the experiment itself was within what it expects. */
  boolean isWithin() {
    return file.path("within").asBoolean();
  }

  /** A parameter, as a number. */
  double parameter(String name) {
    return file.path("parameters").path(name).asDouble(Double.NaN);
  }

  /**
   * A member of the first row in which others have certain values; not a number if there is none.
   * Names are those of the columns in CSV.
   *
   * @param where names and values in turn
   */
  double value(String member, Object... where) {
    for (JsonNode row : file.path("rows")) {
      boolean isIt = true;
      for (int i = 0; i < where.length; i += 2) {
        isIt &= is(at(row, (String) where[i]), where[i + 1]);
      }
      if (isIt) {
        return at(row, member).asDouble(Double.NaN);
      }
    }
    return Double.NaN;
  }

  private static boolean is(JsonNode found, Object value) {
    return value instanceof Number number
        ? found.isNumber() && found.asDouble() == number.doubleValue()
        : found.asText().equals(value);
  }

  private static JsonNode at(JsonNode row, String column) {
    JsonNode at = row;
    for (String name : column.split("\\.", -1)) {
      at = at.path(name);
    }
    return at;
  }
}
