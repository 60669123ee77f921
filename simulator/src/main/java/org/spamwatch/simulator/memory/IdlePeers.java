package org.spamwatch.simulator.memory;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.live.LivePeer;
import org.spamwatch.agent.live.StartException;

/** A process that runs some peers, lets them idle, says what they take, and ends. */
final class IdlePeers {
  private static final int COLLECTIONS = 4;

  private IdlePeers() {}

  /** Takes a directory, the number of peers and the seconds to idle; prints one line of JSON. */
  public static void main(String[] arguments)
      throws StartException, InterruptedException, JMException {
    Path directory = Path.of(arguments[0]);
    int count = Integer.parseInt(arguments[1]);
    Settings any =
        Settings.DEFAULTS
            .with(Setting.OVERLAY_LISTEN, ListenAddress.parse("127.0.0.1:0"))
            .with(PortSetting.HTTP_LISTEN, ListenAddress.parse("127.0.0.1:0"));
    List<LivePeer> peers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Settings settings =
          peers.isEmpty()
              ? any
              : any.with(Setting.OVERLAY_BOOTSTRAP, List.of(peers.get(0).self().endpoint()));
      peers.add(LivePeer.start(settings, directory.resolve("peer" + i), failure -> {}));
    }
    TimeUnit.SECONDS.sleep(Long.parseLong(arguments[2]));
    System.out.println(measured(count));
    System.out.flush();
    Runtime.getRuntime().halt(0); // the data directories go anyway
  }

  private static ObjectNode measured(int count) throws JMException, InterruptedException {
    long heap = Long.MAX_VALUE;
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      TimeUnit.MILLISECONDS.sleep(200);
      heap = Math.min(heap, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    String summary =
        (String)
            ManagementFactory.getPlatformMBeanServer()
                .invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "vmNativeMemory",
                    new Object[] {new String[] {"summary"}},
                    new String[] {String[].class.getName()});
    long committed = committed(summary, "Total: reserved=[0-9]+KB, committed=([0-9]+)KB");
    long ofHeap = committed(summary, "Java Heap \\(reserved=[0-9]+KB, committed=([0-9]+)KB");
    long stacks = committed(summary, "\\(stack: reserved=[0-9]+KB, committed=([0-9]+)KB");
    long buffers =
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum();
    return JsonNodeFactory.instance
        .objectNode()
        .put("peers", count)
        .put("heapKibibytes", heap / 1024)
        .put("nativeKibibytes", committed - ofHeap)
        .put("stackKibibytes", stacks)
        .put("bufferKibibytes", buffers / 1024)
        .put("threads", ManagementFactory.getThreadMXBean().getThreadCount());
  }

  private static long committed(String summary, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(summary);
    if (!matcher.find()) {
      throw new IllegalStateException("native memory is not tracked in this way: " + pattern);
    }
    return Long.parseLong(matcher.group(1));
  }
}
