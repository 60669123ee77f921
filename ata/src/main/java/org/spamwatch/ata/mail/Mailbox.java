package org.spamwatch.ata.mail;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The mails behind a path or a stream: a file with one mail, an mbox, a Maildir, or a directory of
 * any of these. One mail at a time is in memory.
 *
 * <p>A directory is walked in the order of its names; names that begin with a dot are passed over,
 * and so are symbolic links to directories, which could lead in a circle. A directory with {@code
 * cur} and {@code new} in it is a Maildir: these two are read, {@code new} first, then its folders,
 * whose names do begin with a dot. A file that begins with a {@code From } line is an mbox ({@link
 * MboxReader}), perhaps of one mail.
 */
public final class Mailbox {
  private static final int DEEPEST = 64;

  private final MailLimits limits;

  /** A mailbox that hands out no mail larger than {@code limits.maxBytes()}. */
  public Mailbox(MailLimits limits) {
    this.limits = limits;
  }

  /**
   * Visits every mail behind a path.
   *
   * @return how many mails were handed out
   */
  public <X extends Exception> long visit(Path path, MailVisitor<X> visitor) throws X {
    return visit(path, path.toString(), visitor, 0);
  }

  /**
   * Visits every mail in a stream, which is read to its end and not closed.
   *
   * @param name what to call it
   * @return how many mails were handed out
   */
  public <X extends Exception> long visit(InputStream in, String name, MailVisitor<X> visitor)
      throws X {
    return new MboxReader<>(in, name, limits, visitor).read();
  }

  private <X extends Exception> long visit(
      Path path, String name, MailVisitor<X> visitor, int depth) throws X {
    if (!Files.isDirectory(path)) {
      return file(path, name, visitor);
    }
    if (depth > DEEPEST) {
      visitor.problem(name, "directories lie deeper than " + DEEPEST + " levels; not read");
      return 0;
    }
    long mails = 0;
    boolean maildir = isMaildir(path);
    for (Path entry : entries(path, name, maildir, visitor)) {
      mails += visit(entry, entry.toString(), visitor, depth + 1);
    }
    return mails;
  }

  private <X extends Exception> long file(Path path, String name, MailVisitor<X> visitor) throws X {
    try (InputStream in = Files.newInputStream(path)) {
      return visit(in, name, visitor);
    } catch (IOException e) {
      visitor.problem(name, reason(e));
      return 0;
    }
  }

  private static boolean isMaildir(Path path) {
    return Files.isDirectory(path.resolve("cur")) && Files.isDirectory(path.resolve("new"));
  }

  private static <X extends Exception> List<Path> entries(
      Path path, String name, boolean maildir, MailVisitor<X> visitor) throws X {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(path)) {
      for (Path entry : stream) {
        if (maildir ? isFolder(entry) : isMail(entry)) {
          entries.add(entry);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      visitor.problem(name, "the directory cannot be read");
    }
    Collections.sort(entries);
    if (maildir) {
      entries.add(0, path.resolve("new"));
      entries.add(1, path.resolve("cur"));
    }
    return entries;
  }

  private static boolean isFolder(Path entry) {
    return name(entry).startsWith(".")
        && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)
        && isMaildir(entry);
  }

  private static boolean isMail(Path entry) {
    return !name(entry).startsWith(".")
        && (Files.isRegularFile(entry) || Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS));
  }

  private static String name(Path entry) {
    return String.valueOf(entry.getFileName());
  }

  private static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "no such file";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    return "cannot be read";
  }
}
