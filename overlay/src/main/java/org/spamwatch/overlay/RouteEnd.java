package org.spamwatch.overlay;

/** Why a route ended where it did. */
public enum RouteEnd {
  /** At the key's root. */
  ROOT,
  /** Before the root, because the hops its sender allowed were used up. */
  TTL
}
