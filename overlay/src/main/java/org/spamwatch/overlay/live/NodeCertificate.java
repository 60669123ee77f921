package org.spamwatch.overlay.live;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.bouncycastle.asn1.edec.EdECObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.spamwatch.overlay.identity.SigningKey;

/**
 * A node's key as TLS wants it: in a self-signed certificate (RFC 8410), made when the node starts.
 * The certificate is an envelope; nothing in it but the key is believed, so its names and dates say
 * nothing (RFC 5280, section 4.1.2.5: 99991231235959Z is no end).
 */
final class NodeCertificate extends X509ExtendedKeyManager {
  private static final String ALIAS = "node";
  private static final String KEY_TYPE = "EdDSA";
  private static final Instant NEVER = Instant.parse("9999-12-31T23:59:59Z");

  private final SigningKey key;
  private final X509Certificate certificate;

  NodeCertificate(SigningKey key) {
    this.key = key;
    this.certificate = selfSigned(key);
  }

  private static X509Certificate selfSigned(SigningKey key) {
    X500Name name = new X500Name("CN=" + key.nodeId());
    try {
      byte[] der =
          new X509v3CertificateBuilder(
                  name,
                  BigInteger.ONE,
                  Date.from(Instant.EPOCH),
                  Date.from(NEVER),
                  name,
                  SubjectPublicKeyInfo.getInstance(key.publicKey().getEncoded()))
              .build(new Signer(key))
              .getEncoded();
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(der));
    } catch (IOException | CertificateException e) {
      throw new IllegalStateException("a certificate could not be made", e);
    }
  }

  @Override
  public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
    return ALIAS; // whatever the peer asks for, this is the only key
  }

  // Null for other key types is what the interface asks for; its package is not annotated.
  @SuppressWarnings("NullAway")
  @Override
  public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
    return keyType.equals(KEY_TYPE) ? ALIAS : null;
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return new X509Certificate[] {certificate};
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return key.privateKey();
  }

  @Override
  public String[] getClientAliases(String keyType, Principal[] issuers) {
    return new String[] {ALIAS};
  }

  @Override
  public String[] getServerAliases(String keyType, Principal[] issuers) {
    return new String[] {ALIAS};
  }

  @Override
  public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
    return ALIAS;
  }

  @Override
  public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
    return ALIAS;
  }

  /** Signs by the JDK, so that no other security provider has to be installed. */
  private static final class Signer implements ContentSigner {
    private final SigningKey key;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();

    Signer(SigningKey key) {
      this.key = key;
    }

    @Override
    public AlgorithmIdentifier getAlgorithmIdentifier() {
      return new AlgorithmIdentifier(EdECObjectIdentifiers.id_Ed25519);
    }

    @Override
    public OutputStream getOutputStream() {
      return content;
    }

    @Override
    public byte[] getSignature() {
      return key.sign(content.toByteArray());
    }
  }
}
