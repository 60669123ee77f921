package org.spamwatch.ata.mail;

import java.util.ArrayList;
import java.util.List;

/** A multipart that is being read, or the mail as a whole. */
final class Container {
  private final boolean alternative;
  private final List<TextPart> chosen = new ArrayList<>();

  /** How good the chosen one of alternatives is. */
  private int richness = -1;

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
    return chosen.isEmpty();
  }

  void add(TextPart part) {
    addAll(List.of(part));
  }

  /** Of alternatives only the last of the richest kind is kept, so that others cost no memory. */
  void addAll(List<TextPart> parts) {
    if (parts.isEmpty()) {
      return;
    }
    if (alternative) {
      int given = richness(parts);
      if (given < richness) {
        return;
      }
      richness = given;
      chosen.clear();
    }
    chosen.addAll(parts);
  }

  /** Of alternatives the last of the richest kind with text in it, else all children. */
  List<TextPart> chosen() {
    return chosen;
  }

  private static int richness(List<TextPart> parts) {
    boolean text = parts.stream().anyMatch(TextPart::hasText);
    boolean html = parts.stream().anyMatch(TextPart::html);
    return (text ? 2 : 0) + (html ? 1 : 0);
  }
}
