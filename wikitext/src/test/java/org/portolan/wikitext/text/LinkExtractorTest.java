package org.portolan.wikitext.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;

class LinkExtractorTest {
  private static final SiteInfo SITE = SiteInfo.standard("Portolan", "en");
  private static final LinkExtractor EXTRACTOR = new LinkExtractor(SITE);
  private static final Title PAGE = new Title(0, "Page");
  private static final int MEBI = 1 << 20;

  private static String links(String text) {
    return String.join(",", EXTRACTOR.extract(PAGE, text).links());
  }

  private static String templates(String text) {
    return String.join(",", EXTRACTOR.extract(PAGE, text).templates());
  }

  private static String categories(String text) {
    return String.join(",", EXTRACTOR.extract(PAGE, text).categories());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      nullValues = "none",
      emptyValue = "",
      value = {
        "[[a]] ~ A",
        "x[[a]]s [[b|see b]] ~ A,B",
        "[[a#part]] [[#part]] ~ A",
        "[[a|b [[c]] d]] ~ C",
        "[[[a]]] ~ A",
        "[[a] [[b]] ~ B",
        "[[a{{x}}]] [[b]] ~ B",
        "[[a|{{x|[[b]]}}]] ~ B",
        "[[a|'''b''' ~ ''",
        "[[:Category:c]] [[:File:f.png]] ~ 'Category:C,File:F.png'",
        "[[File:f.png|thumb|on [[a]] and [[b|c]]]] ~ A,B",
        "[[fr:a]] [[wikt:b]] [[Special:Search]] [[c]] ~ C",
        "[[page]] [[Page#x]] ~ ''",
        "[[/sub]] [[../up]] ~ /sub",
        "<nowiki>[[a]]</nowiki>[[b]] ~ B",
        "<pre>[[a]]</pre><!-- [[b]] -->[[c]] ~ C",
        "<math>[[a]]</math> <syntaxhighlight lang=x>[[b]]</syntaxhighlight> [[c]] ~ C",
        "<SOURCE>[[a]]</Source >[[b]] ~ B",
        "<nowiki>[[a]] ~ A",
        "<nowiki/>[[a]]<nowiki />[[b]] ~ A,B",
        "<!-- [[a]] ~ ''",
        "[[a<!-- x -->b]] ~ Ab",
        "[[a<nowiki/>b]] ~ ''",
        "<ref>[[a]]</ref> {|¶| [[b]]¶|} ~ A,B",
        "<includeonly>[[a]]</includeonly><noinclude>[[b]]</noinclude> ~ B",
        "{{x|[[a]]|y={{z|[[b]]}}}} ~ A,B",
        "[http://example.org/ a] [[http://example.org/ b]] ~ ''",
        "[[a|]] [[ b ]] ~ A,B",
      })
  void links_ofText_areItsPages(String text, String expected) {
    assertThat(links(text.replace('¶', '\n'))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      emptyValue = "",
      value = {
        "{{a}} ~ Template:A",
        "{{a|b|c=d}} {{ e¶|f}} ~ 'Template:A,Template:E'",
        "{{a|{{b|{{c}}}}}} ~ 'Template:A,Template:B,Template:C'",
        "{{{a}}} {{{b|{{c}}}}} ~ Template:C",
        "{{{{{a}}}}} ~ ''",
        "{{{{a}}|b}} ~ Template:A",
        "{{ {{{a}}} }} ~ ''",
        "{{:a}} {{User:b}} ~ 'A,User:B'",
        "{{subst:a}} {{safesubst:b}} {{msgnw:c}} ~ 'Template:B,Template:C'",
        "{{PAGENAME}} {{lc:x}} {{#if:x|{{a}}|{{b}}}} {{!}} ~ 'Template:A,Template:B'",
        "{{DEFAULTSORT:x}} {{PAGENAME|x}} ~ Template:PAGENAME",
        "{{#invoke:a|f|{{b}}}} {{#Invoke: c |f}} ~ 'Module:A,Module:C,Template:B'",
        "{{Special:Search}} {{fr:x}} {{a[b]}} {{}} {{ }} ~ ''",
        "{{a {{b}} ~ Template:B",
        "{{a}} }} {{b}} ~ 'Template:A,Template:B'",
        "{|¶| x {{a}}¶|}{{b|{|¶|}}} ~ 'Template:A,Template:B'",
        "<nowiki>{{a}}</nowiki><!-- {{b}} --> ~ ''",
        "{{a<!-- x -->}} ~ Template:A",
      })
  void templates_ofText_areWhatItIncludes(String text, String expected) {
    assertThat(templates(text.replace('¶', '\n'))).isEqualTo(expected);
  }

  @Test
  void categories_ofText_areThoseWithoutColon() {
    assertThat(categories("[[Category:a]] [[category:b|sort]] [[:Category:c]]"))
        .isEqualTo("Category:A,Category:B");
    assertThat(links("[[Category:a]]")).isEmpty();
  }

  @Test
  void relativeNames_whereThereAreSubpages_areResolved() {
    var page = new Title(2, "User:Ann/a/b");
    var found =
        EXTRACTOR.extract(page, "[[/c]] [[/d/]] [[../]] [[../e]] [[../../]] {{/f}} {{../g}}");

    assertThat(found.links())
        .containsExactly(
            "User:Ann", "User:Ann/a", "User:Ann/a/b/c", "User:Ann/a/b/d", "User:Ann/a/e");
    assertThat(found.templates()).containsExactly("User:Ann/a/b/f", "User:Ann/a/g");
    assertThat(EXTRACTOR.extract(page, "[[../../../x]]").links()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#REDIRECT [[target]]",
        "#redirect[[Target]]",
        " \n#REDIRECT: [[target#part|label]]",
        "#RINVIA [[target]]",
        "#WEITERLEITUNG [[target]]",
        "#REDIRECTION [[target]]",
        "#Redirección [[target]]",
        "#перенаправление [[target]]",
        "#REDIRECT [[:target]] {{R from x}}",
      })
  void redirect_inAnyLanguage_isFoundAndIsALink(String text) {
    var found = EXTRACTOR.extract(PAGE, text);

    assertThat(found.redirect()).contains("Target");
    assertThat(found.links()).containsExactly("Target");
    assertThat(EXTRACTOR.redirect(PAGE, text)).contains("Target");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x #REDIRECT [[a]]",
        "#REDIRECT a",
        "#REDIRECTED [[a]]",
        "#REDIRECT [[Special:Search]]",
        "#REDIRECT [[a",
        "<!-- x -->#REDIRECT [[a]]",
        "<nowiki>#REDIRECT [[a]]</nowiki>",
        "# REDIRECT [[a]]",
        "",
      })
  void redirect_toNoPageOrUnfinished_isNone(String text) {
    assertThat(EXTRACTOR.extract(PAGE, text).redirect()).isEmpty();
    assertThat(EXTRACTOR.redirect(PAGE, text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"#REDIRECT [[fr:Côte_d'Or]]", "#REDIRECT [[:FR: Côte d'Or#Histoire|there]]"})
  void redirect_toAnotherWiki_isNoLinkOfThisOne(String text) {
    assertThat(EXTRACTOR.extract(PAGE, text).redirect()).contains("fr:Côte d'Or");
    assertThat(EXTRACTOR.extract(PAGE, text).links()).isEmpty();
  }

  @Test
  void redirect_toCategory_isNoMembership() {
    var found = EXTRACTOR.extract(PAGE, "#REDIRECT [[Category:a]] [[Category:b]]");

    assertThat(found.redirect()).contains("Category:A");
    assertThat(found.categories()).containsExactly("Category:B");
    assertThat(found.links()).containsExactly("Category:A");
  }

  @Test
  void module_code_namesNothing() {
    assertThat(EXTRACTOR.extract(new Title(828, "Module:M"), "local a = b[[c]]"))
        .isEqualTo(PageLinks.NONE);
    assertThat(EXTRACTOR.extract(new Title(828, "Module:M/doc"), "[[c]]").links())
        .containsExactly("C");
  }

  @Test
  void links_beyondTheLimit_areLeftOut() {
    var text =
        IntStream.range(0, LinkExtractor.TITLES_MAX + 10)
            .mapToObj(i -> "[[p" + i + "]]")
            .collect(Collectors.joining());

    assertThat(EXTRACTOR.extract(PAGE, text).links()).hasSize(LinkExtractor.TITLES_MAX);
  }

  /** If any of these took quadratic time, a mebibyte of it would take hours. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[[",
        "{{",
        "]]",
        "}}",
        "[[a|",
        "{{a|",
        "{{{",
        "}}}",
        "[",
        "{",
        "<",
        "<!--",
        "<nowiki>",
        "<pre ",
        "<math>",
        "</nowiki>",
        "<includeonly>",
        "<noinclude",
        "[[File:a|",
        "[[[",
        "{{[[",
        "[[{{",
        "{{#",
        "|",
        "{{a",
        "&",
        "[[%",
        "{{:",
        "#REDIRECT [[",
        "</",
        "<pre",
        "[[a|b",
        "{{ ",
        "<noinclude>",
        "-->",
        "[[../",
      })
  void extract_ofEndlessOpenings_endsWithoutResult(String piece) {
    var text = piece.repeat(MEBI / piece.length());

    var found = EXTRACTOR.extract(PAGE, text);

    assertThat(found.links()).isEmpty();
    assertThat(found.categories()).isEmpty();
    assertThat(found.templates()).isEmpty();
    assertThat(EXTRACTOR.extract(PAGE, text + "--></nowiki>\n[[b]]")).isNotNull();
  }

  @Test
  void extract_ofDeepNesting_findsTheInnermost() {
    int depth = 100_000;
    var text = "{{a|".repeat(depth) + "[[b]]{{c}}" + "}}".repeat(depth);

    assertThat(templates(text)).isEqualTo("Template:A,Template:C");
    assertThat(links(text)).isEqualTo("B");
  }

  @Property
  void extract_ofAnyMarkup_givesLegalTitlesOnly(@ForAll("markup") String text) {
    var found = EXTRACTOR.extract(PAGE, text);

    for (var titles : List.of(found.links(), found.categories(), found.templates())) {
      for (var title : titles) {
        assertThat(SITE.title(title).map(Title::full)).contains(title);
      }
    }
    assertThat(found.categories()).allMatch(title -> title.startsWith("Category:"));
  }

  @Property
  void extract_ofTextsSetApart_isTheUnion(@ForAll("markup") String text) {
    var framed = EXTRACTOR.extract(PAGE, "[[before]] {{b}}\n<nowiki/>" + text);

    assertThat(framed.links()).contains("Before");
    assertThat(framed.templates()).contains("Template:B");
  }

  @Provide
  Arbitrary<String> markup() {
    return Arbitraries.of(
            "[[",
            "]]",
            "{{",
            "}}",
            "{{{",
            "}}}",
            "|",
            "a",
            "b",
            ":",
            "Category:",
            "File:",
            "#",
            "<nowiki>",
            "</nowiki>",
            "<!--",
            "-->",
            "<pre>",
            "</pre>",
            "<includeonly>",
            "</includeonly>",
            "\n",
            " ",
            "/",
            "../",
            "#REDIRECT ",
            "#invoke:",
            "subst:",
            "&lt;",
            "%5B",
            "ā",
            "\uD800",
            "\u0000",
            "{",
            "}",
            "[",
            "]",
            "<",
            ">",
            "fr:",
            "PAGENAME")
        .list()
        .ofMaxSize(60)
        .map(pieces -> String.join("", pieces));
  }
}
