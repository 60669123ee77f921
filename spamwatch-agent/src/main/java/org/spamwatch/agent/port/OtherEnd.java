package org.spamwatch.agent.port;

import java.util.Optional;

/**
 * Who is at the other end of a connection, as far as this host's kernel tells. Nothing that the
 * client sends has a part in it.
 *
 * @param way how the client came
 * @param account whose process has the other end; none if the kernel does not tell, or not any more
 */
public record OtherEnd(Way way, Optional<Account> account) {
  /** How a client came. */
  public enum Way {
    /** Over a Unix domain socket, whose file's mode let it in. */
    SOCKET,
    /** Over TCP from a loopback address of this host to another. */
    LOOPBACK,
    /** From elsewhere. */
    ELSEWHERE
  }

  /**
   * An account of this host.
   *
   * @param name by which the host knows it; of one that has none the number
   * @param isOwner whether it is root, or that as which this program runs
   */
  public record Account(String name, boolean isOwner) {}
}
