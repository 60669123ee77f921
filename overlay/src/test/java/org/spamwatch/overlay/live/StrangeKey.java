package org.spamwatch.overlay.live;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.math.BigInteger;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;

/** A key of a kind that nodes do not have: RSA, in an impeccable certificate. */
final class StrangeKey extends X509ExtendedKeyManager {
  private final KeyPair pair;
  private final X509Certificate certificate;

  StrangeKey() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    pair = generator.generateKeyPair();
    X500Name name = new X500Name("CN=rsa");
    Instant from = Instant.now().minusSeconds(1);
    byte[] der =
        new X509v3CertificateBuilder(
                name,
                BigInteger.ONE,
                Date.from(from),
                Date.from(from.plusSeconds(86_400)),
                name,
                SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded()))
            .build(signer())
            .getEncoded();
    certificate =
        (X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(der));
  }

  private ContentSigner signer() {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    return new ContentSigner() {
      @Override
      public AlgorithmIdentifier getAlgorithmIdentifier() {
        return new AlgorithmIdentifier(PKCSObjectIdentifiers.sha256WithRSAEncryption);
      }

      @Override
      public OutputStream getOutputStream() {
        return content;
      }

      @Override
      public byte[] getSignature() {
        try {
          Signature signature = Signature.getInstance("SHA256withRSA");
          signature.initSign(pair.getPrivate());
          signature.update(content.toByteArray());
          return signature.sign();
        } catch (GeneralSecurityException e) {
          throw new IllegalStateException(e);
        }
      }
    };
  }

  @Override
  public String[] getClientAliases(String keyType, Principal[] issuers) {
    return new String[] {"rsa"};
  }

  @Override
  public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
    return "rsa";
  }

  @Override
  public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
    return "rsa";
  }

  @Override
  public String[] getServerAliases(String keyType, Principal[] issuers) {
    return new String[] {"rsa"};
  }

  @Override
  public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
    return "rsa";
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return new X509Certificate[] {certificate};
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return pair.getPrivate();
  }
}
