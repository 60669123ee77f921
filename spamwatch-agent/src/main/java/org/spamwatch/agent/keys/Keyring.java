package org.spamwatch.agent.keys;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Realm;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.identity.VerifyingKey;

/**
 * The keys and the realm pin in one directory:
 *
 * <pre>
 * node.pem          the peer's own key
 * voter.pem         the key with which the command line's user signs
 * voter.last        the last sequence number that key has signed
 * realm             the realm that is pinned: its id in 40 hexadecimal digits and, if it is closed,
 *                   a space and its authority's key in 64
 * operator          by which the peer knows its operator
 * voters/ID.pem     a user's key; ID is derived from the user's name and does not reveal it
 * voters/ID.last    the last sequence number that key has signed
 * </pre>
 *
 * <p>Everything is created on first use. Safe for any thread.
 */
public final class Keyring {
  /** Most users this peer signs for: a client can invent names, the disk is finite. */
  public static final int MAX_USERS = 10_000;

  private static final int MAX_USER_NAME = 256;
  private static final String OPERATOR = "operator";
  private static final String DEVICE_TAG = "spamwatch-device-v1";

  private final Path directory;
  private final Map<String, Voter> voters = new LinkedHashMap<>();

  /** The keys in a directory, which is made (mode 0700) if it does not exist. */
  public Keyring(Path directory) throws KeyException {
    PrivateFiles.directory(directory);
    this.directory = directory;
  }

  /** The peer's own key. */
  public SigningKey node() throws KeyException {
    return key(directory.resolve("node.pem"));
  }

  /**
   * What shows that a client may read this directory, and so is the peer's operator: 64 hexadecimal
   * digits, drawn at the first call.
   */
  public String operatorToken() throws KeyException {
    Path file = directory.resolve(OPERATOR);
    String token = token(file, PrivateFiles.readOrCreate(file, Keyring::newToken));
    PrivateFiles.warnIfOpen(file);
    return token;
  }

  /** The operator's token of a directory, if a peer has run there and it can be read. */
  public static Optional<String> operatorToken(Path directory) throws KeyException {
    Path file = directory.resolve(OPERATOR);
    Optional<String> text = PrivateFiles.read(file);
    return text.isEmpty() ? Optional.empty() : Optional.of(token(file, text.get()));
  }

  private static String token(Path file, String text) throws KeyException {
    if (!text.strip().matches("[0-9a-f]{64}")) {
      throw new KeyException(file + ": not 64 hexadecimal digits; delete it and restart the peer");
    }
    return text.strip();
  }

  private static String newToken() {
    byte[] token = new byte[32];
    new SecureRandom().nextBytes(token);
    return HexFormat.of().formatHex(token) + "\n";
  }

  /** The realm that is pinned, if one is. */
  public Optional<Realm> realm() throws KeyException {
    Path file = directory.resolve("realm");
    Optional<String> text = PrivateFiles.read(file);
    return text.isEmpty() ? Optional.empty() : Optional.of(realm(file, text.get()));
  }

  /**
   * Pins a realm unless one is pinned.
   *
   * @return the realm that is pinned now
   */
  public Realm pin(Realm realm) throws KeyException {
    Path file = directory.resolve("realm");
    String authority = realm.authority().map(key -> " " + key).orElse("");
    return realm(file, PrivateFiles.readOrCreate(file, () -> realm.id() + authority + "\n"));
  }

  private static Realm realm(Path file, String text) throws KeyException {
    String[] words = text.strip().split(" ", -1);
    if (words.length > 2 || !words[0].matches("[0-9a-fA-F]{40}")) {
      throw new KeyException(
          file
              + ": not a realm: 40 hexadecimal digits are needed; restore it from a backup, or"
              + " move it away to begin or join one at the next start");
    }
    Id id = Id.ofHex(words[0]);
    try {
      return words.length == 1
          ? Realm.open(id)
          : new Realm(id, Optional.of(VerifyingKey.ofHex(words[1])));
    } catch (IllegalArgumentException e) {
      throw new KeyException(file + ": not a closed realm: " + e.getMessage(), e);
    }
  }

  /**
   * The voter that signs for a user of this directory's owner.
   *
   * @param user the user's name as the client gave it, 1 to 256 characters
   * @throws KeyException if the key cannot be read or made, or too many users have one
   */
  public synchronized Voter voter(String user) throws KeyException {
    if (user.isEmpty() || user.length() > MAX_USER_NAME) {
      throw new KeyException("a user's name has 1 to " + MAX_USER_NAME + " characters");
    }
    Voter known = voters.get(user);
    if (known != null) {
      return known;
    }
    if (voters.size() >= MAX_USERS) {
      throw new KeyException("this peer already signs for " + MAX_USERS + " users, the limit");
    }
    String name = fileName(user);
    Path folder = directory.resolve("voters");
    SigningKey key = key(folder.resolve(name + ".pem"));
    Voter voter = new Voter(key, new SequenceFile(folder.resolve(name + ".last")));
    voters.put(user, voter);
    return voter;
  }

  /** The voter that the owner of this directory is. */
  public Voter ownVoter() throws KeyException {
    return new Voter(
        key(directory.resolve("voter.pem")), new SequenceFile(directory.resolve("voter.last")));
  }

  /** The voter that a peer has given its key to, on this device. */
  public Voter device(VoterKey given) throws KeyException {
    Path folder = directory.resolve("voters");
    PrivateFiles.directory(folder);
    String name = given.key().verifyingKey().hashed(DEVICE_TAG).toString();
    SequenceFile sequence = new SequenceFile(folder.resolve(name + ".last"));
    sequence.atLeast(given.sequence());
    return new Voter(given.key(), sequence);
  }

  private static String fileName(String user) {
    HashCode digest =
        Hashing.sha256().hashString("spamwatch-user-v1" + user, StandardCharsets.UTF_8);
    return Id.ofPrefix(digest.asBytes()).toString();
  }

  /**
   * Makes the key of a new authority.
   *
   * @throws KeyException if it cannot be made, or the file exists: losing an authority's key is for
   *     good
   */
  public static SigningKey newAuthority(Path file) throws KeyException {
    if (PrivateFiles.read(file).isPresent()) {
      throw new KeyException(file + ": exists already; another authority needs another --key");
    }
    return key(file);
  }

  /** The key of an authority that was made before. */
  public static SigningKey authority(Path file) throws KeyException {
    if (PrivateFiles.read(file).isEmpty()) {
      throw new KeyException(file + ": no such key; spamwatch authority init makes one");
    }
    return key(file);
  }

  /** The public key in a PEM file, which may hold a private one too. */
  public static VerifyingKey publicKey(Path file) throws KeyException {
    String pem =
        PrivateFiles.read(file).orElseThrow(() -> new KeyException(file + ": no such file"));
    try {
      return VerifyingKey.ofPem(pem);
    } catch (InvalidKeyException e) {
      throw new KeyException(file + ": " + e.getMessage(), e);
    }
  }

  private static String newKey() {
    byte[] seed = new byte[SigningKey.SEED_BYTES];
    new SecureRandom().nextBytes(seed);
    return SigningKey.ofSeed(seed).toPem();
  }

  private static SigningKey key(Path file) throws KeyException {
    String pem = PrivateFiles.readOrCreate(file, Keyring::newKey);
    PrivateFiles.warnIfOpen(file);
    try {
      return SigningKey.ofPem(pem);
    } catch (InvalidKeyException e) {
      throw new KeyException(
          file + ": " + e.getMessage() + "; restore it, or move it away to get a new one", e);
    }
  }
}
