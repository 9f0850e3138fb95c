package org.portolan.wiki.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.wiki.text.PageReader;
import org.portolan.wikitext.expand.PageFacts;
import org.portolan.wikitext.limit.TextLimits;

/**
 * Even for an expensive text there is a page in the end, and it says why the text is not rendered.
 */
class RenderLimitsTest {
  private static final TextLimits SMALL =
      new TextLimits(400_000, 500, 200_000, 60, 12, 500_000, Duration.ofSeconds(5));

  private static final PageReader FAILING =
      (PageReader)
          Proxy.newProxyInstance(
              PageReader.class.getClassLoader(),
              new Class<?>[] {PageReader.class},
              (proxy, method, arguments) -> {
                throw new IllegalStateException("store is gone");
              });

  private final MapPages pages = new MapPages();

  private void page(String title, String text) {
    pages.add(title, text);
  }

  private static PageFacts facts(String title) {
    return PageFacts.unsaved(Sites.ENGLISH.title(title).orElseThrow(), Instant.EPOCH);
  }

  private static String html(Rendering rendering) {
    return rendering.body().html(new LocalLinks(Set.of()));
  }

  private Rendering render(String text) {
    try (var renderer = new Renderer(Sites.ENGLISH, SMALL)) {
      return renderer.render("test", facts("Bomb"), text, pages);
    }
  }

  @Test
  void render_expansionBomb_endsInNotice() {
    for (int i = 0; i < 8; i++) {
      page("Template:B" + i, ("{{B" + (i + 1) + "}}").repeat(10));
    }
    page("Template:B8", "boom");
    Rendering rendering = render("{{B0}}");
    assertThat(rendering.limit()).hasValueSatisfying(reason -> assertThat(reason).contains("500"));
    assertThat(html(rendering)).contains("This text is not rendered").contains("{{B0}}");
  }

  @Test
  void render_doublingParameters_staysBounded() {
    page("Template:Twice", "{{{1}}}{{{1}}}");
    Rendering rendering = render("{{Twice|".repeat(40) + "0123456789" + "}}".repeat(40));
    assertThat(rendering.body().length()).isLessThan(2_000_000);
  }

  @Test
  void render_templateThatContainsItself_terminates() {
    page("Template:Self", "a {{Self|{{{1}}}x}} b {{Self}}");
    assertThat(html(render("{{Self|1}}"))).contains("Template loop detected");
  }

  @Test
  void render_longTemplateTexts_endInNotice() {
    page("Template:Long", "x".repeat(50_000));
    assertThat(render("{{Long}}\n".repeat(6)).limit())
        .hasValueSatisfying(reason -> assertThat(reason).contains("200,000 characters"));
  }

  @Test
  void render_tooLongText_isShownUnparsed() {
    Rendering rendering = render("'''a'''".repeat(100_000));
    assertThat(rendering.limit())
        .hasValueSatisfying(reason -> assertThat(reason).contains("400,000"));
    assertThat(html(rendering)).contains("&#39;&#39;&#39;a").doesNotContain("<b>");
  }

  @Test
  void render_countsOfOneCategory_readItOnce() {
    Rendering rendering = render("{{PAGESINCATEGORY:Ports}} ".repeat(50));
    assertThat(rendering.limit()).isEmpty();
    assertThat(html(rendering)).startsWith("<p>3 3 3");
  }

  @Test
  void render_manyLinks_countTheirAddressesToo() {
    var links = new StringBuilder();
    for (int i = 0; i < 9_000; i++) {
      links.append("[[A page with a long title ").append(i).append("|x]]\n");
    }
    assertThat(render(links.toString()).limit())
        .contains("its HTML is longer than 500,000 characters");
  }

  @Test
  void render_hugeTable_endsInNotice() {
    assertThat(render("{|\n" + "|-\n| a || b || c\n".repeat(20_000) + "|}").limit()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<div>",
        "<b>",
        "<ref>",
        "{{",
        "{{{",
        "[[",
        "[[File:a|thumb|",
        "{|\n|\n",
        "''",
        "<table><tr><td>",
        "{{#if:1|",
        "{{#expr:(",
        "(",
        "<nowiki>",
        "<!--",
        "=",
        "\n*",
        "<pre>",
        "[http://a ",
        "-{",
        "&",
        "<",
        "|",
        "\n:",
        "<ul><li>",
        "{{x|{{{",
        "__TOC__\n",
        "[[a|[[",
        "<span title=\"",
        "\n;a:"
      })
  void render_repeatedOpening_terminatesWithPage(String opening) {
    String text = opening.repeat(Math.min(20_000, 100_000 / opening.length()));
    Rendering rendering = render(text);
    // On a machine that is too busy, the time may run out for any text.
    assertThat(rendering.lasting() || rendering.limit().orElseThrow().contains("longer than"))
        .isTrue();
    assertThat(rendering.body().length()).isLessThan(2_000_000);
  }

  @Test
  void render_deepNesting_endsInNotice() {
    for (int i = 0; i < 100; i++) {
      page("Template:D" + i, "{{D" + (i + 1) + "}}");
    }
    var patient = new TextLimits(10_000, 500, 10_000, 60, 200, 10_000, Duration.ofSeconds(5));
    try (var renderer = new Renderer(Sites.ENGLISH, patient)) {
      assertThat(renderer.render("test", facts("Deep"), "{{D0}}", pages).limit())
          .hasValueSatisfying(reason -> assertThat(reason).contains("60 levels"));
    }
  }

  @Test
  void render_nestedTemplates_readsOneBatchALevel() {
    page("Template:A", "{{B}}{{C}}");
    page("Template:B", "{{D}}");
    page("Template:C", "{{D}}");
    page("Template:D", "d");
    Rendering rendering = render("{{A}}{{A}}{{B}}");
    assertThat(pages.reads()).isEqualTo(2);
    assertThat(rendering.templates())
        .containsOnlyKeys("Template:A", "Template:B", "Template:C", "Template:D");
  }

  @Test
  void render_moreReadsThanAllowed_endsInNotice() {
    for (int i = 0; i < 30; i++) {
      page("Template:N" + i, "{{N{{#expr:" + i + "+1}}}}");
    }
    Rendering rendering = render("{{N0}}");
    assertThat(pages.reads()).isEqualTo(SMALL.readsMax());
    assertThat(rendering.limit()).contains("it reads other pages more than 12 times");
    // A change of any page that it has read makes another attempt worth its time.
    assertThat(rendering.templates()).hasSize(SMALL.readsMax());
  }

  @Test
  void render_failingStore_passesTheFailureOn() {
    try (var renderer = new Renderer(Sites.ENGLISH, SMALL)) {
      assertThatThrownBy(() -> renderer.render("test", facts("Page"), "{{T}}", FAILING))
          .hasMessage("store is gone");
    }
  }
}
