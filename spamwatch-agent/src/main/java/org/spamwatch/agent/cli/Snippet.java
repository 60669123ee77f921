package org.spamwatch.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a mail program is told to ask a peer: a resource {@code integrate/NAME.txt}, whose first line
 * is a comment with the name, a colon and what is done with the program. Where addresses belong it
 * has placeholders such as <code>{spamd.port}</code>.
 *
 * @param name of the resource, and of the page in docs/integrations
 */
record Snippet(String name, String text) {
  private static final String ENDING = ".txt";
  private static final String FIRST = "integrate/systemd" + ENDING;
  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\{([a-z]+\\.[a-z]+|http|home|config)\\}");

  /** All there are, by name. */
  static List<Snippet> all() {
    URL first = Snippet.class.getResource(FIRST);
    if (first == null) {
      throw new IllegalStateException("the program is incomplete: it has no " + FIRST);
    }
    try {
      URI uri = first.toURI();
      if (!uri.getScheme().equals("jar")) {
        return beside(Path.of(uri));
      }
      try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
        String entry = uri.toString().substring(uri.toString().indexOf('!') + 1);
        return beside(jar.getPath(entry));
      }
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException("the program's own file cannot be read", e);
    }
  }

  private static List<Snippet> beside(Path first) throws IOException {
    try (Stream<Path> files = Files.list(first.resolveSibling(""))) {
      return files
          .filter(file -> file.toString().endsWith(ENDING))
          .sorted()
          .map(Snippet::read)
          .toList();
    }
  }

  private static Snippet read(Path file) {
    try {
      String name = String.valueOf(file.getFileName());
      String stem = name.substring(0, name.length() - ENDING.length());
      return new Snippet(stem, Files.readString(file, UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is done with the program: what stands behind its name in the first line. */
  String title() {
    String line = text.lines().findFirst().orElse("");
    return line.substring(line.indexOf(':') + 1).strip();
  }

  /** The names of the placeholders. */
  Set<String> placeholders() {
    return PLACEHOLDER
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The text with what stands for each placeholder. */
  String filled(UnaryOperator<String> value) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll((MatchResult found) -> Matcher.quoteReplacement(value.apply(found.group(1))));
  }
}
