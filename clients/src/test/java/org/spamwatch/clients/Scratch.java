package org.spamwatch.clients;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The directory of a test, and what was started in it: closing ends that, the last first, and
 * removes the directory. Its path is short, since a Unix socket's name has 107 bytes, and any
 * account may enter it, since servers change theirs.
 */
final class Scratch implements Closeable {
  private static final Path PROJECT = project();

  private final Path directory;
  private final Deque<Closing> owned = new ArrayDeque<>();
  private final Set<Integer> ports = new HashSet<>();

  private Scratch(Path directory) {
    this.directory = directory;
  }

  /** An empty one. */
  static Scratch make() throws IOException {
    Path directory = Files.createTempDirectory("sw");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new Scratch(directory);
  }

  /** A file or directory here, which need not exist. */
  Path path(String name) {
    return directory.resolve(name);
  }

  /** Makes a directory here. */
  Path directory(String name) throws IOException {
    return Files.createDirectories(path(name));
  }

  /** Writes a file here. */
  Path write(String name, String text) throws IOException {
    Path file = path(name);
    Files.createDirectories(file.resolveSibling(".").normalize());
    return Files.writeString(file, text);
  }

  /**
   * Writes a file here from one of this package's resources, each {@code @NAME@} in it replaced.
   *
   * @throws IllegalArgumentException if one has no value
   */
  Path fromTemplate(String resource, String name, Map<String, String> values) throws IOException {
    try (var in = Scratch.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalArgumentException(resource + ": no such resource");
      }
      return write(name, filled(new String(in.readAllBytes(), StandardCharsets.UTF_8), values));
    }
  }

  /** A text in which each {@code @NAME@} is replaced. */
  static String filled(String template, Map<String, String> values) {
    String text = template;
    for (Map.Entry<String, String> value : values.entrySet()) {
      text = text.replace("@" + value.getKey() + "@", value.getValue());
    }
    var left = Pattern.compile("@[A-Z_]+@").matcher(text);
    if (left.find()) {
      throw new IllegalArgumentException("no value for " + left.group());
    }
    return text;
  }

  /** A file of the project, such as what a page tells people to install. */
  static Path ofProject(String name) {
    return PROJECT.resolve(name);
  }

  /** A port of loopback that nothing listens at, another one at each call. */
  int freePort() throws IOException {
    while (true) {
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        if (ports.add(socket.getLocalPort())) {
          return socket.getLocalPort();
        }
      }
    }
  }

  /** What ends with this directory. */
  interface Closing {
    void close() throws IOException;
  }

  /** Closes it with this directory. */
  <T> T owns(T what, Closing closing) {
    owned.push(closing);
    return what;
  }

  @Override
  public void close() throws IOException {
    while (!owned.isEmpty()) {
      owned.pop().close();
    }
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static Path project() {
    Path here = Path.of("").toAbsolutePath();
    return Files.isDirectory(here.resolve("docs")) ? here : here.resolveSibling(".").normalize();
  }
}
