package org.portolan.wiki.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.EvolveOptions;
import org.portolan.wiki.Edit;
import org.portolan.wiki.Listing;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.SaveOutcome;
import org.portolan.wiki.Statistics;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.WikiStore;

/** A wiki serves views and edits while it goes from one shipped design to the next. */
class OnlineDesignsTest {
  private static final int EDITORS = 3;
  private static final int VIEWERS = 2;
  private static final int PAGES = 20;
  private static final String HUB = "Hub";

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb:", "unordered:rocksdb:"})
  void shippedDesigns_whileTheWikiServes_changeForthAndBack(String engine) {
    try (WikiStore store = new WikiStore(WikiModel.BASIC, engine + directory)) {
      try (Readership readership = new Readership(store.wiki())) {
        for (WikiModel model :
            List.of(WikiModel.HASHED, WikiModel.READ_DELTA, WikiModel.HASHED, WikiModel.BASIC)) {
          readership.awaitMore();
          List<String> made = store.store().evolve(model.design(), EvolveOptions.DEFAULT);
          assertThat(made).anySatisfy(line -> assertThat(line).contains("counter page_count"));
          assertThat(store.store().design()).isEqualTo(model.design());
        }
        readership.awaitMore();
        readership.end();
        readership.requireAcknowledged(store.wiki());
      }
      store.assertClean();
    }
  }

  /** Authors who each write different pages, all with a link to one, and readers. */
  private static final class Readership implements AutoCloseable {
    private final Wiki wiki;
    private final ExecutorService threads = Executors.newFixedThreadPool(EDITORS + VIEWERS);
    private final List<CompletableFuture<Void>> running = new ArrayList<>();
    private final AtomicBoolean ends = new AtomicBoolean();
    private final Map<String, String> acknowledged = new ConcurrentHashMap<>();
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong edits = new AtomicLong();
    private final AtomicLong views = new AtomicLong();

    Readership(Wiki wiki) {
      this.wiki = wiki;
      for (int editor = 0; editor < EDITORS; editor++) {
        int number = editor;
        running.add(CompletableFuture.runAsync(() -> edit(number), threads));
      }
      for (int viewer = 0; viewer < VIEWERS; viewer++) {
        Random random = new Random(viewer);
        running.add(CompletableFuture.runAsync(() -> view(random), threads));
      }
    }

    private void edit(int editor) {
      long[] revisions = new long[PAGES];
      for (int number = 0; !ends.get(); number++) {
        int page = number % PAGES;
        String title = "Page " + editor + " " + page;
        String text = "[[" + HUB + "]] " + number;
        begun.incrementAndGet();
        SaveOutcome outcome =
            wiki.save(new Edit(title, text, "Ann", "", false, revisions[page], Instant.now()));
        assertThat(outcome).isInstanceOf(SaveOutcome.Saved.class);
        revisions[page] = ((SaveOutcome.Saved) outcome).revision().id();
        acknowledged.put(title, text);
        edits.incrementAndGet();
      }
    }

    private void view(Random random) {
      while (!ends.get()) {
        long least = edits.get();
        int pages = acknowledged.size();
        Statistics statistics = wiki.statistics();
        assertThat(statistics.edits()).isBetween(least, begun.get());
        assertThat(statistics.pages()).isBetween((long) pages, (long) EDITORS * PAGES);
        Listing<String> linking = wiki.backlinks(HUB, ListingRequest.first(1_000));
        assertThat(linking.entries()).hasSizeBetween(pages, EDITORS * PAGES);
        String title = "Page " + random.nextInt(EDITORS) + " " + random.nextInt(PAGES);
        boolean known = acknowledged.containsKey(title);
        assertThat(wiki.page(title).isPresent() || !known).isTrue();
        views.incrementAndGet();
      }
    }

    void awaitMore() {
      long moreEdits = edits.get() + 2 * EDITORS * PAGES;
      long moreViews = views.get() + 10;
      while ((edits.get() < moreEdits || views.get() < moreViews)
          && running.stream().noneMatch(CompletableFuture::isDone)) {
        Thread.onSpinWait();
      }
    }

    void end() {
      ends.set(true);
      running.forEach(CompletableFuture::join);
    }

    void requireAcknowledged(Wiki after) {
      acknowledged.forEach(
          (title, text) ->
              assertThat(after.page(title).map(WikiPage::text)).as(title).contains(text));
      assertThat(after.statistics())
          .isEqualTo(new Statistics(acknowledged.size(), acknowledged.size(), edits.get()));
      assertThat(after.backlinks(HUB, ListingRequest.first(1_000)).entries())
          .containsExactlyInAnyOrderElementsOf(acknowledged.keySet());
      assertThat(after.titles(ListingRequest.first(1_000)).entries())
          .containsExactlyInAnyOrderElementsOf(acknowledged.keySet());
    }

    @Override
    public void close() {
      ends.set(true);
      threads.shutdown();
    }
  }
}
