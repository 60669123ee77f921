package org.spamwatch.overlay.live;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Send;

/**
 * Which link leads to whom. What is meant for a node goes over a link whose other end has proven to
 * be that node. What is meant for whoever listens at an endpoint goes over a link that was opened
 * to there. So a claimed endpoint brings nobody what is meant for another. Not thread-safe.
 */
final class LinkTable {
  private final Map<Endpoint, Link> dialled = new HashMap<>();
  private final Map<Contact, Link> open = new HashMap<>(); // who is at the other end, answered at

  /** The link by which something goes, if there is one. */
  Optional<Link> to(Send send) {
    return send.node()
        .map(node -> open.get(new Contact(node, send.to())))
        .or(() -> Optional.ofNullable(dialled.get(send.to())));
  }

  /** A link is being opened to an endpoint. */
  void dialled(Endpoint to, Link link) {
    dialled.put(to, link);
  }

  /**
   * A link has opened whose peer claims an endpoint. Its id is proven, its endpoint is not: that is
   * believed only if it is the very address the link goes to or comes from. The port of an accepted
   * link is not the one its peer listens at.
   */
  void opened(Link link, Endpoint claim) {
    boolean portFits = link.dialled().map(to -> to.port() == claim.port()).orElse(true);
    // Whoever cannot be believed, as behind NAT, is answered over the very link that it opened.
    if (!portFits || !isAddressOf(link, claim)) {
      link.disbelieveClaim();
    } else if (link.isDialled()) {
      dialled.putIfAbsent(claim, link); // a literal address, where it was dialled by a name
    }
    open.putIfAbsent(link.answeredAs(), link);
  }

  private static boolean isAddressOf(Link link, Endpoint claim) {
    InetAddress claimed = NetUtil.createInetAddressFromIpAddressString(claim.host());
    return link.remote().map(remote -> remote.getAddress().equals(claimed)).orElse(false);
  }

  /**
   * A link has ended.
   *
   * @param wasOpen whether it had opened
   * @return the endpoints to which no link leads any more
   */
  Set<Endpoint> ended(Link link, boolean wasOpen) {
    Set<Endpoint> lost = new LinkedHashSet<>();
    link.dialled().filter(to -> dialled.remove(to, link)).ifPresent(lost::add);
    if (wasOpen) {
      Endpoint answeredAt = link.answeredAs().endpoint();
      boolean wasOpenTo = open.remove(link.answeredAs(), link);
      boolean wasDialled = dialled.remove(answeredAt, link);
      if (wasOpenTo || wasDialled) {
        lost.add(answeredAt);
      }
    }
    return lost;
  }
}
