package org.spamwatch.agent.http;

import org.spamwatch.agent.port.Turn;
import org.spamwatch.agent.request.IncomingBody;

/** A request to a peer, of one mail or of many. */
record PeerRequest(HttpPort port, Request request) implements AdmittedRequest {
  @Override
  public IncomingBody incoming() {
    return request.incoming();
  }

  @Override
  public void work(HttpConversation conversation) {
    port.work(request, conversation);
  }

  /** Whether there are many mails in the body, each a request of its own. */
  boolean isOfMany() {
    return request.isOfMany();
  }

  /** What becomes of those many, instead of {@link #work}. */
  Batch batch(Turn turn, AnswerLines lines, Runnable onProgress) {
    return new Batch(port, request, turn, lines, onProgress);
  }
}
