package org.spamwatch.ata.addon;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.spamwatch.ata.evidence.PublicMailDomains;

/** The kept lists of domains that are part of the program, written down for JavaScript. */
final class DomainListTable {
  private DomainListTable() {}

  static String javaScript() throws IOException {
    return "// Written by AddOnTablesTest from the lists beside org.spamwatch.ata.evidence; not to be"
        + " edited.\n"
        + constant("PUBLIC_MAIL_DOMAINS", "public-mail-domains.txt")
        + constant("SHARED_LINK_HOSTS", "shared-link-hosts.txt");
  }

  private static String constant(String name, String resource) throws IOException {
    return "\n/** "
        + resource
        + " */\nexport const "
        + name
        + " =\n  \""
        + list(resource)
        + "\";\n";
  }

  private static String list(String resource) throws IOException {
    try (InputStream file = PublicMailDomains.class.getResourceAsStream(resource)) {
      List<String> lines =
          new String(file.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
      return String.join(
          " ", lines.stream().filter(line -> !line.isEmpty() && line.charAt(0) != '#').toList());
    }
  }
}
