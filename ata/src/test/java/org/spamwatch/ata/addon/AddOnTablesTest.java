package org.spamwatch.ata.addon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/**
 * The add-on's tables are what this Java knows. Tables are frozen to Java 17: a later one knows
 * more characters. {@code -Dgolden.update=true} writes them.
 */
@EnabledForJreRange(min = JRE.JAVA_17, max = JRE.JAVA_17)
class AddOnTablesTest {
  private static final Path TABLES =
      Path.of("../integrations/thunderbird/fingerprint/tables").normalize();

  @Test
  void kindsOfCharactersAreJavas() throws Exception {
    check("unicode.js", UnicodeTable.javaScript());
  }

  @Test
  void entitiesAreThoseOfJsoup() throws Exception {
    check("entities.js", EntityTable.javaScript());
  }

  @Test
  void charsetsAreJavas() throws Exception {
    check("charsets.js", CharsetTables.javaScript());
  }

  @Test
  void pseudoRandomBytesAreDecodedAsEver() throws Exception {
    check("../test/charsets.txt", DecodedCharsets.golden());
  }

  @Test
  void publicSuffixesAreGuavas() throws Exception {
    check("publicsuffixes.js", PublicSuffixTable.javaScript());
  }

  @Test
  void listsOfDomainsAreTheProgramsOwn() throws Exception {
    check("domainlists.js", DomainListTable.javaScript());
  }

  @Test
  void internationalNamesAreJavas() throws Exception {
    check("nameprep.js", NameprepTable.javaScript());
  }

  @Test
  void pseudoRandomHostsBelongToWhomTheyDid() throws Exception {
    check("../test/domains.txt", OrganisationalDomains.golden());
  }

  private static void check(String file, String actual) throws IOException {
    Path expected = TABLES.resolve(file);
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(expected, actual);
    }
    assertThat(Files.readString(expected).equals(actual)).as(file + " is up to date").isTrue();
  }
}
