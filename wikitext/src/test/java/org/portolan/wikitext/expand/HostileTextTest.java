package org.portolan.wikitext.expand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.limit.TextLimitException;
import org.portolan.wikitext.limit.TextLimits;
import org.portolan.wikitext.site.SiteInfo;

/** Texts made to cost much: they end in linear time, or at a limit that is not the time. */
class HostileTextTest {
  private static final int TIMES = 100_000;
  private static final SiteInfo SITE = SiteInfo.standard("Hostile", "en");
  private static final Expander EXPANDER =
      new Expander(SITE, Addresses.LOCAL, ParsedTexts.NONE, Clock.systemUTC());

  /** An hour: a text that needs more than linear time would make this test hang, not fail. */
  private static final TextLimits LIMITS = limits(Duration.ofHours(1));

  private static TextLimits limits(Duration time) {
    var usual = TextLimits.DEFAULT;
    return new TextLimits(
        usual.sourceCharsMax(),
        usual.expansionsMax(),
        usual.expandedCharsMax(),
        usual.depthMax(),
        usual.readsMax(),
        usual.htmlCharsMax(),
        time);
  }

  private static Expanded expand(String text, Map<String, String> pages) {
    var page = PageFacts.unsaved(SITE.title("Page").orElseThrow(), Instant.EPOCH);
    return EXPANDER.expand(page, text, new ExpandScript.TestPages(pages), new Allowance(LIMITS));
  }

  static Stream<String> repeated() {
    return Stream.of(
        "{{",
        "{{{",
        "{",
        "}}",
        "}",
        "[[",
        "]]",
        "[",
        "-{",
        "}-",
        "|",
        "=",
        "{{a",
        "{{a|",
        "{{a|b=",
        "{{{|",
        "{{{a|b",
        "[[a|",
        "[[{{a}}",
        "[[{{{a}}}]]",
        "-{{",
        "-{{{",
        "{{-{",
        "{{[[",
        "[[{{",
        "\n=",
        "\n==",
        "\n== a ==",
        "{{a|\n==",
        "\n{{a|\n=",
        "<!--",
        "<!---->",
        "\n<!-- -->",
        " <!-- -->\n",
        "\n <!--a--> ",
        "-->",
        "<!-- --",
        "<ref>",
        "<ref",
        "<ref ",
        "<ref name=\"",
        "<ref/>",
        "</ref>",
        "</ref ",
        "<ref></ref ",
        "<ref></ref\n",
        "<ref><poem>",
        "<poem><ref>",
        "<ref></poem>",
        "<ref>a</ref>",
        "<nowiki>",
        "<noinclude>",
        "</noinclude>",
        "<includeonly>",
        "<onlyinclude>",
        "</onlyinclude>",
        "<onlyinclude></onlyinclude>",
        "<",
        "</",
        "<a",
        "\u007f",
        "\u007f1\u007f",
        "{{!}}",
        "{{{1}}}",
        "\ud800");
  }

  @ParameterizedTest
  @MethodSource("repeated")
  void expand_manyTimesThePiece_endsInLinearTime(String piece) {
    int times = Math.min(10 * TIMES, LIMITS.sourceCharsMax() / piece.length());
    var text = piece.repeat(times);
    for (var each :
        new String[] {text, text + ">", "{{T|" + text + "}}", "<poem>" + text + "</poem>"}) {
      if (each.length() <= LIMITS.sourceCharsMax()) {
        assertEnds(each, Map.of("Template:T", "{{{1}}}"));
      }
    }
    assertEnds("{{P}}", Map.of("Template:P", text));
  }

  private static void assertEnds(String text, Map<String, String> pages) {
    try {
      assertThat(expand(text, pages).text()).isNotNull();
    } catch (TextLimitException e) {
      assertThat(e.getMessage()).doesNotContain("ms").doesNotContain("interrupted");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "{{,}}",
    "{{{,}}}",
    "{{{1|,}}}",
    "{{#if:x|,}}",
    "{{lc:,}}",
    "[[,]]",
    "-{,}-",
    "{{T|,}}",
    "{{{{{,}}}}}",
    "{{#switch:x|x=,}}",
    "{{#tag:ref|,}}",
    "[[{{a}},]]",
    "<ref>,</ref>"
  })
  void expand_deeplyNested_endsInLinearTime(String opening, String closing) {
    assertEnds(
        opening.repeat(TIMES) + "x" + closing.repeat(TIMES), Map.of("Template:T", "{{{1}}}"));
  }

  static Stream<String> longArguments() {
    var many = "a".repeat(10 * TIMES);
    return Stream.of(
        "{{" + many + "}}",
        "{{lc:" + many + "}}",
        "{{#if:" + many + "|" + many.substring(1) + "}}",
        "{{#expr:" + "(".repeat(TIMES) + "}}",
        "{{#expr:" + "-".repeat(9_000) + "1}}",
        "{{#expr:" + "1+".repeat(9_000) + "1}}",
        "{{#expr:" + "1".repeat(19_000) + "}}",
        "{{#expr:" + "not ".repeat(4_000) + "1}}",
        "{{#expr:10^10^10^10^10^10 round 999999999}}",
        "{{#expr:1e999999999 mod 1e-999999999}}",
        "{{#expr:1e300 round -999999999}}",
        "{{#iferror:" + "<span error".repeat(TIMES) + "|a|b}}",
        "{{#iferror:" + "error".repeat(TIMES) + "|a|b}}",
        "{{#switch:x" + "|a".repeat(TIMES) + "}}",
        "{{#switch:x" + "|a=b".repeat(TIMES) + "}}",
        "{{plural:3" + "|a".repeat(TIMES) + "}}",
        "{{T" + "|a".repeat(TIMES) + "}}",
        "{{T" + "|a=b".repeat(TIMES) + "}}",
        "{{#time:" + "xrY".repeat(TIMES) + "}}",
        "{{#time:Y|" + "1 ".repeat(TIMES) + "}}",
        "{{#time:Y|" + "+1 day ".repeat(TIMES) + "}}",
        "{{#time:Y|+2147483647 weeks}}",
        "{{#time:Y|999999999-1-1}}",
        "{{#titleparts:" + "a/".repeat(TIMES) + "|1}}",
        "{{#rel2abs:" + "a/".repeat(TIMES) + "}}",
        "{{#rel2abs:" + "../".repeat(TIMES) + "}}",
        "{{#explode:" + "a,".repeat(TIMES) + "|,|1}}",
        "{{#replace:" + many + "|a|" + "b".repeat(1_000) + "}}",
        "{{#urldecode:" + "%7F".repeat(TIMES) + "}}",
        "{{#sub:" + many + "|-5}}",
        "{{padleft:|500|" + many + "}}",
        "{{padleft:|99999999999999999999|x}}",
        "{{urlencode:" + "ä".repeat(TIMES) + "}}",
        "{{anchorencode:" + "<a".repeat(TIMES) + "}}",
        "{{anchorencode:" + "[[a".repeat(TIMES) + "}}",
        "{{formatnum:" + "1".repeat(TIMES) + "}}",
        "{{formatnum:" + "1.".repeat(TIMES) + "}}",
        "{{ns:" + "9".repeat(TIMES) + "}}",
        "{{#language:" + many + "}}",
        "{{#time:Y|now|" + many + "}}",
        "{{PAGENAME:" + many + "}}",
        "{{#tag:ref|x" + "|a=b".repeat(TIMES) + "}}",
        "<ref " + "a=b ".repeat(TIMES) + "/>",
        "<ref " + "a=\"".repeat(TIMES) + "/>",
        "{{msg:" + "msg:".repeat(TIMES) + "}}",
        "{{x:" + "y:".repeat(TIMES) + "}}");
  }

  @ParameterizedTest
  @MethodSource("longArguments")
  void expand_longArgument_endsInLinearTime(String text) {
    assertEnds(text, Map.of("Template:T", "{{{1}}}"));
  }

  @Test
  void expand_templatesThatDouble_isRefused() {
    var pages = new LinkedHashMap<String, String>();
    for (int i = 0; i < 60; i++) {
      pages.put("Template:D" + i, "{{D" + (i + 1) + "}}".repeat(1) + "{{D" + (i + 1) + "}}");
    }
    // The levels are more than the reads, so the names are given to one page at once.
    var names = new StringBuilder("<noinclude>");
    pages.keySet().forEach(name -> names.append("{{").append(name).append("}}"));
    assertThatThrownBy(() -> expand(names + "</noinclude>{{D0}}", pages))
        .isInstanceOf(TextLimitException.class)
        .hasMessageContaining("templates");
  }

  @Test
  void expand_argumentsThatDouble_isRefused() {
    var pages = Map.of("Template:D", "{{{1}}}{{{1}}}");
    var text = "{{D|".repeat(50) + "x".repeat(1_000) + "}}".repeat(50);
    assertThatThrownBy(() -> expand(text, pages))
        .isInstanceOf(TextLimitException.class)
        .hasMessageContaining("characters");
  }

  @Test
  void expand_deepNesting_isRefused() {
    var text = "{{#if:x|".repeat(150) + "}}".repeat(150);
    assertThatThrownBy(() -> expand(text, Map.of()))
        .isInstanceOf(TextLimitException.class)
        .hasMessageContaining("levels");
  }

  @Test
  void expand_chainOfComputedNames_isRefused() {
    var pages = new LinkedHashMap<String, String>();
    for (int i = 0; i < 50; i++) {
      pages.put("Template:C" + i, "{{C{{#expr:" + i + "+1}}}}");
    }
    var page = PageFacts.unsaved(SITE.title("Page").orElseThrow(), Instant.EPOCH);
    var fewReads = new TextLimits(100_000, 100_000, 100_000, 100, 12, 100_000, Duration.ofHours(1));
    assertThatThrownBy(
            () ->
                EXPANDER.expand(
                    page, "{{C0}}", new ExpandScript.TestPages(pages), new Allowance(fewReads)))
        .isInstanceOf(TextLimitException.class)
        .hasMessageContaining("reads other pages");
    // By default the depth ends it first.
    assertThat(expand("{{C0}}", pages).text()).contains("Template:C50");
  }

  @Test
  void expand_tooLongText_isRefused() {
    assertThatThrownBy(() -> expand("x".repeat(LIMITS.sourceCharsMax() + 1), Map.of()))
        .isInstanceOf(TextLimitException.class)
        .hasMessageContaining("longer");
  }

  @Test
  void expand_noTimeLeft_isRefused() {
    var page = PageFacts.unsaved(SITE.title("Page").orElseThrow(), Instant.EPOCH);
    var allowance = new Allowance(limits(Duration.ofNanos(1)));
    assertThatThrownBy(
            () ->
                EXPANDER.expand(
                    page,
                    "{{lc:A}}".repeat(1_000),
                    new ExpandScript.TestPages(Map.of()),
                    allowance))
        .isInstanceOf(TextLimitException.class)
        .hasMessageContaining("takes longer");
  }

  @Test
  void expand_interruptedThread_isRefusedAndStaysInterrupted() {
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> expand("{{lc:A}}".repeat(1_000), Map.of()))
          .isInstanceOf(TextLimitException.class)
          .hasMessageContaining("interrupted");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
