package org.spamwatch.agent.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.ByteArrayDataType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.store.StoreException.Problem;
import org.spamwatch.overlay.Id;

/**
 * The file that holds a peer's votes: an MVStore (a log-structured B-tree: a crash leaves the last
 * commit) with the maps below. Format {@value #FORMAT}; keys are ordered as unsigned bytes, so that
 * everything about one message lies together. {@link Rows} gives the bytes of keys and values.
 *
 * <pre>
 * about         "format" -> decimal, "realm" -> 40 hexadecimal digits, "sum" -> that of all rows
 *               ({@link SummedMap}) in hexadecimal digits, which files of earlier versions lack
 * vectors       GUID (20), first 8 bytes of the vector's digest -> the vector
 * votes         GUID (20), voter's public key (32), variant (8) -> the vote
 * certificates  voter's public key (32), name in the vote (8)   -> the certificate
 * pending       GUID (20), voter's public key (32), variant (8) -> sequence number that waits to be
 *                                                                  confirmed by root and replicas
 * </pre>
 *
 * <p>A file of the format before is rewritten in today's when it is opened ({@link FormatFour}). A
 * variant is the first 8 bytes of SHA-256 of the digests that a vote names, in their order.
 *
 * <p>Not safe for several threads.
 */
final class VoteFile implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(VoteFile.class);

  static final int FORMAT = 5;

  private static final int CACHE_MEBIBYTES = 8;
  private static final int FILL_RATE_AT_REST = 80;
  private static final int FILL_RATE_AT_WORK = 60;
  private static final int COMMITS_BETWEEN = 64;
  private static final int COMPACTED_BYTES = 4 << 20;

  // Pages are rewritten whole: with the default of 16 KiB each vote would cost two of those.
  private static final int PAGE_BYTES = 4 << 10;

  // A commit may be written over what the one before it does not need. Each is forced to disk
  // before the next one; with the default of 45 s, meant for disks left to themselves, the file
  // would grow tenfold.
  private static final int RETENTION_MILLIS = 0;

  private final Path file;
  private final MVStore store;
  private final CommitNote note;
  private final DenseCopy copies;
  private long commits;
  private final MVMap<String, String> about;
  final SummedMap vectors;
  final SummedMap votes;
  final SummedMap certificates;
  final SummedMap pending;

  private VoteFile(Path file, MVStore store, CommitNote note) {
    this.file = file;
    this.store = store;
    this.note = note;
    this.copies = new DenseCopy(file);
    about = store.openMap("about");
    vectors = summed("vectors");
    votes = summed("votes");
    certificates = summed("certificates");
    pending = summed("pending");
  }

  private SummedMap summed(String name) {
    return store.openMap(name, new SummedMap.Builder(name));
  }

  private static MVMap.Builder<byte[], byte[]> bytes() {
    return new MVMap.Builder<byte[], byte[]>()
        .keyType(ByteArrayDataType.INSTANCE)
        .valueType(ByteArrayDataType.INSTANCE);
  }

  /**
   * Opens the file of a realm, creating it if there is none.
   *
   * @throws StoreException if it is in use, damaged, of another format or realm, or unreadable
   */
  static VoteFile open(Path file, Id realm) throws StoreException {
    return translating(
        file,
        () -> {
          if (!Files.exists(file)) {
            if (Files.exists(file.resolveSibling(CommitNote.NAME))) {
              LOG.warn("{}: the store that was here is gone; beginning an empty one", file);
            }
            create(file, realm);
          }
          if (Files.size(file) == 0) {
            throw corrupt(file, "it is empty", null);
          }
          VoteFile opened = existing(file, realm);
          if (opened.format() == FormatFour.NUMBER) {
            opened.replace(opened::copyOfFormatFour);
            LOG.info(
                "{}: rewritten in format {}; the file as it was is kept beside it", file, FORMAT);
            opened = existing(file, realm);
          }
          return opened;
        });
  }

  /**
   * This file, or one in its place that is shorter if this is longer than it needs to be. To be
   * asked once it was read as a whole: a copy of damaged rows would be no better.
   */
  VoteFile dense(Id realm) throws StoreException {
    return translating(
        file,
        () -> {
          if (!isSparse() || copies.hasBackup()) {
            return this;
          }
          replaceByDenseCopy();
          VoteFile dense = existing(file, realm);
          dense.checkSum();
          return dense;
        });
  }

  private interface Opening {
    VoteFile open() throws StoreException, IOException, Rows.DamagedRowException;
  }

  private static VoteFile translating(Path file, Opening opening) throws StoreException {
    try {
      return opening.open();
    } catch (Rows.DamagedRowException e) {
      throw corrupt(file, String.valueOf(e.getMessage()), e);
    } catch (MVStoreException e) {
      throw translated(file, e);
    } catch (IOException e) {
      throw new StoreException(
          Problem.INPUT_OUTPUT, file + ": the store cannot be opened: " + reason(e), e);
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      // MVStore meets damage with whatever its arithmetic runs into, asserts included.
      throw corrupt(file, "its structure is damaged", e);
    }
  }

  private static VoteFile existing(Path file, Id realm) throws StoreException, IOException {
    return existing(mvStore(file), file, realm);
  }

  /** Opens a file whose commits are all looked for, not only what its head leads to. */
  static VoteFile searched(Path file, Id realm) throws StoreException, IOException {
    return existing(mvStore(file, MVStore.Builder::recoveryMode), file, realm);
  }

  private static VoteFile existing(MVStore store, Path file, Id realm)
      throws StoreException, IOException {
    VoteFile opened = null;
    try {
      opened = new VoteFile(file, store, CommitNote.open(file.resolveSibling(CommitNote.NAME)));
    } finally {
      if (opened == null) {
        store.closeImmediately();
      }
    }
    opened.check(realm);
    return opened;
  }

  private static void create(Path file, Id realm) throws IOException, Rows.DamagedRowException {
    new DenseCopy(file)
        .write(
            store -> {
              MVMap<String, String> about = store.openMap("about");
              about.put("format", Integer.toString(FORMAT));
              about.put("realm", realm.toString());
            });
  }

  private boolean isSparse() throws IOException {
    int live = Math.min(store.getFillRate(), store.getFileStore().getChunksFillRate());
    return DenseCopy.isWorthwhile(Files.size(file), live);
  }

  /** Puts a copy in this file's place and lets go of it. */
  void replaceByDenseCopy() throws IOException, Rows.DamagedRowException {
    replace(this::copy);
  }

  /** Puts a copy of this file in another one's place; that one is kept beside it. */
  void replace(Path other) throws IOException, Rows.DamagedRowException {
    new DenseCopy(other).write(this::copy);
  }

  private void replace(DenseCopy.Filler filler) throws IOException, Rows.DamagedRowException {
    try {
      copies.write(filler);
    } finally {
      abandon(); // the old file lives on until here, and its lock with it
    }
  }

  private void copy(MVStore dense) {
    copyShared(dense);
    DenseCopy.copy(votes, dense.openMap("votes", bytes()));
    DenseCopy.copy(pending, dense.openMap("pending", bytes()));
  }

  private void copyShared(MVStore dense) {
    DenseCopy.copy(about, dense.<String, String>openMap("about"));
    DenseCopy.copy(vectors, dense.openMap("vectors", bytes()));
    DenseCopy.copy(certificates, dense.openMap("certificates", bytes()));
  }

  private void copyOfFormatFour(MVStore dense) throws Rows.DamagedRowException {
    copyShared(dense);
    MVMap<String, String> rewritten = dense.openMap("about");
    rewritten.put("format", Integer.toString(FORMAT));
    rewritten.remove("sum"); // the rows are others
    FormatFour.copy(this, dense.openMap("votes", bytes()), dense.openMap("pending", bytes()));
  }

  static MVStore mvStore(Path file) {
    return mvStore(file, builder -> {});
  }

  private static MVStore mvStore(Path file, Consumer<MVStore.Builder> options) {
    // No background thread of the store's own: the one writer commits and compacts.
    MVStore.Builder builder =
        new MVStore.Builder()
            .fileName(file.toString())
            .autoCommitDisabled()
            .pageSplitSize(PAGE_BYTES)
            .cacheSize(CACHE_MEBIBYTES);
    options.accept(builder);
    MVStore store = builder.open();
    store.setRetentionTime(RETENTION_MILLIS);
    store.setVersionsToKeep(0);
    return store;
  }

  private void check(Id realm) throws StoreException, IOException {
    boolean usable = false;
    try {
      String format = about.get("format");
      if (format == null || !format.matches("[0-9]{1,9}")) {
        throw corrupt(file, "it has no format version", null);
      }
      int number = Integer.parseInt(format);
      if (number != FORMAT && number != FormatFour.NUMBER) {
        throw new StoreException(
            Problem.UNUSABLE,
            file
                + ": format "
                + format
                + " was written by another version of SpamWatch; this one reads formats "
                + FormatFour.NUMBER
                + " and "
                + FORMAT
                + "; use that version, or move the file away to start without its votes");
      }
      String written = String.valueOf(about.get("realm"));
      if (!written.equals(realm.toString())) {
        throw new StoreException(
            Problem.UNUSABLE,
            String.format(
                Locale.ROOT,
                "%s: holds votes of realm %.8s, this peer belongs to %s; use another --data",
                file,
                written,
                realm.brief()));
      }
      checkComplete();
      usable = true;
    } finally {
      if (!usable) {
        abandon();
      }
    }
  }

  /**
   * Reads all rows; to be called before any is changed.
   *
   * @throws StoreException if they are not those of one commit
   */
  void checkSum() throws StoreException {
    List.of(vectors, votes, certificates, pending).forEach(SummedMap::count);
    String written = about.get("sum");
    if (written != null && !written.equals(sum())) {
      throw corrupt(file, "rows of several commits are mixed", null);
    }
  }

  private String sum() {
    return Long.toHexString(vectors.sum() + votes.sum() + certificates.sum() + pending.sum());
  }

  private int format() {
    return Integer.parseInt(String.valueOf(about.get("format")));
  }

  private void checkComplete() throws StoreException, IOException {
    long noted = note.read().orElse(0);
    if (store.getCurrentVersion() < noted) {
      throw new StoreException(
          Problem.CORRUPT,
          String.format(
              Locale.ROOT,
              "%s: the store is damaged (it ends with commit %d, %s says %d); restore both from a"
                  + " backup, or remove %s to go on with the older votes",
              file,
              store.getCurrentVersion(),
              CommitNote.NAME,
              noted,
              CommitNote.NAME));
    }
  }

  /**
   * Writes everything put so far and waits until the disk has it. Now and then it also rewrites
   * what is sparsely filled, or a busy peer's file would only grow.
   *
   * @throws IOException if the disk failed
   */
  void force() throws IOException {
    commits++;
    if (commits % COMMITS_BETWEEN == 0) {
      store.compact(FILL_RATE_AT_WORK, COMPACTED_BYTES);
    }
    commit();
  }

  private void commit() throws IOException {
    if (store.hasUnsavedChanges()) {
      about.put("sum", sum());
    }
    store.commit();
    store.sync();
    note.write(store.getCurrentVersion());
  }

  /**
   * Rewrites sparsely filled parts of the file, a few mebibytes at most.
   *
   * @return whether there was anything to rewrite
   * @throws IOException if the disk failed
   */
  boolean compact() throws IOException {
    boolean rewritten = store.compact(FILL_RATE_AT_REST, COMPACTED_BYTES);
    if (rewritten) {
      commit();
    }
    return rewritten;
  }

  /** Removes every entry whose key begins with a message's GUID. */
  static void removeAll(MVMap<byte[], byte[]> map, Id guid) {
    removeAll(map, guid, (key, value) -> {});
  }

  /** Removes all rows of a message and tells what they were. */
  static void removeAll(MVMap<byte[], byte[]> map, Id guid, BiConsumer<byte[], byte[]> removed) {
    for (Iterator<byte[]> keys = map.keyIterator(guid.toBytes()); keys.hasNext(); ) {
      byte[] key = keys.next();
      if (!Rows.guid(key).equals(guid)) {
        return;
      }
      byte[] value = map.remove(key);
      if (value != null) {
        removed.accept(key, value);
      }
    }
  }

  /** Every entry of a map in the order of its keys. */
  static Iterator<Map.Entry<byte[], byte[]>> entries(MVMap<byte[], byte[]> map) {
    return map.entrySet().iterator();
  }

  StoreException corrupt(Throwable cause) {
    String detail = cause instanceof Rows.DamagedRowException ? cause.getMessage() : "unreadable";
    return corrupt(file, String.valueOf(detail), cause);
  }

  private static StoreException corrupt(
      Path file, String detail, @org.jspecify.annotations.Nullable Throwable cause) {
    String line =
        file
            + ": the store is damaged ("
            + detail
            + "); restore it from a backup, or move it away to start without its votes";
    return cause == null
        ? new StoreException(Problem.CORRUPT, line)
        : new StoreException(Problem.CORRUPT, line, cause);
  }

  StoreException translated(MVStoreException e) {
    return translated(file, e);
  }

  StoreException failed(IOException e) {
    return new StoreException(Problem.INPUT_OUTPUT, file + ": the disk failed: " + reason(e), e);
  }

  StoreException ended(Throwable e) {
    return new StoreException(
        Problem.INPUT_OUTPUT, file + ": the store's writer has ended: " + e, e);
  }

  private static StoreException translated(Path file, MVStoreException e) {
    return switch (e.getErrorCode()) {
      case DataUtils.ERROR_FILE_LOCKED ->
          new StoreException(
              Problem.IN_USE,
              file + ": in use by another peer; stop it, or give this one its own --data",
              e);
      case DataUtils.ERROR_UNSUPPORTED_FORMAT ->
          new StoreException(
              Problem.UNUSABLE, file + ": written by a newer version of SpamWatch", e);
      case DataUtils.ERROR_READING_FAILED, DataUtils.ERROR_WRITING_FAILED -> {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        yield cause instanceof java.io.EOFException
            ? corrupt(file, "it is cut off", e)
            : new StoreException(
                Problem.INPUT_OUTPUT, file + ": the disk failed: " + oneLine(cause), e);
      }
      default -> corrupt(file, "MVStore error " + e.getErrorCode(), e);
    };
  }

  private static String reason(IOException e) {
    return e instanceof java.nio.file.AccessDeniedException ? "permission denied" : oneLine(e);
  }

  private static String oneLine(Throwable e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse(e.getClass().getSimpleName());
  }

  /**
   * Closes the file after a last commit.
   *
   * @throws IOException if the disk failed
   */
  @Override
  public void close() throws IOException {
    force();
    store.close();
    note.close();
    copies.forgetBackup();
  }

  /** Lets go of the file without writing anything. */
  void abandon() throws IOException {
    store.closeImmediately();
    note.close();
  }
}
