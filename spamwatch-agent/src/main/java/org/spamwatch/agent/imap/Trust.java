package org.spamwatch.agent.imap;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.spamwatch.agent.config.ConfigurationException;
import org.spamwatch.agent.file.AtomicFile;

/** Whose certificates are trusted. */
final class Trust {
  private Trust() {}

  /** Those that sign with the certificates in a PEM file, and no others. */
  static SSLSocketFactory in(Path file) throws ConfigurationException {
    try (InputStream in = Files.newInputStream(file)) {
      Collection<? extends Certificate> certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (certificates.isEmpty()) {
        throw new ConfigurationException(file + ": holds no certificate in PEM");
      }
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      for (Certificate certificate : certificates) {
        trusted.setCertificateEntry(Integer.toString(trusted.size()), certificate);
      }
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context.getSocketFactory();
    } catch (IOException e) {
      throw new ConfigurationException(file + ": " + AtomicFile.reason(e), e);
    } catch (GeneralSecurityException e) {
      throw new ConfigurationException(file + ": not certificates in PEM", e);
    }
  }
}
