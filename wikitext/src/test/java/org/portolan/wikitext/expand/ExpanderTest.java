package org.portolan.wikitext.expand;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.limit.TextLimits;
import org.portolan.wikitext.site.SiteInfo;

class ExpanderTest {
  private static final SiteInfo SITE = SiteInfo.standard("Charts", "en");

  private static Expanded expand(String text, PageTexts pages, ParsedTexts cache) {
    var page = PageFacts.unsaved(SITE.title("Page").orElseThrow(), Instant.EPOCH);
    return new Expander(SITE, Addresses.LOCAL, cache, Clock.systemUTC())
        .expand(page, text, pages, new Allowance(TextLimits.DEFAULT));
  }

  @Test
  void expand_namesWrittenOut_readsOneBatchForEachLevel() {
    var pages =
        new ExpandScript.TestPages(
            Map.of(
                "Template:A", "{{B}}{{#if:|{{C}}}}",
                "Template:B", "{{D|{{C}}}}",
                "Template:C", "c{{#ifexist:Riga|r}}",
                "Template:D", "<ref>{{C}}</ref>"));
    expand(
        "{{A}} {{B}} {{lc:{{Nothing}}}} {{#ifexist:Riga|x}} {{PAGENAME}}", pages, ParsedTexts.NONE);
    assertThat(pages.reads)
        .containsExactly(
            "[Template:A, Template:B, Template:Nothing] [Riga]", "[Template:C, Template:D] []");
  }

  @Test
  void expand_computedNames_readsThemInOneMoreBatch() {
    var pages =
        new ExpandScript.TestPages(Map.of("Template:N", "{{X{{{1}}}}}{{#ifexist:P{{{1}}}|a}}"));
    var text = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      text.append("{{N|").append(i).append("}}");
    }
    var expanded = expand(text.toString(), pages, ParsedTexts.NONE);
    assertThat(pages.reads)
        .containsExactly("[Template:N] []", "[Template:X0, Template:X1, Template:X2] [P0, P1, P2]");
    assertThat(expanded.pages())
        .hasSize(7)
        .containsEntry("P0", 0L)
        .containsEntry("Template:X2", 0L);
    assertThat(expanded.templates())
        .containsExactlyInAnyOrder("Template:N", "Template:X0", "Template:X1", "Template:X2");
  }

  @Test
  void expand_branchNotTaken_isNoDependency() {
    var pages = new ExpandScript.TestPages(Map.of("Template:A", "a", "Template:B", "b"));
    var expanded = expand("{{#if:x|{{A}}|{{B}}}}", pages, ParsedTexts.NONE);
    assertThat(expanded.pages()).containsOnlyKeys("Template:A");
  }

  @Test
  void expand_sameRevision_isParsedOnce() {
    var parsed = new ArrayList<String>();
    var kept = new RecentParsedTexts(1_000_000);
    ParsedTexts cache =
        (title, revision, parse) ->
            kept.get(
                title,
                revision,
                () -> {
                  parsed.add(title);
                  return parse.get();
                });
    var pages = new ExpandScript.TestPages(Map.of("Template:A", "a{{B}}", "Template:B", "b"));
    for (int i = 0; i < 3; i++) {
      assertThat(expand("{{A}}{{A}}", pages, cache).text()).isEqualTo("abab");
    }
    assertThat(parsed).containsExactlyInAnyOrder("Template:A", "Template:B");
  }

  @Test
  void recentParsedTexts_moreThanItsBytes_forgetsTheOldest() {
    var text =
        ParsedText.parse(
            "x".repeat(1_000), ParsedText.Mode.INCLUDED, new Allowance(TextLimits.DEFAULT));
    var made = new ArrayList<String>();
    var kept = new RecentParsedTexts(3L * text.weight());
    for (var title : new String[] {"a", "b", "c", "a", "d", "a", "b"}) {
      kept.get(
          title,
          new PageText(1, "x", java.util.Optional.empty()),
          () -> {
            made.add(title);
            return text;
          });
    }
    assertThat(made).containsExactly("a", "b", "c", "d", "b");
  }

  @Test
  void weight_ofAnyText_growsWithIt() {
    var allowance = new Allowance(TextLimits.DEFAULT);
    var small = ParsedText.parse("{{a|b}}", ParsedText.Mode.INCLUDED, allowance).weight();
    var large =
        ParsedText.parse("{{a|b}}".repeat(1_000), ParsedText.Mode.INCLUDED, allowance).weight();
    assertThat(large).isGreaterThan(500 * small);
  }
}
