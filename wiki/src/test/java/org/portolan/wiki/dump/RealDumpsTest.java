package org.portolan.wiki.dump;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.wiki.dump.DumpItem.DumpPage;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;
import org.portolan.wikitext.text.LinkExtractor;

/** Two real wikis, read whole. */
class RealDumpsTest {
  @TempDir Path directory;

  /** The sums over a dump. */
  private static final class Tally {
    int pages;
    int broken;
    int redirects;
    int redirectsInDump;
    int links;
    int categories;
    int templates;
    long checksumMismatches;
    final TreeMap<Integer, Integer> namespaces = new TreeMap<>();
    final ArrayList<String> differentRedirects = new ArrayList<>();
    final ArrayList<String> titlesChanged = new ArrayList<>();
    SiteInfo site;
  }

  @Test
  void ltgwiki_whole_hasItsPagesNamespacesAndRedirects() {
    var tally = tally(RealDumps.require("ltgwiki-pages-articles.xml.bz2"));

    assertThat(tally.pages).isEqualTo(2004);
    assertThat(tally.broken).isZero();
    assertThat(tally.site.database()).isEqualTo("ltgwiki");
    assertThat(tally.site.language()).isEqualTo("ltg");
    assertThat(tally.namespaces).containsEntry(0, 1050).containsEntry(14, 539);
    assertThat(tally.namespaces).containsEntry(10, 347).containsEntry(828, 28);
    // One of them leads to another wiki, "mw:VisualEditor/Portal".
    assertThat(tally.redirects).isEqualTo(195);
    assertThat(tally.redirectsInDump).isEqualTo(195);
    assertThat(tally.differentRedirects).isEmpty();
    assertThat(tally.titlesChanged).isEmpty();
    // Equals an independent count of the same file.
    assertThat(tally.checksumMismatches).isEqualTo(655);
    assertThat(tally.links).isEqualTo(9_050);
    assertThat(tally.categories).isEqualTo(1_743);
    assertThat(tally.templates).isEqualTo(2_506);
  }

  @Test
  void itwiki_sample_hasItsPagesAndRedirects() {
    var tally = tally(RealDumps.require("itwiki-sample.xml.gz"));

    assertThat(tally.pages).isEqualTo(747);
    assertThat(tally.broken).isZero();
    assertThat(tally.redirects).isEqualTo(65);
    assertThat(tally.redirectsInDump).isEqualTo(65);
    assertThat(tally.differentRedirects).isEmpty();
    assertThat(tally.titlesChanged).isEmpty();
  }

  @Test
  void ltgwiki_writtenAndReadBack_isTheSame() throws IOException {
    var file = RealDumps.require("ltgwiki-pages-articles.xml.bz2");
    var copy = directory.resolve("copy.xml.gz");
    try (var reader = DumpReader.open(file, DumpOptions.all());
        var writer = DumpWriter.create(copy, reader.site())) {
      for (var item = reader.next(); item.isPresent(); item = reader.next()) {
        writer.write(((DumpPage) item.get()).history());
      }
      assertThat(writer.replacedCharacters()).isZero();
    }

    try (var original = DumpReader.open(file, DumpOptions.all());
        var written = DumpReader.open(copy, DumpOptions.all())) {
      assertThat(written.site()).isEqualTo(original.site());
      for (var item = original.next(); item.isPresent(); item = original.next()) {
        var back = (DumpPage) written.next().orElseThrow();
        assertThat(back.history()).isEqualTo(((DumpPage) item.get()).history());
      }
      assertThat(written.next()).isEmpty();
      assertThat(written.checksumMismatches()).isZero();
    }
  }

  private static Tally tally(Path file) {
    var tally = new Tally();
    try (var reader = DumpReader.open(file, DumpOptions.all())) {
      tally.site = reader.site();
      var extractor = new LinkExtractor(reader.site());
      for (var item = reader.next(); item.isPresent(); item = reader.next()) {
        if (item.get() instanceof DumpPage page) {
          count(tally, extractor, page);
        } else {
          tally.broken++;
        }
      }
      tally.checksumMismatches = reader.checksumMismatches();
    }
    return tally;
  }

  private static void count(Tally tally, LinkExtractor extractor, DumpPage page) {
    var history = page.history();
    var title = new Title(history.namespace(), history.title());
    if (!tally.site.title(history.title()).equals(Optional.of(title))) {
      tally.titlesChanged.add(history.title());
    }
    var found = extractor.extract(title, history.newest().text());
    tally.pages++;
    tally.namespaces.merge(history.namespace(), 1, Integer::sum);
    tally.links += found.links().size();
    tally.categories += found.categories().size();
    tally.templates += found.templates().size();
    tally.redirects += found.redirect().isPresent() ? 1 : 0;
    tally.redirectsInDump += page.redirect().isPresent() ? 1 : 0;
    var redirect =
        page.redirect()
            .flatMap(
                written ->
                    tally
                        .site
                        .title(written)
                        .map(Title::full)
                        .or(() -> tally.site.elsewhere(written)));
    if (!found.redirect().equals(redirect)) {
      tally.differentRedirects.add(
          history.title() + " -> " + found.redirect() + " / " + page.redirect());
    }
  }
}
