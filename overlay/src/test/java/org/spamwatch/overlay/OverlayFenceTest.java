package org.spamwatch.overlay;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.esotericsoftware.kryo.Kryo;
import com.google.common.collect.HashMultiset;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.ClassesShould;
import java.net.Socket;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.spamwatch.overlay.live.LiveLoop;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.simnet.Simulation;

/**
 * The first rule of the project, enforced: the overlay's core has no I/O, clock, thread or unseeded
 * randomness, and walks over nothing that has no order.
 */
class OverlayFenceTest {
  private static final String LIVE = "org.spamwatch.overlay.live..";
  private static final String VIRTUAL = "org.spamwatch.overlay.virtual..";
  private static final String SIMNET = "org.spamwatch.simnet..";
  private static final String IDENTITY = "org.spamwatch.overlay.identity..";
  private static final String WIRE = "org.spamwatch.overlay.wire..";

  /** Byte forms, and the conversations that show them as their {@code TYPES}. */
  private static final String CODECS = ".*\\.\\w+(Wire|Message)";

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.spamwatch.overlay");
  private static final JavaClasses OFFENDERS =
      new ClassFileImporter().importClasses(Offender.class);

  static Stream<ArchRule> rules() {
    return Stream.of(
        outside(LIVE).dependOnClassesThat(doInputOrOutput()),
        outside(LIVE).dependOnClassesThat(assignableTo(Thread.class)),
        outside(LIVE)
            .callMethodWhere(
                target(owner(assignableTo(System.class)))
                    .and(target(nameMatching("nanoTime|currentTimeMillis|getenv|getProperty")))),
        outside(LIVE)
            .callMethodWhere(
                target(owner(nameMatching("java\\.time\\..*"))).and(target(name("now")))),
        outside(LIVE).dependOnClassesThat(assignableTo(Clock.class)),
        // The JDK makes keys from nothing else; theirs comes from a seed that is handed in.
        outside(LIVE, IDENTITY).dependOnClassesThat(assignableTo(Random.class)),
        outside(LIVE).dependOnClassesThat(assignableTo(UUID.class)),
        outside(LIVE).callConstructor(SplittableRandom.class),
        outside(LIVE)
            .callMethodWhere(
                target(owner(assignableTo(RandomGenerator.class)))
                    .and(target(nameMatching("of|getDefault")))),
        outside(LIVE)
            .callMethodWhere(target(owner(assignableTo(Math.class))).and(target(name("random")))),
        // The codec's closed table is looked up and never walked.
        outside(LIVE, WIRE).callConstructorWhere(target(owner(name(HashMap.class.getName())))),
        outside(LIVE, WIRE).callConstructorWhere(target(owner(name(HashSet.class.getName())))),
        outside(LIVE)
            .dependOnClassesThat(
                nameMatching(
                    "com\\.google\\.common\\.(collect\\.Hash|cache|io|util\\.concurrent).*")),
        outside(WIRE).dependOnClassesThat(resideInAnyPackage("com.esotericsoftware..")),
        // No class graph is ever read from the network: Kryo moves bytes, and nothing else.
        noClasses().should().dependOnClassesThat(assignableTo(Kryo.class)),
        noClasses()
            .that(resideOutsideOfPackages(LIVE, WIRE))
            .and()
            .haveNameNotMatching(CODECS)
            .should()
            .dependOnClassesThat(resideInAnyPackage(WIRE)),
        outside(LIVE).dependOnClassesThat(resideInAnyPackage(LIVE)),
        // What a peer runs knows nothing of simulations.
        outside(VIRTUAL).dependOnClassesThat(resideInAnyPackage(VIRTUAL, SIMNET)));
  }

  private static ClassesShould outside(String... packages) {
    return noClasses().that(resideOutsideOfPackages(packages)).should();
  }

  private static DescribedPredicate<JavaClass> doInputOrOutput() {
    return resideInAnyPackage(
        "io.netty..",
        "java.io..",
        "java.net..",
        "java.nio.channels..",
        "java.nio.file..",
        "java.util.concurrent..",
        "java.util.logging..",
        "org.slf4j..");
  }

  @ParameterizedTest
  @MethodSource("rules")
  void theOverlayKeepsTheRule(ArchRule rule) {
    rule.check(MAIN);
  }

  @ParameterizedTest
  @MethodSource("rules")
  void theRuleCatchesAnOffender(ArchRule rule) {
    assertThat(rule.evaluate(OFFENDERS).hasViolation()).as(rule.getDescription()).isTrue();
  }

  @Test
  void theWireKnowsTheOverlaysNamesAndNothingAbove() {
    noClasses()
        .that()
        .resideInAPackage(WIRE)
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("org.spamwatch.overlay..")
                .and(resideOutsideOfPackages("org.spamwatch.overlay", WIRE)))
        .check(MAIN);
  }

  @Test
  void packagesDependOneWay() {
    slices().matching("org.spamwatch.(**)").should().beFreeOfCycles().check(MAIN);
  }

  /** Breaks every rule; only its bytes are looked at. */
  static final class Offender {
    private final List<Object> loot = new ArrayList<>();

    void offend() throws Exception {
      loot.add(new Socket());
      loot.add(Thread.currentThread());
      loot.add(System.nanoTime());
      loot.add(Instant.now());
      loot.add(Clock.systemUTC());
      loot.add(new Random(1).nextInt() + Math.random() + new SplittableRandom().nextInt());
      loot.add(UUID.randomUUID());
      loot.add(RandomGenerator.getDefault());
      loot.add(new HashMap<>(1));
      loot.add(new HashSet<>(1));
      loot.add(HashMultiset.create(1));
      loot.add(new Kryo());
      loot.add(MessageTable.of(Limits.DEFAULT));
      loot.add(LiveLoop.open());
      loot.add(new Simulation());
    }
  }
}
