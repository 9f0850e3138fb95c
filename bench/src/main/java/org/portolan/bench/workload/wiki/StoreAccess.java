package org.portolan.bench.workload.wiki;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.bench.load.Progress;
import org.portolan.data.ConflictStatistics;
import org.portolan.data.RetryPolicy;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.engine.Engines;
import org.portolan.engine.ServerMetrics;
import org.portolan.wiki.Edit;
import org.portolan.wiki.Listing;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.SaveOutcome;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.load.SyntheticSource;
import org.portolan.wiki.load.WikiImport;
import org.portolan.wiki.storage.WikiStorage;
import org.portolan.wiki.synthetic.SyntheticWiki;
import org.portolan.wikitext.site.Title;
import org.portolan.wikitext.text.LinkExtractor;

/** The wiki in a store, without a web server: measures the data layer and the engine. */
public final class StoreAccess implements WikiAccess {
  private static final int HISTORY_ENTRIES = 50;
  private static final long SYNTHETIC_SEED = 1;
  private static final String CONTRIBUTOR = "Load";

  private final WikiStorage storage;
  private final Wiki wiki;

  /** Empty if the wiki is in a database. */
  private final Optional<Store> store;

  private final LinkExtractor links;
  private final Runnable onClose;

  private StoreAccess(WikiStorage storage, Optional<Store> store, Runnable onClose) {
    this.storage = storage;
    this.store = store;
    this.wiki = storage.wiki();
    this.links = new LinkExtractor(wiki.site());
    this.onClose = onClose;
  }

  /**
   * Opens the wiki of a store, creating it if there is none.
   *
   * @param model the model of a new store; empty for the one that fits the engine
   * @param attempts the number of attempts of a write that conflicts with others, if the store has
   *     a design
   * @param onClose runs after the store was closed
   * @throws IllegalArgumentException if a database, which has no model, is given one
   */
  public static StoreAccess open(
      String uri, Optional<WikiModel> model, int attempts, Runnable onClose) {
    if (Wikis.isOtherThanStore(uri)) {
      if (model.isPresent()) {
        throw new IllegalArgumentException(
            "a relational database has its own schema and no data model; leave out --model");
      }
      return new StoreAccess(Wikis.openOrCreateStorage(uri), Optional.empty(), onClose);
    }
    RetryPolicy retries =
        new RetryPolicy(attempts, RetryPolicy.DEFAULT.waitFirst(), RetryPolicy.DEFAULT.waitMax());
    // Its filling goes on where it was interrupted.
    StoreOptions options = StoreOptions.DEFAULT.with(retries).admittingUnfinishedLoads();
    Store store;
    try {
      store = Stores.open(uri, options);
    } catch (org.portolan.engine.StoreMissingException e) {
      WikiModel chosen =
          model.orElseGet(() -> WikiModel.preferredOn(Engines.ofUri(uri).capabilities()));
      store = Stores.openOrCreate(uri, chosen.design(), options);
    }
    return new StoreAccess(Wikis.storage(store), Optional.of(store), onClose);
  }

  /** Returns the access to the wiki of an open store, which is closed with it. */
  public static StoreAccess of(Store store) {
    return new StoreAccess(Wikis.storage(store), Optional.of(store), () -> {});
  }

  @Override
  public Map<String, String> configuration() {
    Map<String, String> configuration = new LinkedHashMap<>();
    configuration.put("store", storage.uri());
    configuration.put("design", store.map(each -> each.design().name()).orElse("relational"));
    configuration.put(
        "guarantee", store.map(each -> each.guarantee().toString()).orElse("READ COMMITTED"));
    return configuration;
  }

  @Override
  public boolean inProcess() {
    return wiki.local();
  }

  @Override
  public Optional<ServerMetrics> serverMetrics() {
    return store.flatMap(Store::serverMetrics);
  }

  @Override
  public Optional<ConflictStatistics> conflicts() {
    return store.map(Store::conflicts);
  }

  @Override
  public List<String> titles(int fill, int titlesMax, Progress progress) {
    fill(fill, progress);
    List<String> titles = new ArrayList<>();
    ListingRequest request = ListingRequest.first(ListingRequest.LIMIT_MAX);
    while (true) {
      Listing<String> part = wiki.titles(request);
      titles.addAll(part.entries());
      if (part.next().isEmpty() || titles.size() >= titlesMax) {
        return titles.subList(0, Math.min(titles.size(), titlesMax));
      }
      progress.reached(titles.size(), 0, "titles");
      request = request.after(part.next().get());
    }
  }

  private void fill(int pages, Progress progress) {
    SyntheticWiki synthetic = new SyntheticWiki(SYNTHETIC_SEED, pages);
    try (var source = new SyntheticSource(synthetic, "load on " + pages + " pages")) {
      WikiImport filling =
          new WikiImport(
              storage,
              source,
              true,
              broken -> {},
              reached -> progress.reached(reached.pages(), pages, "pages"),
              looked -> {});
      if (wiki.titles(ListingRequest.first(1)).entries().isEmpty()
          || filling.isUnfinished()
          || storage.imports().isLoadUnfinished()) {
        filling.run();
      }
    }
  }

  @Override
  public Optional<Reading> view(String title) {
    return wiki.page(title).map(page -> read(title, page));
  }

  private Reading read(String title, WikiPage page) {
    Collection<String> targets =
        links.extract(new Title(page.namespace(), page.title()), page.text()).links();
    if (!targets.isEmpty()) {
      wiki.revisionIds(targets);
    }
    String wrong =
        page.title().equals(title)
            ? EditText.wrongIn(title, page.text())
            : "page " + title + " came as " + page.title();
    return new Reading(wrong, Optional.of(page.text()));
  }

  @Override
  public boolean history(String title) {
    return !wiki.history(title, ListingRequest.first(HISTORY_ENTRIES)).entries().isEmpty();
  }

  @Override
  public Opened open(String title) {
    return wiki.page(title)
        .map(page -> new Opened(page.text(), page.revision().id()))
        .orElse(new Opened("", 0));
  }

  @Override
  public Answer save(String title, String text, long base) {
    Edit edit = new Edit(title, text, CONTRIBUTOR, "", false, base, Instant.now());
    SaveOutcome outcome = wiki.save(edit);
    if (outcome instanceof SaveOutcome.Saved saved) {
      return new Answer.Saved(OptionalLong.of(saved.revision().id()));
    }
    if (outcome instanceof SaveOutcome.Unchanged unchanged) {
      return new Answer.Saved(OptionalLong.of(unchanged.revision().id()));
    }
    return new Answer.MovedOn();
  }

  @Override
  public Optional<String> revisionText(String title, long revision) {
    return wiki.revision(title, revision).map(WikiPage::text);
  }

  @Override
  public void close() {
    try {
      storage.close();
    } finally {
      onClose.run();
    }
  }
}
