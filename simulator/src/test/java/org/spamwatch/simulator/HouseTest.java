package org.spamwatch.simulator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What holds for all modules together: packages depend one way, cores walk over nothing that has no
 * order, what is public is used elsewhere, and nothing is larger than a reader takes in. A bound
 * that stands in the way of a good idea is raised, with the reason beside it.
 */
class HouseTest {
  private static final int MOST_LINES = 400;
  private static final int MOST_FIELDS = 12;
  private static final int MOST_PARAMETERS = 7;
  private static final double MOST_PUBLIC = .41;

  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern PUBLIC =
      Pattern.compile(
          "(?m)^public (?:abstract |final |sealed |non-sealed )*"
              + "(?:class|record|interface|enum|@interface) (\\w+)");
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?(org\\.spamwatch\\.[a-z.]+\\.[A-Z]\\w*)");

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.spamwatch");

  @Test
  void packagesDependOneWay() {
    assertThat(MAIN).as("classes of all modules").hasSizeGreaterThan(500);
    slices().matching("org.spamwatch.(**)").should().beFreeOfCycles().check(MAIN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sketch", "simnet", "topologies"})
  void theLowestModulesDependOnTheJdkAlone(String module) {
    String own = "org.spamwatch." + module + "..";
    classes()
        .that()
        .resideInAPackage(own)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.jspecify..", own)
        .check(MAIN);
  }

  @Test
  void theStatisticalFilterDependsOnSketchesAlone() {
    classes()
        .that()
        .resideInAPackage("org.spamwatch.statistics..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..", "org.jspecify..", "org.spamwatch.sketch..", "org.spamwatch.statistics..")
        .check(MAIN);
  }

  @Test
  void nodeLogicAndTheNetworkBelowItHaveNoClockAndNoThread() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "org.spamwatch.sketch..",
            "org.spamwatch.statistics..",
            "org.spamwatch.simnet..",
            "org.spamwatch.ata.adolr..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.io..",
            "java.net..",
            "java.nio.channels..",
            "java.nio.file..",
            "java.util.concurrent..")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Thread.class)
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .check(MAIN);
  }

  @Test
  void nodeLogicWalksOverNothingThatHasNoOrder() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "org.spamwatch.simnet..",
            "org.spamwatch.ata.adolr..",
            "org.spamwatch.agent.bulk..",
            "org.spamwatch.agent.campaign..",
            "org.spamwatch.agent.check..",
            "org.spamwatch.agent.contribution..",
            "org.spamwatch.agent.ham..",
            "org.spamwatch.agent.peer..",
            "org.spamwatch.agent.quota..",
            "org.spamwatch.agent.revocation..",
            "org.spamwatch.agent.trust..",
            "org.spamwatch.agent.vote..")
        .should()
        .callConstructor(HashMap.class)
        .orShould()
        .callConstructor(HashMap.class, int.class)
        .orShould()
        .callConstructor(HashMap.class, Map.class)
        .orShould()
        .callConstructor(HashSet.class)
        .orShould()
        .callConstructor(HashSet.class, int.class)
        .orShould()
        .callConstructor(HashSet.class, java.util.Collection.class)
        .check(MAIN);
  }

  /** Used by another package itself, or named by a type of its own that is: a message's parts. */
  @Test
  void whatIsPublicIsUsedByAnotherPackage() throws IOException {
    Map<String, String> shown = new TreeMap<>(); // public types' sources
    Map<String, Set<String>> users = new HashMap<>();
    int all = 0;
    for (Path source : Checkout.sources()) {
      String text = Files.readString(source);
      Matcher named = PACKAGE.matcher(text);
      String in = named.find() ? named.group(1) : "";
      for (Matcher used = IMPORT.matcher(text); used.find(); ) {
        users.computeIfAbsent(used.group(1), type -> new HashSet<>()).add(in);
      }
      if (isMain(source) && !source.endsWith("package-info.java")) {
        all++;
        Matcher type = PUBLIC.matcher(text);
        if (type.find()) {
          shown.put(in + "." + type.group(1), text);
        }
      }
    }
    Set<String> own = new TreeSet<>(shown.keySet());
    own.removeIf(
        type ->
            shown.getOrDefault(type, "").contains("public static void main(")
                || users.getOrDefault(type, Set.of()).stream()
                    .anyMatch(in -> !in.equals(in(type))));
    while (own.removeIf(type -> isNamedByItsOwn(type, shown, own))) {}
    assertThat(own).as("public, and used in their own package alone").isEmpty();
    assertThat(shown.size() / (double) all).as("share of public types").isLessThan(MOST_PUBLIC);
  }

  private static boolean isNamedByItsOwn(String type, Map<String, String> shown, Set<String> own) {
    Pattern name = Pattern.compile("\\b" + type.substring(in(type).length() + 1) + "\\b");
    return shown.entrySet().stream()
        .filter(other -> in(other.getKey()).equals(in(type)) && !own.contains(other.getKey()))
        .anyMatch(other -> name.matcher(other.getValue()).find());
  }

  private static String in(String type) {
    return type.substring(0, type.lastIndexOf('.'));
  }

  @Test
  void noClassHasManyFieldsAndNoConstructorManyParameters() {
    Map<String, Integer> tooMany = new TreeMap<>();
    for (JavaClass type : MAIN) {
      if (type.isRecord() || type.isAnonymousClass()) {
        continue;
      }
      int fields =
          (int)
              type.getFields().stream()
                  .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                  .filter(field -> !field.getModifiers().contains(JavaModifier.SYNTHETIC))
                  .count();
      if (fields > MOST_FIELDS) {
        tooMany.put(type.getName() + ", fields", fields);
      }
      type.getConstructors().stream()
          .mapToInt(constructor -> constructor.getParameters().size())
          .filter(count -> count > MOST_PARAMETERS)
          .forEach(count -> tooMany.put(type.getName() + ", parameters", count));
    }
    assertThat(tooMany).isEmpty();
  }

  @Test
  void noFileIsLongAndEveryPackageIsDescribed() throws IOException {
    Map<String, Integer> tooLong = new TreeMap<>();
    Set<String> undescribed = new TreeSet<>();
    for (Path source : Checkout.sources().stream().filter(HouseTest::isMain).toList()) {
      int lines = Files.readAllLines(source).size();
      if (lines > MOST_LINES) {
        tooLong.put(Checkout.name(source), lines);
      }
      if (!Files.exists(source.resolveSibling("package-info.java"))) {
        undescribed.add(Checkout.name(source));
      }
    }
    assertThat(tooLong).as("files of more than %d lines", MOST_LINES).isEmpty();
    assertThat(undescribed).as("packages without a description").isEmpty();
  }

  private static boolean isMain(Path source) {
    String name = Checkout.name(source);
    return name.contains("/src/main/") && !name.startsWith("benchmarks/");
  }
}
