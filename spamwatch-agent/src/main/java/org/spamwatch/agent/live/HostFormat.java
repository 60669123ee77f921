package org.spamwatch.agent.live;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.file.TextFormat;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.node.KnownHost;

/**
 * The peers that this one remembers over a restart:
 *
 * <pre>
 * spamwatch-hosts 1 REALM
 * ID HOST:PORT FIRST LAST
 * </pre>
 *
 * <p>A line for each peer, the best first: when it was first and last reached, in milliseconds
 * since the epoch.
 */
final class HostFormat {
  private static final int MAX_BYTES = 64 * 1024;
  private static final int MAX_HOSTS = 256;

  private HostFormat() {}

  static TextFormat<List<KnownHost>> of(Id realm) {
    return new TextFormat<>(
        "spamwatch-hosts", 1, Optional.of(realm), MAX_BYTES, HostFormat::parse, HostFormat::print);
  }

  private static List<KnownHost> parse(Iterator<String> lines) {
    List<KnownHost> hosts = new ArrayList<>();
    while (lines.hasNext()) {
      hosts.add(host(lines.next().split(" ", -1)));
      checkArgument(hosts.size() <= MAX_HOSTS, "more than %s peers", MAX_HOSTS);
    }
    return hosts;
  }

  private static KnownHost host(String[] words) {
    if (words.length != 4 || !words[0].matches("[0-9a-f]{40}")) {
      throw new IllegalArgumentException("not ID HOST:PORT FIRST LAST");
    }
    Contact contact = new Contact(Id.ofHex(words[0]), Endpoint.parse(words[1]));
    return new KnownHost(contact, Long.parseLong(words[2]), Long.parseLong(words[3]));
  }

  private static String print(List<KnownHost> hosts) {
    StringBuilder text = new StringBuilder();
    for (KnownHost host : hosts) {
      Contact contact = host.contact();
      text.append(contact.id()).append(' ').append(contact.endpoint());
      text.append(' ').append(host.firstMillis()).append(' ').append(host.lastMillis());
      text.append('\n');
    }
    return text.toString();
  }
}
