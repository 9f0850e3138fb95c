package org.portolan.wikitext.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TitleTest {
  private static final SiteInfo ENGLISH = SiteInfo.standard("Portolan", "en");

  private static final SiteInfo ITALIAN =
      new SiteInfo(
          "Wikipedia",
          "itwiki",
          "",
          "it",
          List.of(
              SiteInfo.namespace(-1, "Speciale", true, "it"),
              SiteInfo.namespace(0, "", true, "it"),
              SiteInfo.namespace(1, "Discussione", true, "it"),
              SiteInfo.namespace(6, "File", true, "it"),
              SiteInfo.namespace(7, "Discussioni file", true, "it"),
              SiteInfo.namespace(10, "Template", true, "it"),
              SiteInfo.namespace(14, "Categoria", true, "it"),
              SiteInfo.namespace(2302, "Gadget definition", false, "it")));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "sea charts | Sea charts",
        "Sea_charts | Sea charts",
        "__Sea _ charts__ | Sea charts",
        "Sea charts#History | Sea charts",
        "Sea%20charts | Sea charts",
        "%C4%93ra | Ēra",
        "ēra | Ēra",
        "AT&amp;T | AT&T",
        "AT&T | AT&T",
        "a&#39;b | A'b",
        "&eacute;t&eacute; | Été",
        "100% | 100%",
        ":Sea charts | Sea charts",
        ":Category:sea charts | Category:Sea charts",
        "category : sea charts | Category:Sea charts",
        "CATEGORY:_sea_charts | Category:Sea charts",
        "Image:map.png | File:Map.png",
        "user_talk:ann | User talk:Ann",
        "project:about | Portolan:About",
        "portolan:about | Portolan:About",
        "Note: the sea | Note: the sea",
        "C: the language | ",
        "fr:Carte | ",
        "wikt:chart | ",
        "zh-min-nan:x | ",
        "Talk:File:map | ",
        "iPod | IPod",
        "ßeta | ßeta",
        "𐐨a | 𐐀a",
        "a\u200Eb | Ab",
        "a\u3000b | A b",
      })
  void title_asWritten_isBroughtIntoNormalForm(String written, String normal) {
    assertThat(ENGLISH.title(written).map(Title::full).orElse(null)).isEqualTo(normal);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "_",
        ":",
        "::x",
        "#x",
        "Category:",
        "Category:#x",
        "a<b",
        "a>b",
        "a[b",
        "a]b",
        "a{b",
        "a}b",
        "a|b",
        "a\nb",
        "a\tb",
        "a\u0000b",
        "a\u007Fb",
        "a\uFFFDb",
        "%FF",
        "a%3Cb",
        "a&lt;b",
        "a&amp;lt;b",
        "a%2541",
        ".",
        "..",
        "./a",
        "../a",
        "a/./b",
        "a/../b",
        "a/.",
        "a/..",
        "a~~~b",
        "\uD800",
        "\uDC00x",
        "&#xD800;",
      })
  void title_ofWhatCannotBeOne_isEmpty(String written) {
    assertThat(ENGLISH.title(written)).isEmpty();
  }

  @Test
  void title_upTo255Bytes_isTaken() {
    assertThat(ENGLISH.title("A".repeat(255))).isPresent();
    assertThat(ENGLISH.title("A".repeat(256))).isEmpty();
    assertThat(ENGLISH.title("Ē".repeat(127))).isPresent();
    assertThat(ENGLISH.title("Ē".repeat(128))).isEmpty();
    assertThat(ENGLISH.title("Category:" + "A".repeat(255))).isPresent();
    assertThat(ENGLISH.title(" ".repeat(100_000) + "A")).isEmpty();
  }

  @Test
  void title_inLocalNamespace_answersToLocalEnglishAndOlderNames() {
    assertThat(ITALIAN.title("category:mare")).contains(new Title(14, "Categoria:Mare"));
    assertThat(ITALIAN.title("CATEGORIA:mare")).contains(new Title(14, "Categoria:Mare"));
    assertThat(ITALIAN.title("immagine:Mare.jpg")).contains(new Title(6, "File:Mare.jpg"));
    assertThat(ITALIAN.title("Special:Search")).contains(new Title(-1, "Speciale:Search"));
  }

  @Test
  void title_inCaseSensitiveNamespace_keepsItsFirstLetter() {
    assertThat(ITALIAN.title("gadget definition:pop"))
        .contains(new Title(2302, "Gadget definition:pop"));
  }

  @Test
  void title_withDefaultNamespace_leavesItForAnotherPrefixOnly() {
    assertThat(ENGLISH.title("box", Namespace.TEMPLATE)).contains(new Title(10, "Template:Box"));
    assertThat(ENGLISH.title(":box", Namespace.TEMPLATE)).contains(new Title(0, "Box"));
    assertThat(ENGLISH.title("User:x", Namespace.TEMPLATE)).contains(new Title(2, "User:X"));
    assertThat(ENGLISH.title("Note: x", Namespace.TEMPLATE))
        .contains(new Title(10, "Template:Note: x"));
  }

  @Test
  void title_namespaceNamedLikeAnotherWiki_isTheNamespace() {
    var namespaces = new ArrayList<>(ENGLISH.namespaces());
    namespaces.add(SiteInfo.namespace(100, "S", true, "en"));
    var site = new SiteInfo("Portolan", "portolan", "", "en", namespaces);

    assertThat(site.title("s:x")).contains(new Title(100, "S:X"));
  }

  @Test
  void title_inTurkish_hasItsDottedCapital() {
    assertThat(SiteInfo.standard("Harita", "tr").title("istanbul").orElseThrow().full())
        .isEqualTo("İstanbul");
  }

  @Test
  void pageTitle_ofExistingPage_takesPrefixesAndSignsLiterally() {
    assertThat(ENGLISH.pageTitle("M: the film")).contains(new Title(0, "M: the film"));
    assertThat(ENGLISH.pageTitle("100%25")).contains(new Title(0, "100%25"));
    assertThat(ENGLISH.pageTitle("Talk:x")).contains(new Title(1, "Talk:X"));
    assertThat(ENGLISH.pageTitle("a|b")).isEmpty();
  }

  @Test
  void text_ofTitle_lacksItsNamespace() {
    assertThat(ENGLISH.text(ENGLISH.title("user talk:ann: x").orElseThrow())).isEqualTo("Ann: x");
    assertThat(ENGLISH.text(ENGLISH.title("note: x").orElseThrow())).isEqualTo("Note: x");
  }

  @Test
  void standard_hasMediaWikisNamespaces() {
    assertThat(ENGLISH.namespaces()).hasSize(20);
    assertThat(ENGLISH.namespace(5).orElseThrow().name()).isEqualTo("Portolan talk");
    assertThat(ENGLISH.namespace(5).orElseThrow().aliases()).containsExactly("Project talk");
    assertThat(ENGLISH.namespace(3000)).isEmpty();
    assertThat(ENGLISH).isEqualTo(SiteInfo.standard("Portolan", "en"));
  }

  @Property
  void title_ofNormalTitle_isThatTitle(
      @ForAll
          @StringLength(max = 40)
          @CharRange(from = ' ', to = '~')
          @Chars({'_', ':', '%', '&', ';', '#', 'ā', '\u0301', '\u00A0', '\u200E', '\n', 'ß', 'ǆ'})
          String written) {
    var title = ENGLISH.title(written);

    title.ifPresent(normal -> assertThat(ENGLISH.title(normal.full())).contains(normal));
    title.ifPresent(normal -> assertThat(ENGLISH.pageTitle(normal.full())).contains(normal));
  }

  @Property
  void title_ofAnyText_isRefusedOrLegal(@ForAll String written) {
    ENGLISH
        .title(written)
        .ifPresent(
            title ->
                assertThat(title.full())
                    .doesNotContainPattern("[<>\\[\\]{}|#_\\p{Cntrl}&&[^\\x80-\\x9f]]"));
  }
}
