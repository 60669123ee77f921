package org.spamwatch.agent.imap;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.spamwatch.agent.config.ConfigurationException;
import org.spamwatch.agent.config.Printable;
import org.spamwatch.agent.config.TomlLines;
import org.spamwatch.agent.file.AtomicFile;
import org.spamwatch.agent.file.OwnerOnly;
import org.spamwatch.agent.proof.SenderProof;

/**
 * The accounts in a TOML file of mode 0600, each a table {@code [account.NAME]}. A key that is not
 * known is an error, since a misspelt one would silently do nothing.
 */
final class AccountsFile {
  private static final int MOST_BYTES = 1 << 20;
  private static final int MOST_ACCOUNTS = 64;
  private static final Pattern POLL = Pattern.compile("([0-9]{1,4}) ?(s|min)");
  private static final String USUAL_POLL = "1 min";
  private static final int USUAL_HOPS = 2;
  private static final int MOST_HOPS = 20;

  /** A server may log out who is idle for half an hour (RFC 3501, section 5.4). */
  private static final Duration MOST_POLL = Duration.ofMinutes(29);

  private static final Set<String> KEYS =
      new TreeSet<>(
          Set.of(
              "host",
              "port",
              "tls",
              "certificate",
              "user",
              "password-command",
              "password-file",
              "password-environment",
              "token-command",
              "junk",
              "authserv-id",
              "hops",
              "poll"));

  private final Path file;
  private final TomlLines lines;

  private AccountsFile(Path file, TomlLines lines) {
    this.file = file;
    this.lines = lines;
  }

  /** Reads the accounts, at least one. */
  static List<Account> read(Path file) throws ConfigurationException {
    String text = content(file);
    AccountsFile reader = new AccountsFile(file, new TomlLines(text));
    try {
      return reader.accounts(new TomlMapper().readTree(text));
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      String problem = e.getOriginalMessage().lines().findFirst().orElse("").strip();
      throw new ConfigurationException(file + ":" + line + ": not TOML: " + problem, e);
    }
  }

  private static String content(Path file) throws ConfigurationException {
    try {
      OwnerOnly.check(file);
      if (Files.size(file) > MOST_BYTES) {
        throw new ConfigurationException(file + ": longer than " + MOST_BYTES + " bytes");
      }
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new ConfigurationException(
          file + ": no such file; docs/integrations/imap.md shows one", e);
    } catch (CharacterCodingException e) {
      throw new ConfigurationException(file + ": not UTF-8", e);
    } catch (IOException e) {
      throw new ConfigurationException(file + ": " + AtomicFile.reason(e), e);
    }
  }

  private List<Account> accounts(JsonNode root) throws ConfigurationException {
    for (Iterator<String> names = root.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!name.equals("account")) {
        throw problem(name, "unknown; allowed are tables [account.NAME]");
      }
    }
    JsonNode tables = root.path("account");
    if (!tables.isObject() || tables.isEmpty() || tables.size() > MOST_ACCOUNTS) {
      throw problem("account", "needed are 1 to " + MOST_ACCOUNTS + " tables [account.NAME]");
    }
    List<Account> accounts = new ArrayList<>();
    for (Map.Entry<String, JsonNode> table : tables.properties()) {
      String name = table.getKey();
      if (!name.matches("[A-Za-z0-9_-]{1,64}") || !table.getValue().isObject()) {
        throw problem("account." + name, "an account's name has 1 to 64 letters, digits, - and _");
      }
      accounts.add(new Table(name, table.getValue()).account());
    }
    return accounts;
  }

  private ConfigurationException problem(String key, String line) {
    return new ConfigurationException(
        file + ":" + lines.of(key) + ": " + Printable.line(key) + ": " + line);
  }

  /** One account's table. */
  private final class Table {
    private final String name;
    private final JsonNode values;

    Table(String name, JsonNode values) {
      this.name = name;
      this.values = values;
    }

    Account account() throws ConfigurationException {
      for (Iterator<String> keys = values.fieldNames(); keys.hasNext(); ) {
        String key = keys.next();
        if (!KEYS.contains(key)) {
          throw wrong(key, "unknown; allowed are " + String.join(", ", KEYS));
        }
      }
      boolean tls = tls();
      return new Account(
          name,
          needed("host"),
          port(tls),
          tls,
          text("certificate").map(Path::of),
          needed("user"),
          secret(),
          text("junk"),
          proof(),
          poll());
    }

    private ConfigurationException wrong(String key, String line) {
      return problem("account." + name + "." + key, line);
    }

    private Optional<String> text(String key) throws ConfigurationException {
      JsonNode value = values.path(key);
      if (value.isMissingNode()) {
        return Optional.empty();
      }
      String text = value.asText();
      if (!value.isTextual() || text.isEmpty() || !Printable.line(text).equals(text)) {
        throw wrong(key, "allowed is a line of text in quotes");
      }
      return Optional.of(text);
    }

    private String needed(String key) throws ConfigurationException {
      return text(key).orElseThrow(() -> wrong(key, "is needed"));
    }

    private boolean tls() throws ConfigurationException {
      JsonNode value = values.path("tls");
      if (value.isMissingNode()) {
        return true;
      }
      if (!value.isBoolean()) {
        throw wrong("tls", "allowed are true and false");
      }
      if (!value.booleanValue() && !isLoopback(needed("host"))) {
        throw wrong("tls", "false is allowed for this host itself only (127.0.0.1, ::1)");
      }
      return value.booleanValue();
    }

    private boolean isLoopback(String host) {
      try {
        // Only what is an address: a name's could be another one tomorrow.
        boolean address = host.matches("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
        return host.equals("localhost")
            || (address && InetAddress.getByName(host).isLoopbackAddress());
      } catch (UnknownHostException e) {
        return false;
      }
    }

    private int port(boolean tls) throws ConfigurationException {
      JsonNode value = values.path("port");
      if (value.isMissingNode()) {
        return tls ? 993 : 143;
      }
      if (!value.isInt() || value.intValue() < 1 || value.intValue() > 65_535) {
        throw wrong("port", "allowed is 1 to 65535");
      }
      return value.intValue();
    }

    private SenderProof proof() throws ConfigurationException {
      JsonNode hops = values.path("hops");
      if (!hops.isMissingNode()
          && (!hops.isInt() || hops.intValue() < 0 || hops.intValue() > MOST_HOPS)) {
        throw wrong("hops", "allowed is 0 to " + MOST_HOPS);
      }
      List<String> servers = text("authserv-id").stream().toList();
      return new SenderProof(servers, hops.asInt(USUAL_HOPS), List.of());
    }

    private Duration poll() throws ConfigurationException {
      String text = text("poll").orElse(USUAL_POLL);
      Matcher matcher = POLL.matcher(text);
      if (matcher.matches()) {
        int number = Integer.parseInt(matcher.group(1));
        boolean seconds = matcher.group(2).equals("s");
        Duration poll = seconds ? Duration.ofSeconds(number) : Duration.ofMinutes(number);
        if (!poll.isZero() && poll.compareTo(MOST_POLL) <= 0) {
          return poll;
        }
      }
      throw wrong("poll", "allowed is 1 s to 29 min");
    }

    private Secret secret() throws ConfigurationException {
      List<Secret> secrets = new ArrayList<>();
      for (String key : List.of("password-command", "token-command")) {
        if (values.has(key)) {
          boolean token = key.startsWith("token");
          secrets.add(new Secret(Secret.Source.COMMAND, command(key), token));
        }
      }
      text("password-file")
          .ifPresent(from -> secrets.add(new Secret(Secret.Source.FILE, List.of(from), false)));
      text("password-environment")
          .ifPresent(
              from -> secrets.add(new Secret(Secret.Source.ENVIRONMENT, List.of(from), false)));
      if (secrets.size() != 1) {
        throw wrong(
            "password-command",
            "needed is this, or password-file, password-environment or token-command, one of them");
      }
      return secrets.get(0);
    }

    private List<String> command(String key) throws ConfigurationException {
      List<String> words = new ArrayList<>();
      for (JsonNode word : values.path(key)) {
        if (!word.isTextual()) {
          throw wrong(key, "allowed is a list of words, such as [\"pass\", \"show\", \"mail\"]");
        }
        words.add(word.asText());
      }
      if (words.isEmpty()) {
        throw wrong(key, "allowed is a list of words, such as [\"pass\", \"show\", \"mail\"]");
      }
      return words;
    }
  }
}
