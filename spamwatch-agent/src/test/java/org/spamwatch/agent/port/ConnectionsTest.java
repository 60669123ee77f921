package org.spamwatch.agent.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One address cannot have all of a port's connections, and who keeps the port waiting goes. */
class ConnectionsTest {
  private static final PortLimits LIMITS = PortLimits.of(1, 1, Duration.ofSeconds(1));
  private static final String ONE = "192.0.2.7";

  private final Connections connections = new Connections(LIMITS);
  private final List<EmbeddedChannel> channels = new ArrayList<>();

  @AfterEach
  void closeAll() {
    channels.forEach(EmbeddedChannel::finishAndReleaseAll);
  }

  private EmbeddedChannel from(String address) {
    InetSocketAddress remote = new InetSocketAddress(address, 1_024 + channels.size());
    EmbeddedChannel channel =
        new EmbeddedChannel() {
          @Override
          protected SocketAddress remoteAddress0() {
            return remote;
          }
        };
    channels.add(channel);
    return channel;
  }

  private EmbeddedChannel working(String address) {
    EmbeddedChannel channel = from(address);
    assertThat(connections.open(channel)).isTrue();
    connections.works(channel);
    return channel;
  }

  @Test
  void oneAddressHasAsManyConnectionsAsItMayAndOthersStillGetIn() {
    List<EmbeddedChannel> working = new ArrayList<>();
    for (int i = 0; i < LIMITS.maxOfAddress(); i++) {
      working.add(working(ONE));
    }
    assertThat(LIMITS.maxOfAddress()).isEqualTo(256);
    assertThat(connections.open(from(ONE))).isFalse();
    assertThat(connections.open(from("192.0.2.8"))).isTrue();
    connections.closed(working.get(0));
    assertThat(connections.open(from(ONE))).isTrue();
    assertThat(working).allMatch(EmbeddedChannel::isOpen);
  }

  @Test
  void ofOneAddressTheLongestWaitingGivesWayAndNoOtherAddresss() {
    EmbeddedChannel other = from("192.0.2.8");
    assertThat(connections.open(other)).isTrue();
    List<EmbeddedChannel> waiting = new ArrayList<>();
    for (int i = 0; i < LIMITS.maxOfAddress(); i++) {
      EmbeddedChannel channel = from(ONE);
      assertThat(connections.open(channel)).isTrue();
      waiting.add(channel);
    }
    connections.works(waiting.get(0));
    assertThat(connections.open(from(ONE))).isTrue();
    assertThat(waiting.get(1).isOpen()).isFalse();
    assertThat(waiting).filteredOn(EmbeddedChannel::isOpen).hasSize(LIMITS.maxOfAddress() - 1);
    assertThat(other.isOpen()).isTrue();
  }

  @Test
  void thisHostsOwnConnectionsAreBoundedInAllOnly() {
    for (int i = 0; i < LIMITS.maxConnections(); i++) {
      working("127.0.0.1");
    }
    assertThat(connections.open(from("127.0.0.1"))).isFalse();
    assertThat(connections.open(from(ONE))).isFalse();
  }
}
