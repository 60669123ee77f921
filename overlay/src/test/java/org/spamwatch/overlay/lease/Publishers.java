package org.spamwatch.overlay.lease;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.VerifyingKey;

/** Publishers by the hosts they claim, each with an id of its own. */
final class Publishers {
  private Publishers() {}

  static Contact contact(String host) {
    return new Contact(Id.of(host.hashCode(), host.length(), 0), new Endpoint(host, 9460));
  }

  static Publisher at(String host) {
    byte[] key = Arrays.copyOf(host.getBytes(StandardCharsets.US_ASCII), VerifyingKey.BYTES);
    return new Publisher(contact(host), VerifyingKey.of(key), Optional.empty());
  }
}
