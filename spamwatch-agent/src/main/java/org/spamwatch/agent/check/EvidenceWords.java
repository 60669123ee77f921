package org.spamwatch.agent.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.spamwatch.ata.evidence.EvidenceKind;

/** What people are told of evidence beside the text. */
final class EvidenceWords {
  private EvidenceWords() {}

  /** A kind as it is written in JSON, such as {@code contact}. */
  static String label(EvidenceKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** In what two mails are alike, such as {@code the same contact address and links}. */
  static String same(Collection<EvidenceKind> kinds) {
    List<String> words = new ArrayList<>();
    for (EvidenceKind kind : EvidenceKind.values()) {
      if (kinds.contains(kind)) {
        words.add(word(kind));
      }
    }
    int last = words.size() - 1;
    return "the same "
        + (last <= 0
            ? String.join("", words)
            : String.join(", ", words.subList(0, last)) + " and " + words.get(last));
  }

  private static String word(EvidenceKind kind) {
    return switch (kind) {
      case DOMAIN -> "proven sender";
      case CONTACT -> "contact address";
      case SENDER -> "sending domain and program";
      case LINK -> "links";
      case HTML -> "layout";
      case COARSE -> "wording";
      case ATTACHMENT -> "attachment";
      case SUBJECT -> "subject";
      case SHORT -> "short text and subject";
      case NAME -> "sender's name";
      case HOST -> "hosts";
    };
  }
}
