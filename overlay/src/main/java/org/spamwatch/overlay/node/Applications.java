package org.spamwatch.overlay.node;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.Application;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Message;

/** The applications of a node. */
final class Applications {
  private final Counts counts;
  private final List<Application> all = new ArrayList<>(4);

  Applications(Counts counts) {
    this.counts = counts;
  }

  void register(Application application) {
    all.add(application);
  }

  /** The one that a message belongs to; null, and the message is counted, if there is none. */
  @Nullable Application of(Message message) {
    for (Application application : all) {
      if (application.accepts(message)) {
        return application;
      }
    }
    counts.misdirected++;
    return null;
  }

  /** A message sent straight to this node has arrived. */
  void receive(Contact from, Message message) {
    Application application = of(message);
    if (application != null) {
      application.receive(from, message);
    }
  }

  /** The leaf set has changed. */
  void update(Contact neighbour, boolean joined) {
    all.forEach(application -> application.update(neighbour, joined));
  }

  /** This node is reached at another endpoint. */
  void moved() {
    all.forEach(Application::moved);
  }
}
