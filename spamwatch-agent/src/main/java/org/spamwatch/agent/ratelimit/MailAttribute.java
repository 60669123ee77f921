package org.spamwatch.agent.ratelimit;

import com.google.common.net.InetAddresses;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/** What a mail server says of a mail that it is given: what limits count, or count by. */
public enum MailAttribute {
  /** The envelope's sender. */
  SENDER,
  /** A recipient. */
  RECIPIENT,
  /** The address of the host that gives the mail: of IPv6 the /64, which one customer has. */
  CLIENT,
  /** The account as which that host has logged in. */
  USER;

  private static final int SITE_BYTES = 8;

  /**
   * As it is counted, so that nobody is another one by writing himself differently: without the
   * angle brackets of SMTP, and in lower case; empty if nothing is said.
   */
  String counted(String said) {
    String text = said.strip();
    if (this == CLIENT && InetAddresses.isInetAddress(text)) {
      InetAddress address = InetAddresses.forString(text);
      return address instanceof Inet6Address six
          ? HexFormat.of().formatHex(Arrays.copyOf(six.getAddress(), SITE_BYTES)) + "/64"
          : address.getHostAddress();
    }
    if (text.startsWith("<") && text.endsWith(">")) {
      text = text.substring(1, text.length() - 1);
    }
    return text.toLowerCase(Locale.ROOT);
  }
}
