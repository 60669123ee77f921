package org.spamwatch.ata;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.net.IDN;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.mail.Mailbox;

/** Who may see what in this module. */
class AtaFenceTest {
  private static final String BASE = "org.spamwatch.ata";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(BASE);

  @Test
  void nothingOpensSocketsOrStartsThreads() {
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    "java.net..", "javax.net..", "java.nio.channels..", "java.util.concurrent..")
                .and(not(type(IDN.class)))) // names of hosts in ASCII; it asks nobody
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Thread.class)
        .check(CLASSES);
  }

  @Test
  void onlyTheMailboxTouchesTheFileSystem() {
    noClasses()
        .that()
        .doNotBelongToAnyOf(Mailbox.class)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.nio.file..")
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching("java\\.io\\.(File|File.*Stream|FileReader|FileWriter|RandomAccessFile)")
        .check(CLASSES);
  }

  @Test
  void nothingReadsAClockOrUnseededRandomness() {
    noClasses()
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Math.class, "random")
        .orShould()
        .callConstructor(Random.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(UUID.class)
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.time.Clock")
        .check(CLASSES);
  }

  @Test
  void ofTheOverlayOnlyItsApiIsSeen() {
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.spamwatch..")
                .and(
                    resideOutsideOfPackages(
                        "org.spamwatch.overlay",
                        "org.spamwatch.overlay.identity",
                        "org.spamwatch.overlay.lease",
                        "org.spamwatch.overlay.wire",
                        BASE + "..",
                        "org.spamwatch.sketch..")))
        .check(CLASSES);
  }

  @Test
  void textAndFingerprintsKnowNothingOfMail() {
    noClasses()
        .that()
        .resideInAnyPackage(BASE + ".text..", BASE + ".fingerprint..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(BASE + ".mail..", "org.apache.james..")
        .check(CLASSES);
  }

  @Test
  void packagesFormNoCycle() {
    slices().matching(BASE + ".(*)..").should().beFreeOfCycles().check(CLASSES);
  }
}
