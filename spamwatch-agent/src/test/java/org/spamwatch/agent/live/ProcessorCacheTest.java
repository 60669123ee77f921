package org.spamwatch.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessorCacheTest {
  @Test
  void theSizeIsReadWithinBoundsAndAMebibyteIfUnknown(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("size");
    assertThat(ProcessorCache.bytes(file)).isEqualTo(1 << 20);
    Map<String, Integer> sizes =
        Map.of(
            "1280K\n", 1280 << 10,
            "2M\n", 2 << 20,
            "65536K", 64 << 20,
            "0K\n", 64 << 10,
            "524288", 512 << 10,
            "999999999M\n", 64 << 20,
            "lots\n", 1 << 20,
            "", 1 << 20,
            "9999999999K", 1 << 20);
    for (Map.Entry<String, Integer> size : sizes.entrySet()) {
      Files.writeString(file, size.getKey());
      assertThat(ProcessorCache.bytes(file)).as(size.getKey()).isEqualTo(size.getValue());
    }
    assertThat(ProcessorCache.bytes()).isBetween(64 << 10, 64 << 20);
  }
}
