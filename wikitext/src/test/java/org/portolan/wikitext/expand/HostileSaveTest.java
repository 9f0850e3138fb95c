package org.portolan.wikitext.expand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.limit.TextLimitException;
import org.portolan.wikitext.limit.TextLimits;
import org.portolan.wikitext.site.SiteInfo;

/** Texts that cost much when they are saved: they end in linear time, or at a limit. */
class HostileSaveTest {
  private static final int CHARS = 500_000;
  private static final SiteInfo SITE = SiteInfo.standard("Hostile", "en");
  private static final Expander EXPANDER =
      new Expander(SITE, Addresses.LOCAL, ParsedTexts.NONE, Clock.systemUTC());

  /** An hour: a text that needs more than linear time would make a test hang, not fail. */
  private static final TextLimits LIMITS =
      new TextLimits(
          TextLimits.DEFAULT.sourceCharsMax(),
          TextLimits.DEFAULT.expansionsMax(),
          TextLimits.DEFAULT.expandedCharsMax(),
          TextLimits.DEFAULT.depthMax(),
          TextLimits.DEFAULT.readsMax(),
          TextLimits.DEFAULT.htmlCharsMax(),
          Duration.ofHours(1));

  private static String saved(String text, Map<String, String> pages) {
    var page = new PageFacts(SITE.title("Page (x), y").orElseThrow(), 0, 0, Instant.EPOCH, "A", 0);
    return EXPANDER.saved(page, text, new ExpandScript.TestPages(pages), new Allowance(LIMITS));
  }

  static java.util.stream.Stream<String> pieces() {
    return java.util.stream.Stream.concat(
        HostileTextTest.repeated(),
        java.util.stream.Stream.of(
            "~~~",
            "~~~~~",
            "[[|",
            "[[|a]]",
            "[[a (",
            "[[a (b), ",
            "[[" + "a, (".repeat(200) + "|]]",
            "[[" + "a (b), ".repeat(140) + "|]]",
            "{{subst:",
            "{{subst:lc:",
            "{{subst:T|",
            "{{subst:T|<nowiki/>}}",
            "<includeonly>",
            "<includeonly>{{",
            "<nowiki>~~~</nowiki>",
            "<!-- ~~~ -->"));
  }

  @ParameterizedTest
  @MethodSource("pieces")
  void saved_manyTimesThePiece_endsInLinearTime(String piece) {
    var text = piece.repeat(CHARS / piece.length()) + "[[|";
    try {
      assertThat(saved(text, Map.of("Template:T", "{{{1}}}{{{1}}}"))).isNotNull();
    } catch (TextLimitException e) {
      assertThat(e).hasMessageNotContaining(" ms");
    }
  }

  @Test
  void saved_copiesThatDouble_isRefused() {
    var pages = new LinkedHashMap<String, String>();
    for (int i = 0; i < 40; i++) {
      pages.put("Template:D" + i, ("{{subst:D" + (i + 1) + "}}").repeat(2));
    }
    pages.put("Template:D40", "x".repeat(1_000));
    assertThatThrownBy(() -> saved("{{subst:D0}}", pages)).isInstanceOf(TextLimitException.class);
  }

  @Test
  void saved_sourceGivenManyTimes_isRefused() {
    var comment = "<!--" + "x".repeat(1_000_000) + "-->";
    var pages = Map.of("Template:T", "{{{1}}}".repeat(50));
    assertThatThrownBy(() -> saved("{{subst:T|" + comment + "}}", pages))
        .isInstanceOf(TextLimitException.class);
  }
}
