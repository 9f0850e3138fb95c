package org.portolan.wiki.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.data.UnfinishedLoadException;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.wiki.Answers;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.WikiStore;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.dump.DumpOptions.Revisions;
import org.portolan.wiki.load.ImportSource.Broken;
import org.portolan.wiki.storage.ImportState;
import org.portolan.wiki.storage.ImportTable;
import org.portolan.wiki.storage.WikiStorage;

/**
 * Imports into empty stores, which are loads, beside the same imports by transactions. {@code
 * -Dportolan.pages=N} imports more pages into the models that are never loaded.
 */
class LoadedImportTest {
  private static final int PAGES = 900;

  /** For a model that is never loaded: several transactions of pages. */
  private static final int PAGES_NOT_LOADED = Integer.getInteger("portolan.pages", 500);

  @TempDir private Path directory;

  /** An import of another source, which only makes the store one that is not empty. */
  private static void occupy(WikiStore store) {
    store.storage().imports().end(ImportState.start("other", "nothing"), false);
  }

  private static ImportState run(
      WikiStore store, ImportSource source, boolean loads, List<Broken> broken) {
    ImportTable imports = store.storage().imports();
    List<Boolean> loading = new ArrayList<>();
    try (source) {
      ImportState state =
          new WikiImport(
                  store.store(),
                  source,
                  false,
                  broken::add,
                  reached -> loading.add(imports.isLoadUnfinished()))
              .run();
      assertThat(loading).as("whether it was a load").isNotEmpty().containsOnly(loads);
      assertThat(imports.isLoadUnfinished()).isFalse();
      return state;
    }
  }

  private static String export(Wiki wiki, Path file) throws Exception {
    new WikiExport(wiki, Revisions.ALL, summary -> {}).run(file);
    return Files.readString(file);
  }

  /** Only this model has lists that are all cells, and pages that are rows of one entity. */
  private static boolean loads(WikiModel model) {
    return model == WikiModel.WIDE_ROW;
  }

  private void requireSame(WikiModel model, Supplier<ImportSource> source) throws Exception {
    boolean loads = loads(model);
    try (WikiStore loaded = new WikiStore(model, directory.resolve("loaded"));
        WikiStore written = new WikiStore(model, directory.resolve("written"))) {
      requireSame(loaded, written, loads, source);
    }
  }

  private void requireSame(
      WikiStore loaded, WikiStore written, boolean loads, Supplier<ImportSource> source)
      throws Exception {
    WikiModel model = loaded.model();
    occupy(written);
    List<Broken> brokenOfLoad = new ArrayList<>();
    List<Broken> broken = new ArrayList<>();
    ImportState state = run(loaded, source.get(), loads, brokenOfLoad);
    assertThat(state).isEqualTo(run(written, source.get(), false, broken));
    assertThat(brokenOfLoad).isEqualTo(broken);

    Wiki expected = written.wiki();
    Answers.assertSame(loaded.wiki(), expected, Imports.questions(expected), 500, model.spelling());
    assertThat(export(loaded.wiki(), directory.resolve("loaded.xml")))
        .isEqualTo(export(expected, directory.resolve("written.xml")));
    assertThat(loaded.wiki().statistics()).isEqualTo(expected.statistics());
    assertThat(loaded.storage().imports().state(state.source())).contains(state);
    loaded.assertClean();
  }

  /** Engines of rows, as HBase and as Cassandra, on which a write is repaired. */
  private static Stream<Function<String, MemoryCluster>> clustersOfRows() {
    return Stream.of(
        name -> MemoryCluster.ofRows(name, 1), name -> MemoryCluster.ofColumns(name, 1));
  }

  @ParameterizedTest
  @MethodSource("clustersOfRows")
  void pagesIntoAnEngineOfRows_areAsByTransactions(Function<String, MemoryCluster> clusters)
      throws Exception {
    for (Supplier<ImportSource> source :
        List.<Supplier<ImportSource>>of(Imports::handbook, () -> Imports.synthetic(PAGES))) {
      try (WikiStore loaded = onRows(clusters.apply("loaded"));
          WikiStore written = onRows(clusters.apply("written"))) {
        requireSame(loaded, written, true, source);
      }
    }
  }

  private static WikiStore onRows(MemoryCluster cluster) {
    return new WikiStore(WikiModel.WIDE_ROW, FixtureEngines.register(cluster::connect));
  }

  @ParameterizedTest
  @EnumSource
  void handbookIntoAnEmptyStore_isAsByTransactions(WikiModel model) throws Exception {
    requireSame(model, Imports::handbook);
  }

  @ParameterizedTest
  @EnumSource
  void manyPagesIntoAnEmptyStore_areAsByTransactions(WikiModel model) throws Exception {
    int pages = loads(model) ? PAGES : PAGES_NOT_LOADED;
    requireSame(model, () -> Imports.synthetic(pages));
  }

  /** A load knows the titles before by their hashes: those of "Aa" and "BB" are equal. */
  @ParameterizedTest
  @EnumSource
  void titlesThatComeAgain_areAsByTransactions(WikiModel model) throws Exception {
    DumpText dump =
        DumpText.named("again.xml")
            .page("Aa", 1, 10, "one", "two [[BB]]")
            .page("BB", 2, 20, "other [[Aa]] [[Category:C]]")
            .page("Aa", 1, 12, "three [[Category:C]]")
            .page("Aa", 7, 70, "of another page")
            .page("Cc", 3, 30, "last");
    requireSame(model, dump::open);
  }

  /** The pages of a source that fails after some batches, as if the process had died there. */
  private static final class Failing extends ForwardingSource {
    private int left;

    Failing(ImportSource source, int batches) {
      super(source);
      this.left = batches;
    }

    @Override
    public List<Entry> next(int pagesMax, long bytesMax) {
      left--;
      if (left < 0) {
        throw new IllegalStateException("the process dies");
      }
      return super.next(100, bytesMax);
    }
  }

  private String interrupted() {
    try (WikiStore store = new WikiStore(WikiModel.WIDE_ROW, directory)) {
      assertThatThrownBy(() -> Imports.run(store.store(), new Failing(Imports.synthetic(PAGES), 6)))
          .hasMessage("the process dies");
      assertThat(store.storage().imports().isLoadUnfinished()).isTrue();
      return store.uri();
    }
  }

  private static Store openToResume(String uri) {
    return Stores.open(uri, StoreOptions.DEFAULT.admittingUnfinishedLoads());
  }

  @Test
  void interruptedLoad_isRefusedUntilItIsResumed() {
    WikiModel model = WikiModel.WIDE_ROW;
    String uri = interrupted();

    assertThatThrownBy(() -> Stores.open(uri).close())
        .isInstanceOf(UnfinishedLoadException.class)
        .hasMessageContaining("portolan wiki import, with --resume");
    try (Store store = openToResume(uri)) {
      Imports.run(store, Imports.synthetic(PAGES), true, new ArrayList<>());
    }

    try (WikiStore resumed = new WikiStore(model, directory);
        WikiStore whole = new WikiStore(model, directory.resolve("whole"))) {
      Imports.run(whole.store(), Imports.synthetic(PAGES));
      Answers.assertSame(
          resumed.wiki(), whole.wiki(), Imports.questions(whole.wiki()), 500, model.spelling());
      resumed.assertClean();
    }
  }

  @Test
  void interruptedLoad_isNotContinuedByAnotherImport() {
    String uri = interrupted();

    try (Store store = openToResume(uri);
        WikiStorage storage = Wikis.storage(store)) {
      assertThatThrownBy(() -> Imports.run(store, Imports.handbook(), true, new ArrayList<>()))
          .isInstanceOf(ImportException.class)
          .hasMessageContaining("an import into this empty store was interrupted");
      assertThatThrownBy(() -> Imports.run(store, Imports.synthetic(PAGES)))
          .isInstanceOf(ImportException.class)
          .hasMessageContaining("--resume");
      assertThat(storage.imports().isLoadUnfinished()).isTrue();
    }
  }
}
