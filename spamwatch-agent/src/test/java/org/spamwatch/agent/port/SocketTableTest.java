package org.spamwatch.agent.port;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.net.InetAddresses;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose a socket is, by tables as the kernel writes them. */
@EnabledIf("isLittleEndian")
class SocketTableTest {
  private static final String HEAD =
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout"
          + " inode\n";
  private static final String CLIENT = "0100007F:A39E";
  private static final String PEER = "0100007F:2E04";
  private static final String MAPPED = "0000000000000000FFFF0000";
  private static final InetSocketAddress HERE = end("127.0.0.1", 0x2E04);
  private static final InetSocketAddress THERE = end("127.0.0.1", 0xA39E);

  @TempDir private Path directory;
  private Path tcp = Path.of("");
  private Path tcp6 = Path.of("");

  private static InetSocketAddress end(String address, int port) {
    return new InetSocketAddress(InetAddresses.forString(address), port);
  }

  static boolean isLittleEndian() {
    return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
  }

  @BeforeEach
  void none() throws IOException {
    tcp = Files.writeString(directory.resolve("tcp"), HEAD + row(PEER, "00000000:0000", 10, 0, 7));
    tcp6 = directory.resolve("tcp6");
  }

  private static String row(String local, String remote, int state, long uid, long inode) {
    return "%4d: %s %s %02X 00000000:00000000 00:00000000 00000000 %5d        0 %d 1 0000 20 4\n"
        .formatted(3, local, remote, state, uid, inode);
  }

  private OptionalLong owner() throws IOException {
    return new SocketTable(List.of(tcp, tcp6)).owner(HERE, THERE);
  }

  private void add(String local, String remote, int state, long uid, long inode)
      throws IOException {
    Files.writeString(tcp, Files.readString(tcp) + row(local, remote, state, uid, inode));
  }

  @ParameterizedTest
  @CsvSource({"1,1", "4,8", "5,8"}) // as it is, and when the client has closed for writing
  void theClientsEndSaysWhoseItIs(int client, int accepted) throws IOException {
    add(PEER, "0100007F:A39F", 1, 1003, 40);
    add("0100007F:A39F", PEER, 1, 1004, 41);
    add(PEER, CLIENT, accepted, 1001, 42);
    assertThat(owner()).isEmpty();
    add(CLIENT, PEER, client, 1002, 43);
    assertThat(owner()).hasValue(1002);
  }

  @ParameterizedTest
  @CsvSource({"1", "4", "5", "6"})
  void anOrphanIsNobodysThoughItLooksLikeRoots(int state) throws IOException {
    add(PEER, CLIENT, 8, 1001, 42);
    add(CLIENT, PEER, state, 0, 0);
    assertThat(owner()).isEmpty();
  }

  @Test
  void whoOnlyConnectsFromThePortDoesNotInheritTheConnection() throws IOException {
    add(PEER, CLIENT, 8, 1001, 42); // of one that has gone
    add(CLIENT, PEER, 2, 0, 43);
    assertThat(owner()).isEmpty();
  }

  @Test
  void aConnectionThatWasNotAcceptedYetIsNobodys() throws IOException {
    add(CLIENT, PEER, 1, 1002, 43);
    assertThat(owner()).isEmpty();
    add(PEER, CLIENT, 1, 0, 0); // it waits to be accepted
    assertThat(owner()).isEmpty();
    add(PEER, CLIENT, 1, 1001, 44);
    assertThat(owner()).hasValue(1002);
  }

  @Test
  void twoOfOneConnectionAreNobodys() throws IOException {
    add(PEER, CLIENT, 1, 1001, 42);
    add(CLIENT, PEER, 1, 1002, 43);
    add(CLIENT, PEER, 5, 1003, 44);
    assertThat(owner()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 5}) // it may have closed for writing in between
  void oneThatTheTableShowsTwiceIsOne(int later) throws IOException {
    for (int state : new int[] {1, later}) {
      add(CLIENT, PEER, state, 1002, 43);
      add(PEER, CLIENT, 1, 1001, 42);
    }
    assertThat(owner()).hasValue(1002);
  }

  @Test
  void eitherEndMayBeMappedInTheTableOfVersionSix() throws IOException {
    Files.writeString(
        tcp6, HEAD.replace("local", "     local") + row(MAPPED + PEER, MAPPED + CLIENT, 1, 1, 42));
    assertThat(owner()).isEmpty();
    add(CLIENT, PEER, 1, 1002, 43);
    assertThat(owner()).hasValue(1002);
    Files.writeString(
        tcp6, Files.readString(tcp6) + row(MAPPED + CLIENT, MAPPED + PEER, 1, 1005, 45));
    assertThat(owner()).isEmpty();
    none();
    assertThat(owner()).hasValue(1005);
  }

  @Test
  void versionSixHasItsOwnLoopbackAddress() throws IOException {
    String here = "00000000000000000000000001000000:2E04";
    String there = "00000000000000000000000001000000:A39E";
    Files.writeString(
        tcp6, HEAD + row(here, there, 1, 1001, 42) + row(there, here, 1, 4_294_967_294L, 43));
    assertThat(new SocketTable(List.of(tcp, tcp6)).owner(end("::1", 0x2E04), end("::1", 0xA39E)))
        .hasValue(4_294_967_294L);
    assertThat(owner()).isEmpty();
  }

  @Test
  void aLongerPortOrAddressIsAnother() throws IOException {
    add(PEER + "0", CLIENT, 1, 1001, 42);
    add(CLIENT, PEER + "0", 1, 1002, 43);
    assertThat(owner()).isEmpty();
  }
}
