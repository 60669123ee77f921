package org.spamwatch.agent.imap;

import jakarta.mail.AuthenticationFailedException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.spamwatch.agent.AgentException;

/** Why a mailbox is not to be had, in words for its owner; nothing of what a server says. */
final class Reason {
  private Reason() {}

  /** In one line, without addresses. */
  static String of(Exception e) {
    if (e instanceof AgentException told) {
      return told.line();
    }
    if (e instanceof RuntimeException) {
      return "what the server says cannot be read (" + e.getClass().getSimpleName() + ")";
    }
    if (e instanceof AuthenticationFailedException) {
      return "the server refuses the login";
    }
    Throwable cause = e;
    while (cause.getCause() != null && !(cause instanceof SSLException)) {
      cause = cause.getCause();
    }
    if (cause instanceof SSLException) {
      return "no TLS with the server: its certificate is not trusted, or of another name";
    }
    if (cause instanceof UnknownHostException) {
      return "no such server is known";
    }
    if (cause instanceof ConnectException) {
      return "nobody answers at the server's port";
    }
    if (cause instanceof SocketTimeoutException) {
      return "the server does not answer";
    }
    if (cause instanceof IOException && !(cause instanceof SocketException)) {
      return "no connection to the server: " + cause.getMessage();
    }
    return "the connection to the server was lost";
  }
}
