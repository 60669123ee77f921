package org.spamwatch.overlay;

import java.util.Optional;

/**
 * An effect: a message to put on a link. The driver may lose, delay, repeat or reorder it.
 *
 * @param node for whom it is, if that is known: only to that node may it go over a link that came
 *     from where the node says it is, without having been opened to there
 * @param link over which link
 * @param toldBy by whose word the endpoint is known, of a stranger if anybody's
 */
public record Send(
    Endpoint to, Optional<Id> node, Message message, Link link, Optional<Endpoint> toldBy) {
  /** Over which link a message goes. */
  public enum Link {
    /** The one that there is; if there is none, one is opened. */
    ANY,
    /**
     * The one that there is, or a new one; its node is one that this one routes by, or was told of
     * by its operator, so the link is no stranger's from now on, whoever it was opened for.
     */
    OWN,
    /** One that is opened for it and closed behind it, whatever link there is. */
    NEW,
    /**
     * The one that there is; if there is none, one of the few that are opened to strangers whom
     * others have named.
     */
    TO_STRANGER
  }

  /** To whoever listens at an endpoint. */
  public Send(Endpoint to, Message message) {
    this(to, Optional.empty(), message, Link.ANY, Optional.empty());
  }

  /** To a node, over the link that there is, if any. */
  public Send(Contact to, Message message) {
    this(to.endpoint(), Optional.of(to.id()), message, Link.ANY, Optional.empty());
  }

  /** Whether it goes over a link of its own. */
  public boolean anew() {
    return link == Link.NEW;
  }
}
