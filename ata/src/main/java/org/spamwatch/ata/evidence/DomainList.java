package org.spamwatch.ata.evidence;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A kept list of domains, from a file beside this class: a line each, with all that is below it;
 * {@code name.*} is that name under any public suffix; lines that begin with # are comments.
 */
final class DomainList {
  private static final String ANYWHERE = ".*";

  private final Set<String> domains = new HashSet<>();
  private final Set<String> names = new HashSet<>();

  /** Reads a list that is part of the program. */
  DomainList(String resource) {
    InputStream file = DomainList.class.getResourceAsStream(resource);
    if (file == null) {
      throw new IllegalStateException(resource + " is not part of the program");
    }
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(file, StandardCharsets.US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.endsWith(ANYWHERE)) {
          names.add(line.substring(0, line.length() - ANYWHERE.length()));
        } else if (!line.isEmpty() && line.charAt(0) != '#') {
          domains.add(line);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(resource + " cannot be read", e);
    }
  }

  /**
   * Whether a host, in ASCII and lower case, is one of them or below one.
   *
   * @param domain its organisational one
   */
  boolean contains(String host, Optional<String> domain) {
    boolean named = false;
    int label = 0;
    while (true) {
      if (domains.contains(host.substring(label))) {
        return true;
      }
      int point = host.indexOf('.', label);
      if (point < 0) {
        break;
      }
      named |= names.contains(host.substring(label, point));
      label = point + 1;
    }
    return named
        && domain.map(own -> names.contains(own.substring(0, own.indexOf('.')))).orElse(false);
  }
}
