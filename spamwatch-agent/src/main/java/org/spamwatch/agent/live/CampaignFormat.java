package org.spamwatch.agent.live;

import static com.google.common.base.Preconditions.checkArgument;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.spamwatch.agent.campaign.CampaignRule;
import org.spamwatch.agent.campaign.CampaignRule.Action;
import org.spamwatch.agent.campaign.CampaignRules;
import org.spamwatch.agent.file.TextFormat;
import org.spamwatch.ata.fingerprint.CompactVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * The postmaster's rules on campaigns:
 *
 * <pre>
 * spamwatch-campaigns 1
 * allow GUID SINCE NOTE
 * vector SCHEME WHOLE IDENTITY...
 * </pre>
 *
 * A line for each rule (allow or block, 40 hexadecimal digits, milliseconds since the epoch, the
 * note URL-encoded), behind it a line for each of its vectors (the scheme's label, 0 or 1 for a
 * whole text, identities of 16 hexadecimal digits).
 */
final class CampaignFormat {
  static final TextFormat<List<CampaignRule>> RULES =
      new TextFormat<>(
          "spamwatch-campaigns",
          1,
          Optional.empty(),
          16 << 20,
          CampaignFormat::parse,
          CampaignFormat::print);

  private CampaignFormat() {}

  private static List<CampaignRule> parse(Iterator<String> lines) {
    List<CampaignRule> rules = new ArrayList<>();
    while (lines.hasNext()) {
      String[] words = lines.next().split(" ", -1);
      if (words[0].equals("vector") && !rules.isEmpty()) {
        CampaignRule last = rules.remove(rules.size() - 1);
        List<CompactVector> vectors = new ArrayList<>(last.vectors());
        vectors.add(vector(words));
        rules.add(
            new CampaignRule(last.guid(), last.action(), last.sinceMillis(), last.note(), vectors));
      } else {
        rules.add(rule(words));
      }
      checkArgument(
          rules.size() <= CampaignRules.MAX_RULES, "more than %s rules", CampaignRules.MAX_RULES);
    }
    return rules;
  }

  private static CampaignRule rule(String[] words) {
    if (words.length != 4 || !words[1].matches("[0-9a-f]{40}")) {
      throw new IllegalArgumentException("a rule has four words");
    }
    return new CampaignRule(
        Id.ofHex(words[1]),
        Action.valueOf(words[0].toUpperCase(Locale.ROOT)),
        Long.parseLong(words[2]),
        URLDecoder.decode(words[3], StandardCharsets.UTF_8),
        List.of());
  }

  private static CompactVector vector(String[] words) {
    if (words.length < 4 || !words[2].matches("[01]")) {
      throw new IllegalArgumentException("a vector has a scheme, 0 or 1, and identities");
    }
    List<Long> identities = new ArrayList<>();
    for (int i = 3; i < words.length; i++) {
      if (!words[i].matches("[0-9a-f]{16}")) {
        throw new IllegalArgumentException("an identity has 16 digits");
      }
      identities.add(Long.parseUnsignedLong(words[i], 16));
    }
    return new CompactVector(scheme(words[1]), words[2].equals("1"), identities);
  }

  private static Scheme scheme(String label) {
    // A rule of a mail that a newer peer published names its scheme by the number.
    return Scheme.ofLabel(label).orElseGet(() -> Scheme.of(Integer.parseInt(label)));
  }

  private static String print(List<CampaignRule> rules) {
    StringBuilder text = new StringBuilder();
    for (CampaignRule rule : rules) {
      text.append(rule.action().label()).append(' ').append(rule.guid());
      text.append(' ').append(rule.sinceMillis()).append(' ');
      text.append(URLEncoder.encode(rule.note(), StandardCharsets.UTF_8)).append('\n');
      for (CompactVector vector : rule.vectors()) {
        text.append("vector ").append(vector.scheme().label());
        text.append(vector.wholeText() ? " 1" : " 0");
        for (Long identity : vector.identities()) {
          text.append(String.format(Locale.ROOT, " %016x", identity));
        }
        text.append('\n');
      }
    }
    return text.toString();
  }
}
