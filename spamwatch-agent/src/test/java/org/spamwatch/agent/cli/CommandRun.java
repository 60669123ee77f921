package org.spamwatch.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.spamwatch.agent.request.FakeHam;

/** Commands that a person types one after the other: what they find around them, and print. */
final class CommandRun {
  private final Path directory;
  private final Map<String, String> environment = new LinkedHashMap<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private String input = "";

  /** Commands of a person whose files and whose peer's data are in a directory. */
  CommandRun(Path directory) {
    this.directory = directory;
  }

  /** From now on they ask a peer. */
  void ask(InetSocketAddress peer) {
    environment.put("SPAMWATCH_PEER", "http://127.0.0.1:" + peer.getPort());
  }

  /** From now on they read this. */
  void type(String read) {
    input = read;
  }

  Map<String, String> environment() {
    return environment;
  }

  /** Runs one; returns its exit code. What the one before printed is gone. */
  int run(String... arguments) {
    out.reset();
    err.reset();
    return SpamWatch.run(console(), arguments);
  }

  Console console() {
    return new Console(
        new ByteArrayInputStream(input.getBytes(UTF_8)),
        new PrintStream(out, true, UTF_8),
        new PrintStream(err, true, UTF_8),
        false,
        environment,
        new Places(
            directory.resolve("none.toml"), directory.resolve("data"), directory.resolve("user")));
  }

  String out() {
    return out.toString(UTF_8);
  }

  String err() {
    return err.toString(UTF_8);
  }

  /** That the last one said one line on standard error, in which these are. */
  void assertOneLine(String... parts) {
    assertThat(err()).startsWith("spamwatch: ").hasLineCount(1).contains(parts);
    assertThat(err()).doesNotContain("\tat ");
  }

  /** Writes a file; returns its path. */
  String write(String name, String content) throws IOException {
    Path file = directory.resolve(name);
    Path parent = file.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    return Files.writeString(file, content).toString();
  }

  /** From now on they are the operator's. */
  void beOperator() throws IOException {
    write("data/operator", FakeHam.OPERATOR + "\n");
  }
}
