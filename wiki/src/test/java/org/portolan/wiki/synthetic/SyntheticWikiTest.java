package org.portolan.wiki.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.wikitext.site.Title;
import org.portolan.wikitext.text.LinkExtractor;

class SyntheticWikiTest {
  private static final Pattern LINK = Pattern.compile("\\[\\[([A-Ja-j]+)]]");

  @ParameterizedTest
  @CsvSource({"0,Aa", "523,FfCcDd", "99999,JjJjJjJjJj", "10,BbAa"})
  void tag_ofNumber_isThePapers(int number, String tag) {
    assertThat(SyntheticWiki.tag(number)).isEqualTo(tag);
  }

  @Property
  void page_ofAnyNumber_isEightKibibytesWithTenLinks(
      @ForAll long seed, @ForAll @IntRange(max = 99_999) int number) {
    var wiki = new SyntheticWiki(seed, 100_000, 100);
    var text = wiki.page(number).newest().text();
    var body = text.substring(0, text.indexOf("\n\n[[Category:"));

    assertThat(body).hasSize(SyntheticWiki.TEXT_BYTES);
    assertThat(LINK.matcher(body).results()).hasSize(SyntheticWiki.LINKS);
    assertThat(text).matches("[\\x20-\\x7e\\n]*");
    assertThat(wiki.page(number).newest().info().bytes()).isEqualTo(text.length());
  }

  @Property(tries = 100)
  void page_again_isTheSame(@ForAll long seed, @ForAll @IntRange(max = 999) int number) {
    assertThat(new SyntheticWiki(seed, 1_000).page(number))
        .isEqualTo(new SyntheticWiki(seed, 1_000).page(number));
    assertThat(new SyntheticWiki(seed + 1, 1_000).page(number))
        .isNotEqualTo(new SyntheticWiki(seed, 1_000).page(number));
  }

  @Test
  void pages_inPartsAndInParallel_areThoseOfTheWhole() {
    var wiki = new SyntheticWiki(1, 300);

    var whole = wiki.pages(0, 300).toList();
    var parallel = wiki.pages(100, 300).parallel().toList();

    assertThat(parallel).isEqualTo(whole.subList(100, 300));
    assertThat(whole).extracting(page -> page.newest().text()).doesNotHaveDuplicates();
  }

  @Test
  void page_links_areSeenByTheExtractorAndLeadToPages() {
    var wiki = new SyntheticWiki(7, 50, 3);
    var extractor = new LinkExtractor(wiki.site());
    var tags = IntStream.range(0, 50).mapToObj(SyntheticWiki::tag).collect(Collectors.toSet());

    for (int number = 0; number < 50; number++) {
      var page = wiki.page(number);
      var written = new HashSet<String>();
      LINK.matcher(page.newest().text()).results().forEach(link -> written.add(link.group(1)));
      written.remove(page.title());
      var found = extractor.extract(new Title(0, page.title()), page.newest().text());

      assertThat(tags).containsAll(found.links());
      assertThat(found.links()).containsExactlyInAnyOrderElementsOf(written);
      assertThat(found.categories()).containsExactly("Category:Section " + number % 3);
    }
  }

  @Test
  void links_ofManyPages_spreadEvenly() {
    var counts = new int[100];
    var wiki = new SyntheticWiki(3, 100);
    for (int number = 0; number < 100; number++) {
      LINK.matcher(wiki.page(number).newest().text())
          .results()
          .forEach(link -> counts[number(link.group(1))]++);
    }

    // 1,000 links over 100 pages: 10 each; the standard deviation of a uniform choice is 3.2.
    assertThat(counts).satisfies(all -> assertThat(IntStream.of(all).sum()).isEqualTo(1_000));
    assertThat(IntStream.of(counts).max().orElseThrow()).isLessThan(30);
  }

  private static int number(String tag) {
    int number = 0;
    for (int i = 0; i < tag.length(); i += 2) {
      number = 10 * number + tag.charAt(i) - 'A';
    }
    return number;
  }

  @Test
  void arguments_outOfRange_areRefused() {
    var wiki = new SyntheticWiki(1, 10);

    assertThatThrownBy(() -> wiki.page(10)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> wiki.pages(0, 11)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SyntheticWiki(1, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SyntheticWiki.tag(-1)).isInstanceOf(IllegalArgumentException.class);
  }
}
