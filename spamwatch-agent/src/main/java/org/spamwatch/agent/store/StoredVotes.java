package org.spamwatch.agent.store;

import com.google.common.collect.Multiset;
import com.google.common.collect.TreeMultiset;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.spamwatch.agent.store.CertificateRows.Certified;
import org.spamwatch.agent.store.Rows.DamagedRowException;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RecentMap;

/**
 * The votes of a {@link VoteFile} and, each once, the certificates that go with them. A certificate
 * is removed with the last vote that names it. Changes belong to the writer's thread.
 */
final class StoredVotes {
  /** Certificates that votes read one after the other may share; a store may have any number. */
  private static final int SHARED = 10_000;

  private final Id realm;
  private final VoteFile file;
  private final Multiset<byte[]> uses = TreeMultiset.create(Arrays::compareUnsigned);

  StoredVotes(Id realm, VoteFile file) {
    this.realm = realm;
    this.file = file;
  }

  /** Everything of a vote, encoded on the turn so that the writer only writes. */
  @SuppressWarnings("ArrayRecordComponent") // handed over once, and never compared
  record Encoded(byte[] key, byte[] row, byte[] certificateKey, byte[] certificate) {
    static Encoded of(Vote vote) {
      byte[] certificate = CertificateRows.row(vote);
      byte[] certificateKey = CertificateRows.key(vote.publicKey(), certificate);
      byte[] key = Rows.voteKey(vote);
      return new Encoded(
          key,
          Rows.vote(key, vote, certificateKey),
          certificateKey,
          Rows.sealed(certificateKey, certificate));
    }
  }

  /** Counts how often each certificate is named; the votes have all been read before. */
  void count() {
    for (Iterator<Map.Entry<byte[], byte[]>> all = VoteFile.entries(file.votes); all.hasNext(); ) {
      Map.Entry<byte[], byte[]> vote = all.next();
      uses.add(Rows.certificateKey(vote.getKey(), vote.getValue()));
    }
  }

  void put(Encoded vote) {
    uses.add(vote.certificateKey());
    file.certificates.putIfAbsent(vote.certificateKey(), vote.certificate());
    byte[] before = file.votes.put(vote.key(), vote.row());
    if (before != null) {
      release(vote.key(), before);
    }
  }

  void remove(byte[] key) {
    byte[] before = file.votes.remove(key);
    if (before != null) {
      release(key, before);
    }
  }

  void removeAll(Id guid) {
    VoteFile.removeAll(file.votes, guid, this::release);
  }

  private void release(byte[] voteKey, byte[] vote) {
    byte[] key = Rows.certificateKey(voteKey, vote);
    uses.remove(key);
    if (!uses.contains(key)) {
      file.certificates.remove(key);
    }
  }

  /** Reads votes one after the other; those of one voter share their certificate. */
  Reader reader() {
    return new Reader();
  }

  /** One pass over the votes. */
  final class Reader {
    private final RecentMap<ByteBuffer, Certified> known = RecentMap.lastUsed(SHARED);

    Vote read(byte[] key, byte[] row) throws DamagedRowException {
      Rows.checkVote(key, row);
      byte[] certificateKey = Rows.certificateKey(key, row);
      Certified certified = known.get(ByteBuffer.wrap(certificateKey));
      if (certified == null) {
        byte[] bytes =
            Optional.ofNullable(file.certificates.get(certificateKey))
                .orElseThrow(() -> new DamagedRowException("a vote's certificate is missing"));
        certified = CertificateRows.certified(certificateKey, bytes);
        known.put(ByteBuffer.wrap(certificateKey), certified);
      }
      return Rows.vote(realm, certified, key, row);
    }
  }
}
