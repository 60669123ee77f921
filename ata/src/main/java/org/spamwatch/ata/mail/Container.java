package org.spamwatch.ata.mail;

import java.util.ArrayList;
import java.util.List;

/** A multipart that is being read, or the mail as a whole. */
final class Container {
  private final boolean alternative;
  private final List<List<TextPart>> children = new ArrayList<>();
  private boolean parted;
  private String preamble = "";

  Container(boolean alternative) {
    this.alternative = alternative;
  }

  void sawPart() {
    parted = true;
  }

  void preamble(String text) {
    preamble = text;
  }

  String preamble() {
    return preamble;
  }

  /** Whether it claimed to have parts and none began. */
  boolean isUnparted() {
    return !parted;
  }

  boolean isEmpty() {
    return children.isEmpty();
  }

  void add(TextPart part) {
    children.add(List.of(part));
  }

  void addAll(List<TextPart> parts) {
    if (!parts.isEmpty()) {
      children.add(parts);
    }
  }

  /** Of alternatives the last of the richest kind with text in it, else all children. */
  List<TextPart> chosen() {
    if (!alternative || children.size() < 2) {
      return children.stream().flatMap(List::stream).toList();
    }
    List<TextPart> best = children.get(0);
    for (List<TextPart> child : children) {
      if (richness(child) >= richness(best)) {
        best = child;
      }
    }
    return best;
  }

  private static int richness(List<TextPart> parts) {
    boolean text = parts.stream().anyMatch(TextPart::hasText);
    boolean html = parts.stream().anyMatch(TextPart::html);
    return (text ? 2 : 0) + (html ? 1 : 0);
  }
}
