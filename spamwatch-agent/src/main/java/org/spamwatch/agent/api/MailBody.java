package org.spamwatch.agent.api;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.ham.ProbeKeys;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * The features of a mail, sent instead of the mail.
 *
 * @param vectors one a scheme
 */
public record MailBody(@Count(most = Vote.MAX_DIGESTS) List<Vector> vectors) {
  /** The characters of the longest list of probes. */
  static final int MAX_PROBES_TEXT = (ProbeKeys.MOST * FeatureVector.KEY_BYTES + 2) / 3 * 4;

  /** Copies the list. */
  public MailBody {
    vectors = List.copyOf(vectors);
  }

  /** What is sent of a mail. */
  public static MailBody of(MailFeatures mail) {
    return new MailBody(
        mail.vectors().stream().map(vector -> Vector.of(vector, mail.probes())).toList());
  }

  /** The features that were sent. */
  public MailFeatures features() throws BadJsonException {
    List<ProbeKeys> probes = new ArrayList<>();
    for (Vector vector : vectors) {
      if (vector.probes().isPresent()) {
        probes.add(new ProbeKeys(vector.scheme(), vector.probes().get().keys()));
      }
    }
    return new MailFeatures(Vector.read(vectors), probes);
  }

  /**
   * A feature vector.
   *
   * @param wholeText whether it stands for a text too short for several features; false if left out
   * @param probes the keys of the mail's probes beside its features, for a peer to look up in what
   *     it holds itself. A vote has none
   */
  public record Vector(
      Scheme scheme,
      Optional<Boolean> wholeText,
      @Count(most = FeatureVector.MAX_SIZE) List<Id> features,
      Optional<Probes> probes) {
    /** Copies the list. */
    public Vector {
      features = List.copyOf(features);
    }

    static Vector of(FeatureVector vector, List<ProbeKeys> probes) {
      return new Vector(
          vector.scheme(),
          Optional.of(vector.wholeText()),
          vector.keys(),
          probes.stream()
              .filter(some -> some.scheme().equals(vector.scheme()))
              .findFirst()
              .map(some -> Probes.of(some.keys())));
    }

    static List<FeatureVector> read(List<Vector> vectors) throws BadJsonException {
      List<FeatureVector> read = new ArrayList<>();
      Set<Scheme> seen = new HashSet<>();
      for (Vector vector : vectors) {
        if (!seen.add(vector.scheme())) {
          throw new BadJsonException("scheme " + vector.scheme().label() + " occurs twice");
        }
        try {
          read.add(
              new FeatureVector(
                  vector.scheme(), vector.wholeText().orElse(false), vector.features()));
        } catch (IllegalArgumentException e) {
          throw new BadJsonException(String.valueOf(e.getMessage()));
        }
      }
      return read;
    }
  }

  /** Keys of 8 bytes each, behind each other, in base64. */
  public record Probes(String base64) {
    static Probes of(List<Id> keys) {
      ByteBuffer bytes = ByteBuffer.allocate(FeatureVector.KEY_BYTES * keys.size());
      keys.forEach(key -> bytes.putLong(key.high()));
      return new Probes(Base64.getEncoder().encodeToString(bytes.array()));
    }

    static Optional<Probes> read(String text) {
      try {
        Base64.getDecoder().decode(text);
        return Optional.of(new Probes(text));
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
    }

    private List<Id> keys() throws BadJsonException {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(base64));
      if (bytes.remaining() % FeatureVector.KEY_BYTES != 0
          || bytes.remaining() > FeatureVector.KEY_BYTES * ProbeKeys.MOST) {
        throw new BadJsonException(
            "\"probes\" are not 0 to "
                + ProbeKeys.MOST
                + " keys of "
                + FeatureVector.KEY_BYTES
                + " bytes");
      }
      List<Id> keys = new ArrayList<>(bytes.remaining() / FeatureVector.KEY_BYTES);
      while (bytes.hasRemaining()) {
        keys.add(FeatureVector.key(bytes.getLong()));
      }
      return keys;
    }
  }
}
