package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.base.Splitter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a run has finished so far, beside the file of {@code --out}: a line of JSON that says what
 * is run, then one for each unit. A last line without an end is none: its writing broke off. Not
 * thread-safe but for {@link #kept}.
 */
final class UnitsFile {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long MOST_BYTES = 256 << 20;

  private final Path path;
  private final ObjectNode about;
  private final Map<String, JsonNode> kept = new ConcurrentHashMap<>(); // the end asks

  /**
   * The one beside a file.
   *
   * @param about what is run
   * @param resume whether to go on with what is there
   * @throws ExperimentException 64 if there is something that is not asked for, 65 if it is of
   *     another run or cannot be read
   */
  UnitsFile(Path out, ObjectNode about, boolean resume) throws ExperimentException {
    this.path = out.resolveSibling(out.getFileName() + ".units");
    this.about = about;
    if (Files.exists(path)) {
      if (!resume) {
        throw new ExperimentException(
            64, path + ": of a run that broke off: go on with --resume, or remove it");
      }
      read();
    }
  }

  /** How many are finished, and where they are; for any thread. */
  String kept() {
    return kept.isEmpty()
        ? "nothing is finished"
        : "finished units: " + kept.size() + ", in " + path + ": go on with --resume";
  }

  /** Whether any is finished. */
  boolean holdsSome() {
    return !kept.isEmpty();
  }

  /** The result of a unit that is finished. */
  Optional<JsonNode> result(String unit) {
    return Optional.ofNullable(kept.get(unit));
  }

  /**
   * Keeps the result of a unit.
   *
   * @throws ExperimentException 73 if it cannot be written
   */
  void keep(String unit, JsonNode result) throws ExperimentException {
    ObjectNode line = JSON.createObjectNode().put("unit", unit);
    line.set("result", result);
    String text = (Files.exists(path) ? "" : about + "\n") + line + "\n";
    try {
      Files.writeString(path, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new ExperimentException(
          73, path + ": cannot be written: " + OutputFile.reason(e) + "; " + kept());
    }
    kept.put(unit, result);
  }

  /**
   * Removes it, for the results are where they belong.
   *
   * @throws ExperimentException 73 if it cannot be removed
   */
  void remove() throws ExperimentException {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new ExperimentException(73, path + ": cannot be removed: " + OutputFile.reason(e));
    }
  }

  private void read() throws ExperimentException {
    int number = 1;
    try {
      if (Files.size(path) > MOST_BYTES) {
        throw unusable(number, "longer than " + (MOST_BYTES >> 20) + " MiB");
      }
      byte[] bytes = Files.readAllBytes(path);
      int end = bytes.length;
      while (end > 0 && bytes[end - 1] != '\n') {
        end--;
      }
      if (end == 0) {
        remove();
        return;
      }
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
        channel.truncate(end);
      }
      String whole = new String(bytes, 0, end - 1, StandardCharsets.UTF_8);
      for (String line : Splitter.on('\n').split(whole)) {
        JsonNode node = JSON.readTree(line);
        if (number == 1) {
          Optional<String> difference = ResultFile.difference(node, about);
          if (difference.isPresent()) {
            throw unusable(number, "of another run (" + difference.get() + ")");
          }
        } else if (node.path("unit").isTextual() && node.has("result")) {
          kept.put(node.path("unit").asText(), node.path("result"));
        } else {
          throw unusable(number, "no unit");
        }
        number++;
      }
    } catch (JsonProcessingException e) {
      throw unusable(number, "no JSON");
    } catch (IOException e) {
      throw new ExperimentException(65, path + ": cannot be read: " + OutputFile.reason(e));
    }
  }

  private ExperimentException unusable(int line, String why) {
    return new ExperimentException(
        65, path + ":" + line + ": " + why + ": remove it to begin anew");
  }
}
