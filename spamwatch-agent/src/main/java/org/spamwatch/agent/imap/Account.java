package org.spamwatch.agent.imap;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.spamwatch.agent.proof.SenderProof;

/**
 * A mailbox that is watched.
 *
 * @param name by which its owner calls it, in log lines and of its state file
 * @param tls false only at loopback, for a tunnel or a server of this host
 * @param certificate a PEM file with the certificates that are trusted instead of this Java's own
 * @param junk the folder for spam; the one that the server marks so, or else Junk
 * @param proof whose word the owner takes on who has sent a mail
 * @param poll how long at most until it is looked at again, also if the server can tell of news
 */
record Account(
    String name,
    String host,
    int port,
    boolean tls,
    Optional<Path> certificate,
    String user,
    Secret secret,
    Optional<String> junk,
    SenderProof proof,
    Duration poll) {}
