package org.spamwatch.clients;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Thunderbird with our add-on and an account for each user of a Dovecot, without a screen. What its
 * person does and sees is in {@code thunderbird.js}.
 */
final class Thunderbird {
  private static final String ADDON = "spamwatch@spamwatch.org";

  private final Scratch scratch;
  private final int port;
  private final String helpers;
  private Daemon daemon;
  private Marionette marionette;

  private Thunderbird(Scratch scratch, int imap, List<String> users) throws Exception {
    this.scratch = scratch;
    port = scratch.freePort();
    try (var in = Thunderbird.class.getResourceAsStream("thunderbird.js")) {
      helpers = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    scratch.write("thunderbird/user.js", preferences(imap, users));
    Path extensions = scratch.directory("thunderbird/extensions");
    Programs.run(
            Scratch.ofProject("integrations/thunderbird/pack.sh").toString(),
            extensions.resolve(ADDON + ".xpi").toString())
        .well();
    daemon = startDaemon();
    marionette = connect();
    run("await addLogins(args[0], args[1])", users, Dovecot.PASSWORD);
  }

  /** Starts one, which the scratch directory owns, with the users' inboxes read. */
  static Thunderbird start(Scratch scratch, Dovecot dovecot, List<String> users) throws Exception {
    DebianPackages.installed("thunderbird", "zip");
    Thunderbird thunderbird = new Thunderbird(scratch, dovecot.imapPort(), users);
    return scratch.owns(thunderbird, thunderbird::close);
  }

  private String preferences(int imap, List<String> users) throws IOException {
    StringBuilder text = new StringBuilder();
    try (var in = Thunderbird.class.getResourceAsStream("thunderbird-user.js")) {
      String template = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      text.append(Scratch.filled(template, Map.of("PORT", Integer.toString(port))));
    }
    Map<String, String> values = new TreeMap<>();
    StringBuilder accounts = new StringBuilder("local");
    for (String user : users) {
      accounts.append(",account_").append(user);
      String server = "mail.server.server_" + user + ".";
      values.put("mail.account.account_" + user + ".server", "\"server_" + user + "\"");
      values.put("mail.account.account_" + user + ".identities", "\"id_" + user + "\"");
      values.put("mail.identity.id_" + user + ".useremail", "\"" + user + "@generated.example\"");
      values.put("mail.identity.id_" + user + ".valid", "true");
      values.put(server + "type", "\"imap\"");
      values.put(server + "hostname", "\"127.0.0.1\"");
      values.put(server + "port", Integer.toString(imap));
      values.put(server + "userName", "\"" + user + "\"");
      values.put(server + "name", "\"" + user + "@generated.example\"");
      values.put(server + "authMethod", "3");
      values.put(server + "socketType", "0");
    }
    values.put("mail.accountmanager.accounts", "\"" + accounts + "\"");
    values.put("mail.accountmanager.defaultaccount", "\"account_" + users.get(0) + "\"");
    values.forEach(
        (name, value) ->
            text.append("user_pref(\"").append(name).append("\", ").append(value).append(");\n"));
    return text.toString();
  }

  private Daemon startDaemon() throws Exception {
    scratch.directory("thunderbird-home");
    return Daemon.start(
            scratch,
            "thunderbird",
            List.of(
                "/usr/lib/thunderbird/thunderbird-bin",
                "--profile",
                scratch.path("thunderbird").toString(),
                "--no-remote",
                "--headless",
                "--marionette",
                "--remote-allow-system-access"),
            Map.of(
                "HOME", scratch.path("thunderbird-home").toString(),
                "LANG", "C.UTF-8",
                "MOZ_CRASHREPORTER_DISABLE", "1"))
        .awaitPort(port);
  }

  private Marionette connect() throws Exception {
    Marionette connected = Marionette.connect(port);
    String ready = "return tabmail() ? extension()?.backgroundState ?? '' : ''";
    Awaiting.until(
        "the add-on runs", () -> connected.run(helpers + ready).asText().equals("running"));
    return connected;
  }

  /** Runs the body of an async function in Thunderbird, with the helpers. */
  JsonNode run(String body, Object... arguments) throws IOException {
    return marionette.run(helpers + "\n" + body, arguments);
  }

  /** Ends it as a person does, and starts it again. */
  void restart() throws Exception {
    stop();
    start();
  }

  /** Ends it as a person does. */
  void stop() throws Exception {
    marionette.quit();
    if (daemon.awaitEnd() != 0) {
      throw new AssertionError("did not end well: " + daemon.log());
    }
  }

  /** Starts it again. */
  void start() throws Exception {
    daemon = startDaemon();
    marionette = connect();
  }

  /** Displays a mail. */
  void select(String user, String folder, Mail mail) throws IOException {
    run("await select(args[0], args[1], args[2])", user, folder, bare(mail));
  }

  /** A mail's Message-ID without angle brackets, as Thunderbird has it. */
  static String bare(Mail mail) {
    return mail.id().substring(1, mail.id().length() - 1);
  }

  /** The text of the banner of the mail that is displayed; empty if there is none. */
  String banner() throws IOException {
    return run("return banner()").asText();
  }

  /** Clicks a button of the banner. */
  void click(String button) throws IOException {
    run("await clickBanner(args[0])", button);
  }

  /** Runs the body of an async function in one of the add-on's pages. */
  JsonNode page(String path, String body, Object... arguments) throws IOException {
    return run("return page(args[0], args[1], ...args.slice(2))", concat(path, body, arguments));
  }

  private static Object[] concat(String path, String body, Object[] rest) {
    Object[] all = new Object[rest.length + 2];
    all[0] = path;
    all[1] = body;
    System.arraycopy(rest, 0, all, 2, rest.length);
    return all;
  }

  /** Writes a picture of the window, if the environment's SPAMWATCH_PICTURES names a directory. */
  void picture(String name) throws IOException {
    String directory = System.getenv("SPAMWATCH_PICTURES");
    if (directory != null) {
      Path file = Files.createDirectories(Path.of(directory)).resolve(name + ".png");
      Files.write(file, Base64.getDecoder().decode(marionette.picture()));
    }
  }

  private void close() throws IOException {
    try {
      marionette.close();
    } finally {
      daemon.close();
    }
  }

  /** Changes the options as a person does, and waits until they are kept. */
  void options(String change, Object... arguments) throws IOException {
    page(
        "pages/options.html",
        "const document = content.document; const form = document.getElementById('form');"
            + change
            + "document.getElementById('save').click();"
            + "while (document.getElementById('saved').textContent !== 'Saved.')"
            + " { await new Promise(done => content.setTimeout(done, 20)); }",
        arguments);
  }
}
