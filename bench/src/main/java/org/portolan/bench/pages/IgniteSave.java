package org.portolan.bench.pages;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.cache.query.ScanQuery;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.IgniteClient;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.engine.adapter.ClusterUri;
import org.portolan.wiki.synthetic.SyntheticWiki;

/**
 * The objects that a save reads and writes, in a wiki of the model {@code hashed}: the page, its
 * links and its history, which are read and written again, the old text, and a counter.
 * Thread-safe.
 */
final class IgniteSave {
  private final String prefix;
  private final Map<String, BinaryObject> pageKeys;
  private final Map<String, BinaryObject> historyKeys;
  private final BinaryObject anyText;
  private final BinaryObject anyTextKey;
  private final List<BinaryObject> editCounters = new ArrayList<>();

  /** The numbers of kept texts: each is a new object, as in the wiki. */
  private final AtomicLong texts = new AtomicLong(System.nanoTime());

  /** A cache within a transaction, of a client of either kind. */
  record Objects<V>(Function<BinaryObject, V> get, BiConsumer<BinaryObject, V> put) {}

  /** The caches of a save. */
  record Caches(
      Objects<BinaryObject> pages,
      Objects<BinaryObject> links,
      Objects<BinaryObject> histories,
      Objects<BinaryObject> texts,
      Objects<Long> counters) {}

  /**
   * @param address of a store with pages; at least one page was saved more than once
   */
  IgniteSave(ClusterUri address, IgniteClient client) {
    prefix = address.name();
    pageKeys = keys(client.cache(pages()));
    historyKeys = keys(client.cache(histories()));
    ClientCache<BinaryObject, BinaryObject> allTexts =
        client.<BinaryObject, BinaryObject>cache(texts()).withKeepBinary();
    try (var entries = allTexts.query(new ScanQuery<BinaryObject, BinaryObject>())) {
      var entry = entries.iterator().next();
      anyTextKey = entry.getKey();
      anyText = entry.getValue();
    }
    ClientCache<BinaryObject, Long> counters =
        client.<BinaryObject, Long>cache(counters()).withKeepBinary();
    try (var entries = counters.query(new ScanQuery<BinaryObject, Long>())) {
      for (var entry : entries) {
        if (entry.getKey().field("counter").equals("edits")) {
          editCounters.add(entry.getKey());
        }
      }
    }
  }

  private static Map<String, BinaryObject> keys(ClientCache<BinaryObject, BinaryObject> cache) {
    Map<String, BinaryObject> keys = new HashMap<>();
    ClientCache<BinaryObject, BinaryObject> binary = cache.withKeepBinary();
    try (var entries = binary.query(new ScanQuery<BinaryObject, BinaryObject>())) {
      for (var entry : entries) {
        keys.put(entry.getKey().field("title"), entry.getKey());
      }
    }
    return keys;
  }

  String pages() {
    return prefix + ".page.page";
  }

  String links() {
    return prefix + ".page.links";
  }

  String histories() {
    return prefix + ".page_history.history";
  }

  String texts() {
    return prefix + ".page_texts.texts";
  }

  String counters() {
    return prefix + ".counters.value";
  }

  BinaryObject pageKey(int page) {
    return pageKeys.get(SyntheticWiki.tag(page));
  }

  static BinaryObject present(BinaryObject row, int page) {
    if (row == null || row.field("text") == null) {
      throw new BenchmarkFailedException("the row of page " + page + " has no text");
    }
    return row;
  }

  /**
   * Reads and writes the objects of a save; call this in a transaction.
   *
   * @param edited returns the new text for the old one, both as they are stored
   */
  void make(Caches caches, int page, UnaryOperator<byte[]> edited) {
    String title = SyntheticWiki.tag(page);
    BinaryObject key = pageKey(page);
    BinaryObject historyKey = historyKeys.get(title);
    BinaryObject counter =
        editCounters.get(ThreadLocalRandom.current().nextInt(editCounters.size()));
    BinaryObject row = present(caches.pages().get().apply(key), page);
    byte[] text = row.field("text");
    BinaryObject linksOfRow = caches.links().get().apply(key);
    BinaryObject history = caches.histories().get().apply(historyKey);
    caches
        .pages()
        .put()
        .accept(
            key,
            row.toBuilder().setField("minor", false).setField("text", edited.apply(text)).build());
    caches.links().put().accept(key, linksOfRow);
    caches.histories().put().accept(historyKey, longer(history));
    caches
        .texts()
        .put()
        .accept(
            anyTextKey.toBuilder()
                .setField("title", title)
                .setField("revision", texts.incrementAndGet())
                .build(),
            anyText.toBuilder().setField("text", text).build());
    caches.counters().put().accept(counter, caches.counters().get().apply(counter) + 1);
  }

  /** Returns a history that has the newest revision twice, so that it grows like the wiki's. */
  private static BinaryObject longer(BinaryObject history) {
    List<Object> items = new ArrayList<>(history.<List<Object>>field("items"));
    items.add(0, items.get(0));
    return history.toBuilder().setField("items", items).build();
  }
}
