package org.spamwatch.agent.peer;

import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.bulk.BulkStatus;
import org.spamwatch.agent.vote.VoteSpace;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.RevocationList;
import org.spamwatch.overlay.node.OverlayCounters;
import org.spamwatch.overlay.node.Role;

/**
 * A peer's state at one moment.
 *
 * @param neighbours every node in its tables
 * @param leaves how many of them are in its leaf set
 * @param features feature records held
 * @param pointers object pointers held
 * @param messages messages of which votes are kept
 * @param votes votes kept
 * @param pendingVotes votes cast here that root and replicas have not all confirmed
 * @param refusedVotes votes refused since the start
 * @param space what votes take, and what could not be taken
 * @param openChecks questions under way
 * @param announcements what it knows of announcements, unless that is off
 * @param bulk what is counted of mail that many get, if that is on
 * @param records what became of pointers and feature records
 * @param role the part it takes in the overlay
 * @param host the peer through which it takes part, if it is a client and has found one
 * @param clients peers that take part through this one
 * @param revocations the revocation list in force, in a closed realm that has one
 * @param overlay what the overlay node has done since the start
 * @param clock what it makes of its date
 */
public record PeerStatus(
    Contact self,
    Id realm,
    boolean joined,
    List<Contact> neighbours,
    int leaves,
    long features,
    long pointers,
    long messages,
    long votes,
    long pendingVotes,
    long refusedVotes,
    VoteSpace space,
    int openChecks,
    Optional<AnnouncementStatus> announcements,
    Optional<BulkStatus> bulk,
    RecordStatus records,
    Role role,
    Optional<Contact> host,
    int clients,
    Optional<RevocationList> revocations,
    OverlayCounters overlay,
    ClockStatus clock) {
  /** Copies the list. */
  public PeerStatus {
    neighbours = List.copyOf(neighbours);
  }
}
