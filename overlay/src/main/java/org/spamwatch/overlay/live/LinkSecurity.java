package org.spamwatch.overlay.live;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.concurrent.Executor;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import org.spamwatch.overlay.identity.SigningKey;

/**
 * TLS 1.3 by the JDK, both sides showing their keys ({@code docs/protocol.md}, "Security"). Every
 * link has an {@code SSLContext} of its own: no session can be resumed on another link, so each
 * link proves its peer's key anew. That costs a tenth of a handshake.
 */
final class LinkSecurity {
  private static final String PROTOCOL = "TLSv1.3";

  /**
   * A fatal alert "access denied" as it stands before any key is agreed on (RFC 8446, section 6):
   * how a stranger is turned away at no cost.
   */
  static final byte[] TURNED_AWAY = {21, 3, 3, 0, 2, 2, 49};

  private static final String TURNED_AWAY_NAME = "access_denied";
  private static final String ALERT = "Received fatal alert: ";

  private final NodeCertificate certificate;
  private final Executor handshakes;

  /**
   * The security of one node's links.
   *
   * @param handshakes runs the arithmetic of handshakes, off the loop
   */
  LinkSecurity(SigningKey key, Executor handshakes) {
    this.certificate = new NodeCertificate(key);
    this.handshakes = handshakes;
  }

  /** The handler that goes first on a link; the witness is told of the peer's key. */
  SslHandler handler(boolean dialled, KeyWitness witness) {
    SSLEngine engine = context(witness).createSSLEngine();
    engine.setUseClientMode(dialled);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setProtocols(new String[] {PROTOCOL});
    parameters.setNeedClientAuth(true);
    engine.setSSLParameters(parameters);
    SslHandler handler =
        new SslHandler(engine, handshakes) {
          @Override
          public void exceptionCaught(ChannelHandlerContext context, Throwable cause)
              throws Exception {
            // A handshake may fail behind a link that has ended: Netty would log that, each time.
            if (!context.isRemoved()) {
              super.exceptionCaught(context, cause);
            }
          }
        };
    handler.setHandshakeTimeoutMillis(0); // the link's own deadline is over the greeting too
    return handler;
  }

  private SSLContext context(KeyWitness witness) {
    try {
      SSLContext context = SSLContext.getInstance(PROTOCOL);
      context.init(new KeyManager[] {certificate}, new TrustManager[] {witness}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no TLS 1.3", e);
    }
  }

  /** Whether something that went wrong did so in TLS. */
  static boolean isTls(Throwable cause) {
    // Netty wraps in an SSLException what only broke the connection under it.
    boolean broken =
        cause.getCause() instanceof IOException && !(cause.getCause() instanceof SSLException);
    return cause instanceof NotSslRecordException || (cause instanceof SSLException && !broken);
  }

  /** Why TLS with a peer failed, as one line. */
  static LinkException failure(String peer, Throwable cause) {
    String reason = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    if (cause instanceof NotSslRecordException) {
      return new LinkException(
          LinkEnd.GARBAGE, "peer " + peer + " does not speak this protocol: it does not begin TLS");
    }
    if (reason.equals(ALERT + TURNED_AWAY_NAME)) {
      return new LinkException(
          LinkEnd.BUSY, "peer " + peer + " has too many links: link refused; it is tried again");
    }
    if (reason.startsWith(ALERT)) {
      return new LinkException(
          LinkEnd.TLS,
          "peer "
              + peer
              + " refused this peer in TLS: "
              + reason.substring(ALERT.length()).replace('_', ' '));
    }
    return new LinkException(
        LinkEnd.TLS, "peer " + peer + " is refused in TLS: " + shortened(reason));
  }

  private static String shortened(String reason) {
    String visible = reason.replaceAll("[^\\x20-\\x7e]", "?");
    return visible.length() <= 200 ? visible : visible.substring(0, 200) + "...";
  }
}
