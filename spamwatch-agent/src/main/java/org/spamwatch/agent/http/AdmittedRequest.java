package org.spamwatch.agent.http;

import org.spamwatch.agent.request.IncomingBody;

/** A request whose head was checked; its body may follow. For the port's event loop. */
public interface AdmittedRequest {
  /** Where the body is put as it comes. */
  IncomingBody incoming();

  /** Has it answered, once, now that its body has come; never blocks. */
  void work(HttpConversation conversation);
}
