package org.portolan.bench.pages;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.cache.query.ScanQuery;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.ClientTransaction;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.transactions.TransactionConcurrency;
import org.apache.ignite.transactions.TransactionIsolation;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.client.IgniteClients;
import org.portolan.engine.adapter.ClusterUri;
import org.portolan.wiki.synthetic.SyntheticWiki;

/**
 * Ignite's own thin client, partition aware. It reads and writes the same objects of a wiki of the
 * model {@code hashed}, undecoded. A save is one optimistic serializable transaction that reads the
 * page, its links and its history, writes them again together with the old text, and counts the
 * edit.
 */
final class IgniteSide implements PageSide {
  private static final long TIMEOUT_MS = 10_000;
  private static final int ATTEMPTS_MAX = 100;

  private final IgniteClient client;
  private final ClientCache<BinaryObject, BinaryObject> pages;
  private final ClientCache<BinaryObject, BinaryObject> links;
  private final ClientCache<BinaryObject, BinaryObject> histories;
  private final ClientCache<BinaryObject, BinaryObject> texts;
  private final ClientCache<BinaryObject, Long> counters;
  private final Map<String, BinaryObject> pageKeys;
  private final Map<String, BinaryObject> historyKeys;
  private final BinaryObject anyText;
  private final BinaryObject anyTextKey;
  private final List<BinaryObject> editCounters = new ArrayList<>();

  /**
   * @param address of a store with pages; at least one page was saved more than once
   */
  IgniteSide(ClusterUri address) {
    String prefix = address.name();
    client = IgniteClients.open(address);
    pages = cache(prefix + ".page.page");
    links = cache(prefix + ".page.links");
    histories = cache(prefix + ".page_history.history");
    texts = cache(prefix + ".page_texts.texts");
    counters = cache(prefix + ".counters.value");
    pageKeys = keys(pages);
    historyKeys = keys(histories);
    try (var entries = texts.query(new ScanQuery<BinaryObject, BinaryObject>())) {
      var entry = entries.iterator().next();
      anyTextKey = entry.getKey();
      anyText = entry.getValue();
    }
    try (var entries = counters.query(new ScanQuery<BinaryObject, Long>())) {
      for (var entry : entries) {
        if (entry.getKey().field("counter").equals("edits")) {
          editCounters.add(entry.getKey());
        }
      }
    }
  }

  private <V> ClientCache<BinaryObject, V> cache(String name) {
    return client.cache(name).withKeepBinary();
  }

  private static Map<String, BinaryObject> keys(ClientCache<BinaryObject, BinaryObject> cache) {
    Map<String, BinaryObject> keys = new HashMap<>();
    try (var entries = cache.query(new ScanQuery<BinaryObject, BinaryObject>())) {
      for (var entry : entries) {
        keys.put(entry.getKey().field("title"), entry.getKey());
      }
    }
    return keys;
  }

  @Override
  public void read(int page) {
    present(pages.get(pageKeys.get(SyntheticWiki.tag(page))), page);
  }

  private static BinaryObject present(BinaryObject row, int page) {
    if (row == null || row.field("text") == null) {
      throw new BenchmarkFailedException("the row of page " + page + " has no text");
    }
    return row;
  }

  /** If two threads conflict on a counter, the save is repeated, as in the wiki. */
  @Override
  public void save(int page) {
    for (int attempt = 1; ; attempt++) {
      try {
        saveOnce(page);
        return;
      } catch (ClientException failure) {
        boolean conflict = String.valueOf(failure.getMessage()).contains("conflict");
        if (!conflict || attempt == ATTEMPTS_MAX) {
          throw failure;
        }
      }
    }
  }

  private void saveOnce(int page) {
    String title = SyntheticWiki.tag(page);
    BinaryObject key = pageKeys.get(title);
    BinaryObject historyKey = historyKeys.get(title);
    BinaryObject counter =
        editCounters.get(ThreadLocalRandom.current().nextInt(editCounters.size()));
    try (ClientTransaction transaction =
        client
            .transactions()
            .txStart(
                TransactionConcurrency.OPTIMISTIC, TransactionIsolation.SERIALIZABLE, TIMEOUT_MS)) {
      BinaryObject row = present(pages.get(key), page);
      BinaryObject linksOfRow = links.get(key);
      BinaryObject history = histories.get(historyKey);
      pages.put(key, row.toBuilder().setField("minor", false).build());
      links.put(key, linksOfRow);
      histories.put(historyKey, longer(history));
      texts.put(
          anyTextKey.toBuilder()
              .setField("title", title)
              .setField("revision", (Long) row.field("revision"))
              .build(),
          anyText.toBuilder().setField("text", row.<Object>field("text")).build());
      counters.put(counter, counters.get(counter) + 1);
      transaction.commit();
    }
  }

  /** Returns a history that has the newest revision twice, so that it grows like the wiki's. */
  private static BinaryObject longer(BinaryObject history) {
    List<Object> items = new ArrayList<>(history.<List<Object>>field("items"));
    items.add(0, items.get(0));
    return history.toBuilder().setField("items", items).build();
  }

  @Override
  public void close() {
    client.close();
  }
}
