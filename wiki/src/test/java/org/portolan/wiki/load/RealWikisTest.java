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
import org.portolan.wiki.storage.ImportState;
import org.portolan.wikitext.site.Title;
import org.portolan.wikitext.text.LinkExtractor;

/** Imports whole real wikis, if their dumps exist beside the checkout. */
@Tag("long")
class RealWikisTest {
  private static final String THOROUGH =
      "takes most of a minute or longer; -Dportolan.thorough=true runs it";

  @TempDir private Path directory;

  @Test
  void latgalianWikipedia_inTwoModels_isWholeAndAlike() {
    assertWholeAndAlike(
        "ltgwiki-pages-articles.xml.bz2", 2_004, WikiModel.READ_DELTA, WikiModel.WIDE_ROW);
  }

  @Test
  @EnabledIfSystemProperty(named = "portolan.thorough", matches = "true", disabledReason = THOROUGH)
  void latgalianWikipedia_inAllModels_isWholeAndAlike() {
    assertWholeAndAlike("ltgwiki-pages-articles.xml.bz2", 2_004, WikiModel.values());
  }

  @Test
  @EnabledIfSystemProperty(named = "portolan.thorough", matches = "true", disabledReason = THOROUGH)
  void italianSample_inTwoModels_isWholeAndAlike() {
    assertWholeAndAlike("itwiki-sample.xml.gz", 747, WikiModel.READ_DELTA, WikiModel.WIDE_ROW);
  }

  private void assertWholeAndAlike(String file, int pages, WikiModel... models) {
    Path dump = RealDumps.require(file);
    List<WikiStore> stores = new ArrayList<>();
    try {
      for (WikiModel model : models) {
        WikiStore store = new WikiStore(model, directory);
        stores.add(store);
        ImportState state = imported(store, dump);
        assertThat(state.pages()).isEqualTo(pages);
        assertThat(state.failed()).isZero();
        assertThat(store.wiki().statistics().pages()).isEqualTo(pages);
        store.assertClean();
      }
      assertAlike(stores);
    } finally {
      stores.forEach(WikiStore::close);
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
