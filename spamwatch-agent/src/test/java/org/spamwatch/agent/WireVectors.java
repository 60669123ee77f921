package org.spamwatch.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.overlay.wire.WireException;

/**
 * Messages and their bytes, as a file of test vectors publishes them (see {@code
 * docs/protocol.md}). They only ever change with the protocol's version. To write a file anew:
 * {@code mvn -pl spamwatch-agent -am test -Dtest=TEST -Dgolden.rewrite=true
 * -Dsurefire.failIfNoSpecifiedTests=false}, then read the difference.
 *
 * @param <M> the messages
 */
public final class WireVectors<M extends Message> {
  private final Class<?> test;
  private final String file;
  private final String title;
  private final MessageTable table;
  private final Map<M, String> messages = new LinkedHashMap<>();

  /**
   * @param test beside which the file lies among the resources
   * @param title the comment the file begins with, lines and all
   */
  public WireVectors(Class<?> test, String file, String title, MessageTable table) {
    this.test = test;
    this.file = file;
    this.title = title;
    this.table = table;
  }

  /** Adds a message; {@code about} is said beside it, if it is not empty. */
  public void put(M message, String about) {
    messages.put(message, about);
  }

  /** All messages, in order. */
  public List<M> messages() {
    return List.copyOf(messages.keySet());
  }

  /** Fails if a message is encoded otherwise than the file has it. */
  public void assertKept() throws IOException {
    String now = text();
    if (Boolean.getBoolean("golden.rewrite")) {
      Path resources = Path.of("src/test/resources", test.getPackageName().replace('.', '/'));
      Files.writeString(resources.resolve(file), now);
      return;
    }
    assertThat(now).isEqualTo(golden());
  }

  /** Fails unless the file's bytes are read as their messages, and cut anywhere are refused. */
  public void assertRead() throws IOException, WireException {
    List<byte[]> vectors =
        golden()
            .lines()
            .filter(line -> line.startsWith("  "))
            .map(line -> HexFormat.of().parseHex(line.strip()))
            .toList();
    assertThat(vectors).hasSameSizeAs(messages.keySet());
    int next = 0;
    for (M message : messages.keySet()) {
      byte[] bytes = vectors.get(next++);
      assertThat(table.decode(bytes)).isEqualTo(message);
      for (int length = 0; length < bytes.length; length++) {
        byte[] cut = Arrays.copyOf(bytes, length);
        assertThatExceptionOfType(WireException.class).isThrownBy(() -> table.decode(cut));
      }
    }
  }

  /** Fails unless the file has a message of every kind. */
  public void assertShown(Class<? extends M> kinds) throws IOException {
    String golden = golden();
    for (Class<?> kind : kinds.getPermittedSubclasses()) {
      assertThat(golden).contains("\n" + kind.getSimpleName());
    }
  }

  private String golden() throws IOException {
    try (InputStream in = test.getResourceAsStream(file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String text() {
    StringBuilder text = new StringBuilder(title);
    messages.forEach(
        (message, about) ->
            text.append('\n')
                .append(message.getClass().getSimpleName())
                .append(about.isEmpty() ? "" : " (" + about + ")")
                .append("\n  ")
                .append(HexFormat.of().formatHex(table.encode(message)))
                .append('\n'));
    return text.toString();
  }
}
