package org.spamwatch.overlay;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of the Internet that an endpoint lies in: what one party can get many addresses of
 * cheaply, and so what is counted as one where addresses are to be diverse.
 *
 * <p>An IPv4 address belongs to its /24, an IPv6 address to its /48. A name is not looked up: it
 * belongs to its last two labels, or to itself if it has one.
 *
 * @param name the group, as in {@code 192.0.2.0/24}, {@code 2001:db8:1::/48} or {@code example.org}
 * @param isLocal whether its addresses mean something else on every host or site (loopback, private
 *     and link-local ones): where peers share a site they are not counted
 */
public record AddressGroup(String name, boolean isLocal) {
  private static final int IPV6_PARTS = 8;

  /** As that of any record; written out because every candidate is compared with a whole table. */
  @Override
  public boolean equals(@Nullable Object object) {
    return object instanceof AddressGroup other
        && isLocal == other.isLocal
        && name.equals(other.name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  /** By which name a node in it is counted: one at a local address is a group by itself. */
  public String nameFor(Id node) {
    return isLocal ? node.toString() : name;
  }

  /** The group that an endpoint's host belongs to. */
  public static AddressGroup of(Endpoint endpoint) {
    return endpoint.group();
  }

  static AddressGroup of(String name) {
    String host = name.toLowerCase(Locale.ROOT);
    if (host.indexOf(':') >= 0) {
      return ipv6(host).map(AddressGroup::ofIpv6).orElse(new AddressGroup(host, false));
    }
    return ipv4(host).map(AddressGroup::ofIpv4).orElseGet(() -> ofName(host));
  }

  private static AddressGroup ofName(String host) {
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    int last = name.lastIndexOf('.');
    int before = last < 0 ? -1 : name.lastIndexOf('.', last - 1);
    return new AddressGroup(name.substring(before + 1), name.equals("localhost"));
  }

  private static AddressGroup ofIpv4(long address) {
    boolean isLocal =
        isWithin(address, 0x00000000L, 8)
            || isWithin(address, 0x0a000000L, 8)
            || isWithin(address, 0x64400000L, 10)
            || isWithin(address, 0x7f000000L, 8)
            || isWithin(address, 0xa9fe0000L, 16)
            || isWithin(address, 0xac100000L, 12)
            || isWithin(address, 0xc0a80000L, 16);
    String prefix = (address >> 24) + "." + (address >> 16 & 255) + "." + (address >> 8 & 255);
    return new AddressGroup(prefix + ".0/24", isLocal);
  }

  private static boolean isWithin(long address, long network, int bits) {
    return address >> (32 - bits) == network >> (32 - bits);
  }

  private static AddressGroup ofIpv6(List<Integer> parts) {
    boolean startsWithZeros = parts.subList(0, 5).stream().allMatch(part -> part == 0);
    if (startsWithZeros && parts.get(5) == 0xffff) {
      return ofIpv4((long) parts.get(6) << 16 | parts.get(7));
    }
    boolean isLocal =
        (startsWithZeros && parts.get(5) == 0 && parts.get(6) == 0 && parts.get(7) <= 1)
            || (parts.get(0) & 0xfe00) == 0xfc00
            || (parts.get(0) & 0xffc0) == 0xfe80;
    String prefix =
        Integer.toHexString(parts.get(0))
            + ":"
            + Integer.toHexString(parts.get(1))
            + ":"
            + Integer.toHexString(parts.get(2));
    return new AddressGroup(prefix + "::/48", isLocal);
  }

  /**
   * An IPv4 literal in any form that a resolver takes for one: one to four decimal numbers, of
   * which the last fills the bytes that are left.
   */
  private static Optional<Long> ipv4(String host) {
    String[] parts = host.split("\\.", -1);
    if (parts.length > 4) {
      return Optional.empty();
    }
    long address = 0;
    for (int i = 0; i < parts.length; i++) {
      Optional<Long> part = number(parts[i], 10);
      int bytes = i == parts.length - 1 ? 5 - parts.length : 1;
      if (part.isEmpty() || part.get() >= 1L << (8 * bytes)) {
        return Optional.empty();
      }
      address = address << (8 * bytes) | part.get();
    }
    return Optional.of(address);
  }

  private static Optional<List<Integer>> ipv6(String host) {
    int zone = host.indexOf('%');
    String address = zone < 0 ? host : host.substring(0, zone);
    int gap = address.indexOf("::");
    Optional<List<Integer>> front = parts(gap < 0 ? address : address.substring(0, gap));
    Optional<List<Integer>> back = parts(gap < 0 ? "" : address.substring(gap + 2));
    if (front.isEmpty() || back.isEmpty()) {
      return Optional.empty();
    }
    List<Integer> all = new ArrayList<>(front.get());
    while (gap >= 0 && all.size() + back.get().size() < IPV6_PARTS) {
      all.add(0);
    }
    all.addAll(back.get());
    return all.size() == IPV6_PARTS ? Optional.of(all) : Optional.empty();
  }

  /** The 16-bit parts of some of an IPv6 literal; an IPv4 literal at its end is two of them. */
  private static Optional<List<Integer>> parts(String text) {
    List<Integer> parts = new ArrayList<>();
    if (text.isEmpty()) {
      return Optional.of(parts);
    }
    for (String part : text.split(":", -1)) {
      Optional<Long> embedded = part.indexOf('.') < 0 ? Optional.empty() : ipv4(part);
      Optional<Long> number = number(part, 16);
      if (embedded.isPresent()) {
        parts.add((int) (embedded.get() >> 16));
        parts.add((int) (embedded.get() & 0xffff));
      } else if (number.isPresent() && number.get() <= 0xffff) {
        parts.add(number.get().intValue());
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(parts);
  }

  private static Optional<Long> number(String digits, int radix) {
    boolean isNumber =
        !digits.isEmpty()
            && digits.length() <= 12
            && digits.chars().allMatch(c -> c < 128 && Character.digit(c, radix) >= 0);
    return isNumber ? Optional.of(Long.parseLong(digits, radix)) : Optional.empty();
  }

  @Override
  public String toString() {
    return name;
  }
}
