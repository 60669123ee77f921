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
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
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
  private final StoreFaults faults;
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
    this.faults = new StoreFaults(file);
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
        .keyType(RowType.INSTANCE)
        .valueType(RowType.INSTANCE);
  }

  /**
   * Opens the file of a realm, creating it if there is none.
   *
   * @throws StoreException if it is in use, damaged, of another format or realm, or unreadable
   */
  static VoteFile open(Path file, Id realm) throws StoreException {
    return new StoreFaults(file)
        .translating(
            () -> {
              if (!Files.exists(file)) {
                if (Files.exists(file.resolveSibling(CommitNote.NAME))) {
                  LOG.warn("{}: the store that was here is gone; beginning an empty one", file);
                }
                create(file, realm);
              }
              if (Files.size(file) == 0) {
                throw new StoreFaults(file).corrupt("it is empty");
              }
              VoteFile opened = existing(file, realm);
              if (opened.format() == FormatFour.NUMBER) {
                opened.replace(opened::copyOfFormatFour);
                LOG.info(
                    "{}: rewritten in format {}; the file as it was is kept beside it",
                    file,
                    FORMAT);
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
    return faults.translating(
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
        throw faults.corrupt("it has no format version");
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
      String written = about.get("realm");
      if (written == null || !written.matches("[0-9a-f]{40}")) {
        throw faults.corrupt("it has no realm");
      }
      if (!written.equals(realm.toString())) {
        throw new StoreException(
            Problem.UNUSABLE,
            "%s: holds votes of realm %.8s, this peer belongs to %s; use another --data"
                .formatted(file, written, realm.brief()));
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
      throw faults.corrupt("rows of several commits are mixed");
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

  /** What can be wrong with the file. */
  StoreFaults faults() {
    return faults;
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
