package org.spamwatch.agent.live;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The size of the processor's second-level cache, as the system tells it. */
final class ProcessorCache {
  private static final Path SYSTEM = Path.of("/sys/devices/system/cpu/cpu0/cache/index2/size");
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})([KM]?)\\s*");
  private static final int KIBI = 1 << 10;
  private static final int MEBI = 1 << 20;

  private ProcessorCache() {}

  /** Its bytes: 64 KiB to 64 MiB; 1 MiB where the system does not tell. */
  static int bytes() {
    return bytes(SYSTEM);
  }

  /** What a file tells, such as {@code 1024K}. */
  static int bytes(Path file) {
    try {
      Matcher size = SIZE.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
      if (size.matches()) {
        long number = Long.parseLong(size.group(1));
        long unit = size.group(2).isEmpty() ? 1 : size.group(2).equals("K") ? KIBI : MEBI;
        return (int) Math.max(64 * KIBI, Math.min(64 * MEBI, number * unit));
      }
    } catch (IOException e) {
      return MEBI;
    }
    return MEBI;
  }
}
