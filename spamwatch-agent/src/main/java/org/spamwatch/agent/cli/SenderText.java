package org.spamwatch.agent.cli;

import java.util.Optional;
import org.spamwatch.agent.api.StatusAnswer;
import org.spamwatch.agent.proof.SenderProof;
import org.spamwatch.ata.mail.MailHeader;

/**
 * What is said of who has sent a mail.
 *
 * @param domain that is proven to have
 * @param unproven why none is, if none is
 */
record SenderText(Optional<String> domain, String unproven) {
  /** What a peer's mail servers, if it tells which it believes, have found of a mail. */
  static SenderText of(StatusAnswer peer, MailHeader header) {
    SenderProof proof = peer.senderProof();
    String why = "the peer is an older one and does not tell whose word it takes";
    if (peer.proof().isPresent()) {
      why =
          proof.authservIds().isEmpty()
              ? "the peer takes no mail server's word on it (proof.authserv-ids)"
              : "not by what " + String.join(" or ", proof.authservIds()) + " says in the mail";
    }
    return new SenderText(proof.domain(header), why);
  }

  /**
   * One line of it.
   *
   * @param isOfOwnHam whether own ham is from that domain, too
   */
  String line(boolean isOfOwnHam) {
    String familiar =
        isOfOwnHam
            ? ", proven, and own ham is from there: marks of mail from elsewhere do not reach it"
            : ", proven; no own ham is from there";
    return domain.map(name -> name + familiar).orElse("not proven: " + unproven);
  }
}
