package org.spamwatch.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.Txn;

/**
 * Numbers by tokens in LMDB, in a scratch directory: written first, then read in one transaction.
 */
final class LmdbDictionary implements AutoCloseable {
  static final int ABSENT = -1;

  private static final long MAP_BYTES = 1L << 28;
  private static final int MOST_KEY = 128;

  private final Path directory;
  private final Env<ByteBuffer> env;
  private final Dbi<ByteBuffer> numbers;
  private final Txn<ByteBuffer> reading;
  private final ByteBuffer key = ByteBuffer.allocateDirect(MOST_KEY);

  /** The numbers of tokens are their places. */
  LmdbDictionary(List<byte[]> tokens) throws IOException {
    directory = Files.createTempDirectory("spamwatch-lmdb");
    env =
        Env.create()
            .setMapSize(MAP_BYTES)
            .setMaxDbs(1)
            .open(directory.toFile(), EnvFlags.MDB_NOSYNC);
    numbers = env.openDbi("numbers", DbiFlags.MDB_CREATE);
    ByteBuffer value = ByteBuffer.allocateDirect(Integer.BYTES);
    try (Txn<ByteBuffer> writing = env.txnWrite()) {
      for (int i = 0; i < tokens.size(); i++) {
        numbers.put(writing, keyOf(tokens.get(i)), value.clear().putInt(i).flip());
      }
      writing.commit();
    }
    reading = env.txnRead();
  }

  private ByteBuffer keyOf(byte[] token) {
    return key.clear().put(token).flip();
  }

  int get(byte[] token) {
    ByteBuffer found = numbers.get(reading, keyOf(token));
    return found == null ? ABSENT : found.getInt(0);
  }

  @Override
  public void close() throws IOException {
    reading.close();
    env.close();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
