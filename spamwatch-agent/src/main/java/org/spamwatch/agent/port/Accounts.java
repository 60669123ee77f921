package org.spamwatch.agent.port;

import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.spamwatch.agent.port.OtherEnd.Account;

/**
 * This host's accounts, by their numbers: as the password file has them, else as {@code getent}
 * finds them (of a directory service). Both are asked by the number, whatever said it, so that an
 * account has one name here. Safe for any thread; may take two seconds. What was found, or not, is
 * remembered for a minute.
 */
final class Accounts {
  private static final Duration REMEMBERED = Duration.ofMinutes(1);
  private static final int MOST_REMEMBERED = 1_024;
  private static final int PATIENCE_SECONDS = 2;
  private static final int MOST_BYTES = 4_096;
  private static final int NOT_FOUND = 2; // getent's exit status

  /** The number that stands for all that have none in a user namespace; on most hosts nobody's. */
  private static final long OVERFLOW = 65_534;

  private final Path passwordFile;
  private final List<String> getent;
  private final OptionalLong own;
  private final LoadingCache<String, Optional<Entry>> found =
      CacheBuilder.newBuilder()
          .maximumSize(MOST_REMEMBERED)
          .expireAfterWrite(REMEMBERED)
          .build(CacheLoader.from(this::lookUp));

  private record Entry(String name, long number) {}

  /**
   * Accounts of a host.
   *
   * @param getent the command that finds an account, but for its number or name
   * @param own the number of the account as which this program runs
   */
  Accounts(Path passwordFile, List<String> getent, OptionalLong own) {
    this.passwordFile = passwordFile;
    this.getent = List.copyOf(getent);
    this.own = own;
  }

  /** Those of the host that this program runs on. */
  static Accounts ofThisHost() {
    return new Accounts(
        Path.of("/etc/passwd"),
        List.of("/usr/bin/getent", "passwd", "--"),
        effective(Path.of("/proc/self/status")));
  }

  /** From the line of a process's real, effective, saved and file system account. */
  private static OptionalLong effective(Path status) {
    try (Stream<String> lines = Files.lines(status, StandardCharsets.ISO_8859_1)) {
      return lines
          .filter(line -> line.startsWith("Uid:"))
          .mapToLong(line -> Long.parseLong(line.split("\t", 4)[2]))
          .findFirst();
    } catch (IOException e) {
      return OptionalLong.empty(); // then root alone is the owner
    }
  }

  /** The account with a number; none if that stands for nobody, or cannot be looked up now. */
  Optional<Account> ofNumber(long number) {
    if (number == OVERFLOW || number < 0 || number > Integer.MAX_VALUE) {
      return Optional.empty();
    }
    boolean isOwner = number == 0 || (own.isPresent() && number == own.getAsLong());
    return found
        .getUnchecked(Long.toString(number))
        .map(entry -> new Account(entry.name(), isOwner));
  }

  /** The account of a name that the system has given, or of a number if it found no name. */
  Optional<Account> ofName(String name) {
    if (isNumber(name)) {
      return ofNumber(Long.parseLong(name));
    }
    return found.getUnchecked(name).flatMap(entry -> ofNumber(entry.number()));
  }

  private static boolean isNumber(String text) {
    return text.matches("[0-9]{1,10}");
  }

  private Optional<Entry> lookUp(String key) {
    try (BufferedReader lines =
        Files.newBufferedReader(passwordFile, StandardCharsets.ISO_8859_1)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Optional<Entry> entry = read(line, key);
        if (entry.isPresent()) {
          return entry;
        }
      }
      return ask(key);
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private Optional<Entry> ask(String key) throws IOException, InterruptedException {
    List<String> command = Stream.concat(getent.stream(), Stream.of(key)).toList();
    Process asked =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try {
      asked.getOutputStream().close();
      if (!asked.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        return Optional.empty();
      }
      if (asked.exitValue() == NOT_FOUND && isNumber(key)) {
        return Optional.of(new Entry(key, Long.parseLong(key)));
      }
      byte[] line = asked.getInputStream().readNBytes(MOST_BYTES);
      return read(new String(line, StandardCharsets.ISO_8859_1), key);
    } finally {
      asked.destroyForcibly();
    }
  }

  /** What a line of the password file says of an account, if it is that line. */
  private static Optional<Entry> read(String line, String key) {
    String[] words = line.split(":", 4);
    boolean isIt =
        words.length == 4 && isNumber(words[2]) && words[isNumber(key) ? 2 : 0].equals(key);
    // A name that looks like a number is none, or it could be taken for another account's.
    return isIt && !words[0].isEmpty() && !words[0].startsWith("#")
        ? Optional.of(new Entry(isNumber(words[0]) ? words[2] : words[0], Long.parseLong(words[2])))
        : Optional.empty();
  }
}
