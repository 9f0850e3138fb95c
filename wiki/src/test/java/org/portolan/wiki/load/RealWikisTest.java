package org.portolan.wiki.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.wiki.Answers;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.WikiStore;
import org.portolan.wiki.dump.DumpOptions;
import org.portolan.wiki.dump.RealDumps;
import org.portolan.wiki.site.Title;
import org.portolan.wiki.text.LinkExtractor;

/** Imports whole real wikis, if their dumps exist beside the checkout. */
@Tag("long")
class RealWikisTest {
  @TempDir private Path directory;

  @Test
  void latgalianWikipedia_inAllModels_isWholeAndAlike() {
    Path dump = RealDumps.require("ltgwiki-pages-articles.xml.bz2");
    List<WikiStore> stores = WikiStore.ofEachModel(directory);
    try {
      for (WikiStore store : stores) {
        ImportState state = imported(store, dump);
        assertThat(state.pages()).isEqualTo(2_004);
        assertThat(state.failed()).isZero();
        assertThat(store.wiki().statistics().pages()).isEqualTo(2_004);
        store.assertClean();
      }
      assertAlike(stores);
    } finally {
      stores.forEach(WikiStore::close);
    }
  }

  @Test
  @EnabledIfSystemProperty(
      named = "portolan.thorough",
      matches = "true",
      disabledReason = "takes most of a minute; -Dportolan.thorough=true runs it")
  void italianSample_inTwoModels_isWholeAndAlike() {
    Path dump = RealDumps.require("itwiki-sample.xml.gz");
    try (WikiStore readDelta = new WikiStore(WikiModel.READ_DELTA, directory);
        WikiStore wideRow = new WikiStore(WikiModel.WIDE_ROW, directory)) {
      for (WikiStore store : List.of(readDelta, wideRow)) {
        ImportState state = imported(store, dump);
        assertThat(state.pages()).isEqualTo(747);
        assertThat(state.failed()).isZero();
        store.assertClean();
      }
      assertAlike(List.of(readDelta, wideRow));
    }
  }

  private static ImportState imported(WikiStore store, Path dump) {
    List<ImportSource.Broken> broken = new ArrayList<>();
    ImportState state =
        Imports.run(store.store(), DumpSource.open(dump, DumpOptions.all()), false, broken);
    assertThat(broken).isEmpty();
    return state;
  }

  private static void assertAlike(List<WikiStore> stores) {
    WikiStore first = stores.get(0);
    TreeSet<String> titles = new TreeSet<>(Answers.titles(first.wiki(), 1_000));
    LinkExtractor extractor = new LinkExtractor(first.wiki().site());
    for (WikiPage page : first.wiki().pages(List.copyOf(titles)).values()) {
      // Categories and templates have lists even if they are not pages.
      var links = extractor.extract(new Title(page.namespace(), page.title()), page.text());
      titles.addAll(links.categories());
      titles.addAll(links.templates());
    }
    for (WikiStore store : stores.subList(1, stores.size())) {
      Answers.assertSame(store.wiki(), first.wiki(), titles, 1_000, store + " beside " + first);
    }
  }
}
