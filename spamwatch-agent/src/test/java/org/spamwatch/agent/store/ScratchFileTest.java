package org.spamwatch.agent.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of a file that is there for a while. */
class ScratchFileTest {
  private final Path file;
  private final List<IOException> faults = new ArrayList<>();

  ScratchFileTest(@TempDir Path directory) {
    file = directory.resolve("index");
  }

  @Test
  void everyPageIsZerosAndNobodyElsesAndTheFileIsGoneAtTheEnd() throws IOException {
    Files.writeString(file, "what a process left that was killed");
    List<ByteBuffer> pages = new ArrayList<>();
    try (ScratchFile scratch = ScratchFile.open(file, faults::add)) {
      for (int i = 0; i < 70; i++) { // more than a chunk has
        ByteBuffer page = scratch.page();
        assertThat(page.capacity()).isEqualTo(scratch.pageBytes());
        assertThat(page.getLong(0) + page.getLong(page.capacity() - Long.BYTES)).isZero();
        page.putLong(0, i);
        page.putLong(page.capacity() - Long.BYTES, i);
        pages.add(page);
      }
      for (int i = 0; i < pages.size(); i++) {
        assertThat(pages.get(i).getLong(0)).isEqualTo(i);
        assertThat(pages.get(i).getLong(scratch.pageBytes() - Long.BYTES)).isEqualTo(i);
      }
    }
    assertThat(file).doesNotExist();
    assertThat(faults).isEmpty();
  }

  @Test
  void withoutRoomOnTheDiskThereAreStillPagesAndTheOwnerIsTold() throws IOException {
    ScratchFile scratch = ScratchFile.open(file, faults::add);
    scratch.close(); // as a disk that takes nothing more
    ByteBuffer page = scratch.page();
    page.putLong(8, 5);
    assertThat(page.capacity()).isEqualTo(scratch.pageBytes());
    assertThat(page.getLong(8)).isEqualTo(5);
    assertThat(faults).hasSize(1);
  }
}
