package org.spamwatch.agent.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads settings: defaults, over them a TOML file, over it {@code KEY=VALUE} pairs from the command
 * line. An unknown key is an error, because a misspelt limit would otherwise silently be none.
 */
public final class SettingsReader {
  private static final long MAX_FILE_BYTES = 1 << 20;
  private static final int MAX_SHOWN = 80;
  private static final TomlMapper TOML = new TomlMapper();

  private Settings settings;

  /** Begins with the given settings. */
  public SettingsReader(Settings settings) {
    this.settings = settings;
  }

  /** What has been read so far. */
  public Settings settings() {
    return settings;
  }

  /**
   * Reads a TOML file of at most 1 MiB.
   *
   * @throws ConfigurationException with file and line, if it cannot be read or used
   */
  public SettingsReader file(Path file) throws ConfigurationException {
    String text = content(file);
    TomlLines lines = new TomlLines(text);
    try {
      walk(file, lines, "", TOML.readTree(text));
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      String problem = e.getOriginalMessage().lines().findFirst().orElse("").strip();
      throw new ConfigurationException(file + ":" + line + ": not TOML: " + problem, e);
    }
    return this;
  }

  /**
   * Sets one setting from {@code KEY=VALUE}; a list is written with commas.
   *
   * @throws ConfigurationException if key or value cannot be used
   */
  public SettingsReader pair(String pair) throws ConfigurationException {
    int equals = pair.indexOf('=');
    if (equals < 1) {
      throw new ConfigurationException("--set " + shown(pair) + ": allowed is KEY=VALUE");
    }
    String key = pair.substring(0, equals).strip();
    String value = pair.substring(equals + 1).strip();
    boolean list = key.equals(Setting.OVERLAY_BOOTSTRAP.key());
    put("--set", key, list ? List.of(value.split(" *, *")) : List.of(value));
    return this;
  }

  /**
   * Sets one setting from a command-line option.
   *
   * @param name the option, for the error
   * @param values what it was given; nothing leaves the setting as it is
   * @throws ConfigurationException if the setting does not allow it
   */
  public SettingsReader option(String name, Setting<?> setting, List<String> values)
      throws ConfigurationException {
    if (!values.isEmpty()) {
      put(name, setting.key(), values);
    }
    return this;
  }

  private static String content(Path file) throws ConfigurationException {
    try {
      if (Files.isRegularFile(file) && Files.size(file) > MAX_FILE_BYTES) {
        throw new ConfigurationException(file + ": longer than " + MAX_FILE_BYTES + " bytes");
      }
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
          .toString();
    } catch (NoSuchFileException e) {
      throw new ConfigurationException(file + ": no such configuration file", e);
    } catch (CharacterCodingException e) {
      throw new ConfigurationException(file + ":1: not TOML: it is not UTF-8 text", e);
    } catch (IOException e) {
      throw new ConfigurationException(file + ": cannot be read: " + reason(e), e);
    }
  }

  private static String reason(IOException e) {
    if (e instanceof java.nio.file.AccessDeniedException) {
      return "permission denied";
    }
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }

  private void walk(Path file, TomlLines lines, String prefix, JsonNode table)
      throws ConfigurationException {
    for (Map.Entry<String, JsonNode> field : table.properties()) {
      String key = prefix.isEmpty() ? field.getKey() : prefix + "." + field.getKey();
      JsonNode node = field.getValue();
      if (node.isObject() && !SettingTable.BY_KEY.containsKey(key)) {
        walk(file, lines, key, node);
      } else {
        put(file + ":" + lines.of(key), key, texts(node));
      }
    }
  }

  private static List<String> texts(JsonNode node) {
    List<String> texts = new ArrayList<>();
    if (node.isArray()) {
      node.forEach(element -> texts.add(text(element)));
    } else {
      texts.add(text(node));
    }
    return texts;
  }

  private static String text(JsonNode node) {
    return node.isContainerNode() ? node.toString() : node.asText();
  }

  private void put(String where, String key, List<String> texts) throws ConfigurationException {
    Setting<?> setting = SettingTable.BY_KEY.get(key);
    if (setting == null) {
      throw new ConfigurationException(where + ": unknown setting " + shown(key) + nearest(key));
    }
    try {
      settings = settings.withText(setting, texts);
    } catch (IllegalArgumentException e) {
      String value = texts.size() == 1 ? texts.get(0) : texts.toString();
      String secret = setting == PortSetting.HTTP_TOKEN ? "(not shown)" : shown(value);
      throw new ConfigurationException(
          where + ": " + key + " = " + secret + ": allowed is " + setting.allowed(), e);
    }
  }

  private static String shown(String text) {
    String line = Printable.line(text);
    return line.length() <= MAX_SHOWN ? line : line.substring(0, MAX_SHOWN) + "...";
  }

  /** The setting that was meant, if the key has half of its letters or more. */
  private static String nearest(String key) {
    String wanted = key.substring(0, Math.min(key.length(), MAX_SHOWN));
    String nearest = "";
    int least = Integer.MAX_VALUE;
    for (Setting<?> setting : SettingTable.BY_KEY.values()) {
      int distance = edits(wanted, setting.key());
      if (distance < least) {
        least = distance;
        nearest = setting.key();
      }
    }
    return 2 * least <= nearest.length() ? " (did you mean " + nearest + "?)" : "";
  }

  /** Levenshtein's distance. */
  private static int edits(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
