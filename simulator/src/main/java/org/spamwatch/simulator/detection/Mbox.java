package org.spamwatch.simulator.detection;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.simulator.processes.Scratch;

/** Mails in one file, as mail programs have kept them. */
public final class Mbox {
  private static final Pattern FROM = Pattern.compile("(?m)^From ");
  private static final String SEPARATOR = "From a@b.example Thu Jan  1 00:00:00 2026\n";

  private Mbox() {}

  /** Writes mails to a file of a directory, which replaces the one before. */
  public static Path write(Scratch scratch, List<byte[]> mails) throws ProcessException {
    Path file = scratch.path().resolve("mails");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      for (byte[] mail : mails) {
        out.write(entry(mail).getBytes(StandardCharsets.ISO_8859_1));
      }
    } catch (IOException e) {
      throw new ProcessException(file + " cannot be written: " + e.getMessage(), e);
    }
    return file;
  }

  private static String entry(byte[] mail) {
    String text = new String(mail, StandardCharsets.ISO_8859_1).replace("\r\n", "\n");
    text = text.startsWith("From ") ? text.substring(text.indexOf('\n') + 1) : text;
    return SEPARATOR + FROM.matcher(text).replaceAll(">From ") + "\n\n";
  }
}
