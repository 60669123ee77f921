package org.spamwatch.agent.store;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.overlay.Id;

/** Stores of the format before today's, as many votes as wanted. */
final class FormatFourSamples {
  private FormatFourSamples() {}

  /** Turns a closed store of today into one of format 4, whose keys had no variant. */
  static void rewrite(Path file) {
    MVStore store = VoteFile.mvStore(file);
    for (String map : new String[] {"votes", "pending"}) {
      MVMap<byte[], byte[]> rows =
          store.openMap(
              map,
              new MVMap.Builder<byte[], byte[]>()
                  .keyType(ByteArrayDataType.INSTANCE)
                  .valueType(ByteArrayDataType.INSTANCE));
      for (Map.Entry<byte[], byte[]> row : Map.copyOf(rows).entrySet()) {
        byte[] key = Arrays.copyOf(row.getKey(), Id.BYTES + Vote.KEY_BYTES);
        rows.remove(row.getKey());
        rows.put(key, Rows.sealed(key, row.getValue().clone()));
      }
    }
    store.<String, String>openMap("about").put("format", Integer.toString(FormatFour.NUMBER));
    store.close();
  }
}
