package org.spamwatch.overlay.live;

import java.util.List;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.node.OverlayNode;

/** What the driver drives; every call is one turn on the loop. */
interface Core {
  void start(List<Endpoint> seeds);

  void receive(Contact from, Message message);

  /** The same, of a peer that is to be answered at another endpoint than it claims. */
  default void receive(Contact from, Endpoint answerAt, Message message) {
    receive(from, message);
  }

  void linkFailed(Endpoint to);

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
