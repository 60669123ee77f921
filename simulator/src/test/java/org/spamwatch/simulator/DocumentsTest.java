package org.spamwatch.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The documents name types, members and limits that there are; but for decisions and the changelog,
 * which tell of what once was and of what others have.
 */
class DocumentsTest {
  private static final Pattern DECLARED =
      Pattern.compile("\\b(?:class|record|interface|enum|@interface)\\s+([A-Z]\\w*)");
  private static final Pattern CODE_BLOCK = Pattern.compile("```.*?```", Pattern.DOTALL);
  private static final Pattern QUOTED = Pattern.compile("`([^`\n]+)`");
  private static final Pattern TYPE =
      Pattern.compile("([A-Z][a-z]\\w*)(?:[.#](\\w+)(?:\\(.*\\))?)?");
  private static final Pattern WORD = Pattern.compile("\\w+");
  private static final Pattern LIMIT = Pattern.compile("[A-Z][A-Z0-9]*(_[A-Z0-9]+)+");

  /** Of HTTP and of the start scripts. */
  private static final Set<String> OTHERS = Set.of("Origin", "SPAMWATCH_JAVA_OPTS");

  /** The source in which each type of the project is declared, by its simple name. */
  private final Map<String, String> types = new HashMap<>();

  /** All words of all sources. */
  private final Set<String> words = new HashSet<>();

  @Test
  void whatTheDocumentsNameExists() throws IOException {
    for (Path source : Checkout.sources()) {
      String text = Files.readString(source);
      for (Matcher word = WORD.matcher(text); word.find(); ) {
        words.add(word.group());
      }
      for (Matcher type = DECLARED.matcher(text); type.find(); ) {
        types.merge(type.group(1), text, String::concat);
      }
    }
    assertThat(types).as("the test finds the sources").containsKey("OverlayNode");

    Set<String> unknown = new TreeSet<>();
    for (Path document : Checkout.files(".md")) {
      if (!document.endsWith("CHANGELOG.md") && !Checkout.name(document).startsWith("docs/adr/")) {
        String text = CODE_BLOCK.matcher(Files.readString(document)).replaceAll("");
        for (Matcher quoted = QUOTED.matcher(text); quoted.find(); ) {
          if (!isKnown(quoted.group(1))) {
            unknown.add(Checkout.name(document) + ": " + quoted.group(1));
          }
        }
      }
    }
    assertThat(unknown).isEmpty();
  }

  private boolean isKnown(String name) {
    if (OTHERS.contains(name)) {
      return true;
    }
    if (LIMIT.matcher(name).matches()) {
      return words.contains(name);
    }
    Matcher type = TYPE.matcher(name);
    if (!type.matches()) {
      return true;
    }
    String declaring = types.get(type.group(1));
    return declaring != null && (type.group(2) == null || isIn(declaring, type.group(2)));
  }

  private static boolean isIn(String text, String word) {
    return Pattern.compile("\\b" + word + "\\b").matcher(text).find();
  }
}
