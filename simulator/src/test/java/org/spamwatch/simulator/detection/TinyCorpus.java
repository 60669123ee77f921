package org.spamwatch.simulator.detection;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** A corpus of made-up mail in a directory. */
final class TinyCorpus {
  private static final String HEADER = "path\tlabel\tsource\tdate\tsub\tcluster_jac\texact_text\n";

  private final Path directory;
  private final Random random = new Random(7);
  private final StringBuilder manifest = new StringBuilder(HEADER);
  private int written;

  TinyCorpus(Path directory) {
    this.directory = directory;
  }

  /** Random words as a text of about {@code length} characters. */
  String text(int length) {
    return Words.paragraph(length, random).replaceAll("(.{60}\\S*) ", "$1\n");
  }

  /** Adds a mail with a text. */
  TinyCorpus add(String label, String date, String mailbox, String cluster, String text)
      throws IOException {
    String name = "mail" + written++ + ".eml";
    Files.write(directory.resolve(name), CopiedMail.plain(text + "\n", random));
    manifest.append(
        String.join(
                "\t",
                name,
                label,
                "made-up",
                date,
                mailbox,
                cluster,
                "text" + Integer.toHexString(text.hashCode()))
            + "\n");
    return this;
  }

  /** Writes the manifest; returns the directory. */
  Path write() throws IOException {
    Files.write(
        directory.resolve("manifest.tsv"), manifest.toString().getBytes(StandardCharsets.UTF_8));
    return directory;
  }

  /** Writes a mail with a text into a folder, under a name that sorts by number. */
  static void mail(Path folder, int number, String text) throws IOException {
    Files.createDirectories(folder);
    Files.write(
        folder.resolve("%05d".formatted(number)),
        CopiedMail.plain(text + "\n", new Random(31L * text.hashCode() + number)));
  }
}
