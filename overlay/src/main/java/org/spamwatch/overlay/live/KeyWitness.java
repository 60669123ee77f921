package org.spamwatch.overlay.live;

import java.net.Socket;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import org.spamwatch.overlay.identity.VerifyingKey;

/**
 * Notes the key that a link's peer shows. It trusts every Ed25519 key: that the peer holds the
 * private part is proven by the TLS handshake itself, and who may come in is decided by the
 * greeting. One for each link; written by the thread that handshakes, read on the loop afterwards.
 */
final class KeyWitness extends X509ExtendedTrustManager {
  /** The longest certificate; one as this implementation makes it has about 300 bytes. */
  static final int MAX_CERTIFICATE_BYTES = 1024;

  private volatile @Nullable VerifyingKey key;

  /** The key that was shown, and is proven once the handshake has succeeded. */
  Optional<VerifyingKey> key() {
    return Optional.ofNullable(key);
  }

  private void look(X509Certificate[] chain) throws CertificateException {
    if (chain.length != 1) {
      throw new CertificateException("it shows " + chain.length + " certificates; one is allowed");
    }
    int length = encodedLength(chain[0]);
    if (length > MAX_CERTIFICATE_BYTES) {
      throw new CertificateException(
          "its certificate has " + length + " bytes; the limit is " + MAX_CERTIFICATE_BYTES);
    }
    VerifyingKey shown;
    try {
      shown = VerifyingKey.of(chain[0].getPublicKey());
    } catch (IllegalArgumentException e) {
      throw new CertificateException("its certificate does not fit: " + e.getMessage(), e);
    }
    if (shown.hasSmallOrder()) {
      throw new CertificateException("anybody can sign under its key " + shown);
    }
    key = shown;
  }

  private static int encodedLength(X509Certificate certificate)
      throws CertificateEncodingException {
    return certificate.getEncoded().length;
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    look(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    look(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    look(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    look(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    look(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    look(chain);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
