package org.portolan.data.plan;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.design.CollectionDesign;
import org.portolan.design.EntityDesign;
import org.portolan.design.Expectations;
import org.portolan.design.Expectations.OfCollection;
import org.portolan.design.Expectations.OfColumns;
import org.portolan.design.Expectations.OfEntity;
import org.portolan.design.IndexDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/**
 * Measures a bounded sample of a store: of each entity the first rows in stored order, and of some
 * of them the items, the lists of indexes and the partition. Not thread-safe.
 *
 * <p>The sample costs at most {@value #PAGES} pages of {@value #PAGE} rows for each entity, and for
 * each of {@value #CLOSELY} rows one read of each collection, of each index and of the partition,
 * each of at most {@value #LIST_MAX} entries; it ends early when its time is over. Lengths of
 * values are averages; numbers of items and rows are the greatest that were found, since the
 * largest place is the one that hurts.
 */
public final class StoreSample {
  private static final int PAGES = 10;
  private static final int PAGE = 100;
  private static final int CLOSELY = 20;
  private static final int LIST_MAX = 1_000;

  private final Store store;
  private final boolean ordered;
  private final LongSupplier nanoClock;
  private final long endNanos;
  private final List<String> looked = new ArrayList<>();

  private StoreSample(Store store, boolean ordered, Duration time, LongSupplier nanoClock) {
    this.store = store;
    this.ordered = ordered;
    this.nanoClock = nanoClock;
    this.endNanos = nanoClock.getAsLong() + time.toNanos();
  }

  /**
   * What was measured.
   *
   * @param looked for each entity what was looked at, for people
   */
  public record Result(Expectations measured, List<String> looked) {
    public Result {
      looked = List.copyOf(looked);
    }
  }

  /**
   * Measures a store.
   *
   * @param ordered whether the engine scans the rows of a partition in order
   * @param time after which no further read begins
   * @param nanoClock a monotonic clock, in nanoseconds
   */
  public static Result of(Store store, boolean ordered, Duration time, LongSupplier nanoClock) {
    return of(store, any -> true, ordered, time, nanoClock);
  }

  /** As above, of the entities with some names only. */
  static Result of(
      Store store,
      Predicate<String> names,
      boolean ordered,
      Duration time,
      LongSupplier nanoClock) {
    StoreSample sample = new StoreSample(store, ordered, time, nanoClock);
    Map<String, OfEntity> entities = new HashMap<>();
    for (EntityDesign entity : store.design().entities()) {
      if (names.test(entity.name())) {
        entities.put(entity.name(), sample.entity(entity));
      }
    }
    return new Result(new Expectations(entities), sample.looked);
  }

  private boolean isOver() {
    return nanoClock.getAsLong() - endNanos >= 0;
  }

  private OfEntity entity(EntityDesign entity) {
    List<EntityRow> rows = new ArrayList<>();
    boolean whole = false;
    Paging paging = Paging.first(PAGE);
    for (int page = 0; page < PAGES && !whole && !isOver(); page++) {
      Slice<EntityRow> slice = store.scanStored(entity.name(), Columns.ALL, paging);
      rows.addAll(slice.entries());
      whole = slice.next().isEmpty();
      if (!whole) {
        paging = paging.following(slice);
      }
    }
    Lengths lengths = new Lengths();
    for (EntityRow row : rows) {
      for (int position = 0; position < entity.key().size(); position++) {
        lengths.add(entity.key().get(position).name(), row.key().get(position));
      }
      row.values().forEach(lengths::add);
    }
    Closely closely = new Closely(entity);
    int step = Math.max(1, rows.size() / CLOSELY);
    int looks = 0;
    for (int at = 0; at < rows.size() && looks < CLOSELY && !isOver(); at += step) {
      closely.look(rows.get(at));
      looks++;
    }
    Map<String, Long> referring = whole ? referring(entity, rows) : Map.of();
    looked.add(
        String.format(
                Locale.ROOT,
                "%s: %s%s%s",
                entity.name(),
                counted(rows.size(), "row"),
                whole ? ", all there are" : " in stored order",
                looks == 0 ? "" : closely.text(looks))
            + text(referring));
    return new OfEntity(
        whole ? OptionalLong.of(rows.size()) : OptionalLong.empty(),
        closely.partition == 0 ? OptionalLong.empty() : OptionalLong.of(closely.partition),
        lengths.averages(),
        closely.collections(),
        closely.lists,
        referring);
  }

  private static String text(Map<String, Long> referring) {
    return referring.entrySet().stream()
        .map(
            each -> ", and " + counted(each.getValue(), "row") + " at most of one " + each.getKey())
        .collect(Collectors.joining());
  }

  /** Counts the rows that refer to the same row, which only all rows together tell. */
  private static Map<String, Long> referring(EntityDesign entity, List<EntityRow> rows) {
    Map<String, Long> most = new LinkedHashMap<>();
    for (ReferenceDesign reference : entity.references()) {
      Map<Tuple, Long> byTarget = new HashMap<>();
      rows.forEach(
          row ->
              value(entity, reference.on(), row)
                  .ifPresent(target -> byTarget.merge(target, 1L, Long::sum)));
      byTarget.values().stream()
          .max(Long::compare)
          .ifPresent(count -> most.put(reference.name(), count));
    }
    return most;
  }

  /** Returns the values of columns of a row, of sets and lists an element; empty if one is null. */
  private static Optional<Tuple> value(EntityDesign entity, List<String> columns, EntityRow row) {
    List<Object> value = new ArrayList<>();
    for (String column : columns) {
      Object part = null;
      for (int position = 0; position < entity.key().size(); position++) {
        part = entity.key().get(position).name().equals(column) ? row.key().get(position) : part;
      }
      part = part == null ? row.values().get(column) : part;
      if (part instanceof Collection<?> elements) {
        part = elements.isEmpty() ? null : elements.iterator().next();
      }
      if (part == null) {
        return Optional.empty();
      }
      value.add(part);
    }
    return Optional.of(new Tuple(value));
  }

  /** What belongs to some rows of an entity. */
  private final class Closely {
    private final EntityDesign entity;
    private final Map<String, Long> items = new LinkedHashMap<>();
    private final Map<String, Lengths> lengths = new HashMap<>();
    private final Map<String, Long> lists = new LinkedHashMap<>();
    private long partition;

    Closely(EntityDesign entity) {
      this.entity = entity;
    }

    void look(EntityRow row) {
      for (CollectionDesign collection : entity.collections()) {
        Slice<Item> found =
            store.items(entity.name(), row.key(), collection.name(), Paging.first(LIST_MAX));
        items.merge(collection.name(), (long) found.entries().size(), Math::max);
        Lengths of = lengths.computeIfAbsent(collection.name(), any -> new Lengths());
        for (Item item : found.entries()) {
          for (int position = 0; position < collection.itemKey().size(); position++) {
            of.add(collection.itemKey().get(position).name(), item.key().get(position));
          }
          item.values().forEach(of::add);
        }
      }
      for (IndexDesign index : entity.indexes()) {
        boolean known = index.on().isEmpty() && lists.containsKey(index.name());
        if (!index.unique() && !known) {
          value(entity, index.on(), row).ifPresent(value -> list(index, value));
        }
      }
      int together = entity.partitionColumns().size();
      // A scan of a partition cut by time passes its buckets, so it does not count one of them.
      boolean whole = entity.partition().buckets().isEmpty();
      if (ordered && whole && together < entity.key().size()) {
        Tuple leading = row.key().slice(0, together);
        int found =
            store
                .scan(entity.name(), leading, Columns.NONE, Paging.first(LIST_MAX))
                .entries()
                .size();
        partition = Math.max(partition, found);
      }
    }

    private void list(IndexDesign index, Tuple value) {
      int found = store.index(index.name(), value, Paging.first(LIST_MAX)).entries().size();
      lists.merge(index.name(), (long) found, Math::max);
    }

    Map<String, OfCollection> collections() {
      Map<String, OfCollection> all = new HashMap<>();
      items.forEach(
          (name, count) ->
              all.put(
                  name, new OfCollection(OptionalLong.of(count), lengths.get(name).averages())));
      return all;
    }

    String text(int looks) {
      List<String> most = new ArrayList<>();
      items.forEach((name, count) -> most.add(count(count, "item") + " of " + name));
      lists.forEach((name, count) -> most.add(count(count, "row") + " of one value of " + name));
      if (partition > 0) {
        most.add(
            count(partition, "row") + " of one " + String.join(" and ", entity.partitionColumns()));
      }
      return most.isEmpty()
          ? ""
          : ", and of " + looks + " of them at most " + String.join(", ", most);
    }
  }

  /** Returns a number that was not counted beyond the end of a list, {@code 1,000 or more rows}. */
  private static String count(long count, String unit) {
    return count >= LIST_MAX
        ? String.format(Locale.ROOT, "%,d or more %ss", count, unit)
        : counted(count, unit);
  }

  private static String counted(long count, String unit) {
    return String.format(Locale.ROOT, "%,d %s%s", count, unit, count == 1 ? "" : "s");
  }

  /** The lengths of the values of columns. */
  private static final class Lengths {
    private final Map<String, long[]> bytes = new HashMap<>();
    private final Map<String, long[]> elements = new HashMap<>();

    void add(String column, Object value) {
      if (value instanceof Collection<?> many) {
        add(elements, column, many.size());
        many.forEach(each -> add(column, each));
      } else if (value instanceof String text) {
        add(bytes, column, text.getBytes(StandardCharsets.UTF_8).length);
      } else if (value instanceof Bytes content) {
        add(bytes, column, content.length());
      }
    }

    private static void add(Map<String, long[]> to, String column, long amount) {
      long[] sum = to.computeIfAbsent(column, any -> new long[2]);
      sum[0] += amount;
      sum[1]++;
    }

    OfColumns averages() {
      return new OfColumns(averages(bytes), averages(elements));
    }

    private static Map<String, Integer> averages(Map<String, long[]> sums) {
      Map<String, Integer> averages = new HashMap<>();
      sums.forEach((column, sum) -> averages.put(column, (int) ((sum[0] + sum[1] / 2) / sum[1])));
      return averages;
    }
  }
}
