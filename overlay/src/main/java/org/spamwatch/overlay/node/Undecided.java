package org.spamwatch.overlay.node;

/**
 * Finds out whether others can reach it. They may still speak to whoever was at this endpoint
 * before: it is no part of a ring yet, and would be a wrong root, so nothing is acknowledged and
 * the tables stay empty.
 */
final class Undecided extends NodeState {
  Undecided(Lifecycle node) {
    super(node);
  }

  @Override
  Role role() {
    return Role.AUTO;
  }

  @Override
  boolean routesWait() {
    return true;
  }
}
