package org.spamwatch.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What the agent's packages may see: its core is a state machine, its shell does the rest. */
final class AgentFenceTest {
  private static final JavaClasses AGENT =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.spamwatch.agent");

  private static final String[] CORE = {
    "org.spamwatch.agent.ham..",
    "org.spamwatch.agent.vote..",
    "org.spamwatch.agent.check..",
    "org.spamwatch.agent.peer..",
    "org.spamwatch.agent.trust..",
    "org.spamwatch.agent.quota..",
    "org.spamwatch.agent.revocation..",
    "org.spamwatch.agent.summary..",
    "org.spamwatch.agent.campaign..",
    "org.spamwatch.agent.bulk..",
    "org.spamwatch.agent.contribution..",
  };

  @Test
  void theCoreHasNoInputOutputThreadsOrShell() {
    noClasses()
        .that()
        .resideInAnyPackage(CORE)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.io..",
            "java.net..",
            "java.nio.file..",
            "java.nio.channels..",
            "java.util.concurrent..",
            "com.google.common.cache..",
            "com.google.common.io..",
            "com.google.common.util.concurrent..",
            "com.sun..",
            "org.spamwatch.agent.port..",
            "com.fasterxml..",
            "org.h2..",
            "org.slf4j..",
            "io.netty..",
            "picocli..",
            "org.spamwatch.overlay.live..",
            "org.spamwatch.agent.cli..",
            "org.spamwatch.agent.config..",
            "org.spamwatch.agent.file..",
            "org.spamwatch.agent.http..",
            "org.spamwatch.agent.keys..",
            "org.spamwatch.agent.live..",
            "org.spamwatch.agent.store..")
        .check(AGENT);
  }

  @Test
  void theCoreHasNoClockAndNoRandomnessOfItsOwn() {
    noClasses()
        .that()
        .resideInAnyPackage(CORE)
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.Thread")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.util.Random")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.security.SecureRandom")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.util.UUID")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(java.time.Instant.class, "now")
        .orShould()
        .callMethod(Math.class, "random")
        .check(AGENT);
  }

  @Test
  void nothingIsSimulated() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.spamwatch.overlay.virtual..", "org.spamwatch.simnet..")
        .check(AGENT);
  }

  @Test
  void packagesDependOneWay() {
    slices().matching("org.spamwatch.agent.(*)..").should().beFreeOfCycles().check(AGENT);
  }
}
