package org.spamwatch.overlay.live;

import java.util.List;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.node.OverlayNode;

/** What the driver drives: an overlay node as a rule. Every call is one turn on the loop. */
public interface Core {
  /** Begins; links may be opened from now on. */
  void start(List<Endpoint> seeds);

  /** A message has come over a link to a peer, whose id the link has proven. */
  void receive(Contact from, Message message);

  /** A message of a peer that is to be answered at another endpoint than it claims. */
  default void receive(Contact from, Endpoint answerAt, Message message) {
    receive(from, message);
  }

  /** A link could not be opened, or has failed. */
  void linkFailed(Endpoint to);

  /** The last turn: says goodbye to whomever it wants to. */
  void leave();

  /** The overlay's node as a core. */
  static Core of(OverlayNode node) {
    return new Core() {
      @Override
      public void start(List<Endpoint> seeds) {
        node.start(seeds);
      }

      @Override
      public void receive(Contact from, Message message) {
        node.receive(from, message);
      }

      @Override
      public void receive(Contact from, Endpoint answerAt, Message message) {
        node.receive(from, answerAt, message);
      }

      @Override
      public void linkFailed(Endpoint to) {
        node.linkFailed(to);
      }

      @Override
      public void leave() {
        node.leave();
      }
    };
  }
}
