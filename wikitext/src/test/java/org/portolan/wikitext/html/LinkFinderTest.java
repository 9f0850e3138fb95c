package org.portolan.wikitext.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.portolan.wikitext.expand.Addresses;
import org.portolan.wikitext.expand.Expander;
import org.portolan.wikitext.expand.PageFacts;
import org.portolan.wikitext.expand.PageText;
import org.portolan.wikitext.expand.ParsedTexts;
import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.limit.TextLimitException;
import org.portolan.wikitext.limit.TextLimits;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.text.LinkExtractor;
import org.portolan.wikitext.text.PageLinks;

class LinkFinderTest {
  private static final SiteInfo SITE = SiteInfo.standard("Handbook", "en");

  private final Map<String, PageText> pages = new HashMap<>();

  private void page(String title, String text) {
    var redirect = new LinkExtractor(SITE).redirect(SITE.title(title).orElseThrow(), text);
    pages.put(title, new PageText(1, text, redirect));
  }

  private PageLinks find(String title, String text) {
    return find(title, text, TextLimits.DEFAULT);
  }

  private PageLinks find(String title, String text, TextLimits limits) {
    var expander = new Expander(SITE, Addresses.LOCAL, ParsedTexts.NONE, Clock.systemUTC());
    return new LinkFinder(SITE, expander, InterwikiMap.NONE)
        .find(
            PageFacts.unsaved(SITE.title(title).orElseThrow(), Instant.EPOCH),
            text,
            (included, probed) -> {
              Map<String, PageText> found = new HashMap<>();
              included.forEach(
                  each -> Optional.ofNullable(pages.get(each)).ifPresent(p -> found.put(each, p)));
              return found;
            },
            new Allowance(limits));
  }

  @Test
  void find_linksAndCategoriesOfTemplates_areThePages() {
    page(
        "Template:Port",
        "[[{{{1}}}]] {{Country|{{{2}}}}}<noinclude>[[Category:Templates]]</noinclude>");
    page("Template:Country", "<includeonly>[[Category:Ports of {{{1}}}]]</includeonly>");

    var links = find("Riga", "{{Port|Daugava|Latvia}} {{Missing}}");

    // A link stands in the place of a missing template.
    assertThat(links.links()).containsExactly("Daugava", "Template:Missing");
    assertThat(links.categories()).containsExactly("Category:Ports of Latvia");
    assertThat(links.templates())
        .containsExactly("Template:Country", "Template:Missing", "Template:Port");
  }

  @Test
  void find_branchNotTaken_namesNothing() {
    var links = find("Riga", "{{#if:|[[No]]{{Never}}|[[Yes]]}}");

    assertThat(links.links()).containsExactly("Yes");
    assertThat(links.templates()).isEmpty();
  }

  @Test
  void find_redirectOfTemplate_bothAreUsed() {
    page("Template:Old", "#REDIRECT [[Template:New]]");
    page("Template:New", "[[Made]]");

    var links = find("Riga", "{{Old}}");

    assertThat(links.links()).containsExactly("Made");
    assertThat(links.templates()).containsExactly("Template:New", "Template:Old");
  }

  @Test
  void find_redirectsInARow_allAreUsedWhetherTheyLeadSomewhereOrNot() {
    page("Template:A", "#REDIRECT [[Template:B]]");
    page("Template:B", "#REDIRECT [[Template:C]]");
    page("Template:C", "#REDIRECT [[Template:D]]");

    assertThat(find("Riga", "{{B}}").templates())
        .containsExactly("Template:B", "Template:C", "Template:D");
    assertThat(find("Riga", "{{A}}").templates())
        .containsExactly("Template:A", "Template:B", "Template:C");
  }

  @Test
  void find_redirect_linksToTargetAndCategoryIsNoMembership() {
    var links = find("Riga", "#REDIRECT [[Category:Ports]] {{R}} [[Category:Redirects]]");

    assertThat(links.redirect()).contains("Category:Ports");
    assertThat(links.links()).containsExactly("Category:Ports", "Template:R");
    assertThat(links.categories()).containsExactly("Category:Redirects");
    assertThat(links.templates()).containsExactly("Template:R");
  }

  @Test
  void find_referencesGalleriesAndCaptions_areRead() {
    var links =
        find(
            "Riga",
            "<ref>[[InRef]]</ref> [[File:A.jpg|thumb|[[InCaption]]]]\n"
                + "<gallery>\nFile:B.jpg|[[InGallery]]\n</gallery>\n<nowiki>[[Not]]</nowiki>");

    assertThat(links.links()).containsExactly("InCaption", "InGallery", "InRef");
  }

  @Test
  void find_codeOfModule_namesNothing() {
    assertThat(find("Module:Sea", "return '[[A]]'")).isEqualTo(PageLinks.NONE);
    assertThat(find("Module:Sea/doc", "[[A]]").links()).containsExactly("A");
  }

  @Test
  void find_moreThanAllowed_isRefused() {
    page("Template:Two", "{{{1}}}{{{1}}}");
    var limits = new TextLimits(1_000, 2, 1_000, 10, 10, 1_000, Duration.ofMinutes(1));

    assertThatThrownBy(() -> find("Riga", "{{Two|{{Two|{{Two|x}}}}}}", limits))
        .isInstanceOf(TextLimitException.class);
  }
}
