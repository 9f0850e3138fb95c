package org.portolan.data.internal.write;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.portolan.data.ConflictCause;
import org.portolan.data.ConflictStatistics;
import org.portolan.data.ConflictStatistics.Groups;
import org.portolan.data.ConflictStatistics.HotKey;
import org.portolan.data.ConflictStatistics.Merges;
import org.portolan.data.StoreConflict;
import org.portolan.data.internal.auto.IndexUses;
import org.portolan.data.internal.schema.ConflictPlace;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.RowKey;

/** Counts the outcomes of writes, and the places of their conflicts. Thread-safe. */
public final class Conflicts {
  /** Beyond this many distinct keys, new ones are not counted: memory stays bounded. */
  private static final int KEYS_MAX = 10_000;

  private final Consumer<StoreConflict> listener;
  private final LongAdder commits = new LongAdder();
  private final LongAdder groups = new LongAdder();
  private final LongAdder members = new LongAdder();
  private final Map<ConflictCause, LongAdder> retries = adders();
  private final Map<ConflictCause, LongAdder> aborts = adders();
  private final Map<RowKey, LongAdder> keys = new ConcurrentHashMap<>();
  private final IndexUses uses = new IndexUses();

  private volatile StoreSchema schema;

  /**
   * @param listener told of each row at which writes conflict; must not throw
   */
  public Conflicts(StoreSchema schema, Consumer<StoreConflict> listener) {
    this.schema = schema;
    this.listener = listener;
  }

  /** Tells the places of further conflicts by another schema. */
  public void use(StoreSchema newSchema) {
    schema = newSchema;
  }

  private static Map<ConflictCause, LongAdder> adders() {
    Map<ConflictCause, LongAdder> adders = new EnumMap<>(ConflictCause.class);
    for (ConflictCause cause : ConflictCause.values()) {
      adders.put(cause, new LongAdder());
    }
    return adders;
  }

  /**
   * Counts a committed write.
   *
   * @param nanos its time; not needed without automatic indexes
   */
  void committed(long nanos) {
    commits.increment();
    if (!uses.isEmpty()) {
      uses.wrote(nanos);
    }
  }

  /**
   * Counts writes that were committed together.
   *
   * @param size their number
   */
  void grouped(int size) {
    if (size > 1) {
      groups.increment();
      members.add(size);
    }
  }

  /** Returns the cause of a conflict on these rows. */
  ConflictCause cause(Set<RowKey> rows) {
    if (rows.isEmpty()) {
      return ConflictCause.UNKNOWN;
    }
    return rows.stream().anyMatch(row -> schema.isPrimary(row.table()))
        ? ConflictCause.SAME_ROW
        : ConflictCause.INDEX_ONLY;
  }

  /** Returns what is counted of automatic indexes. */
  public IndexUses uses() {
    return uses;
  }

  /**
   * Counts an attempt that failed.
   *
   * @param nanos its time
   */
  void met(ConflictCause cause, Set<RowKey> rows, boolean givenUp, long nanos) {
    // Where rows of entities conflict too, another layout of the index would not help.
    if (cause == ConflictCause.INDEX_ONLY && !uses.isEmpty()) {
      uses.conflicted(indexes(rows), nanos);
    }
    (givenUp ? aborts : retries).get(cause).increment();
    if (rows.isEmpty()) {
      listener.accept(new StoreConflict(StoreConflict.Place.UNKNOWN, "", null, givenUp));
    }
    for (RowKey row : rows) {
      LongAdder count = keys.get(row);
      if (count == null && keys.size() < KEYS_MAX) {
        count = keys.computeIfAbsent(row, key -> new LongAdder());
      }
      if (count != null) {
        count.increment();
      }
      listener.accept(ConflictPlace.at(schema, row, givenUp));
    }
  }

  private Set<String> indexes(Set<RowKey> rows) {
    return rows.stream()
        .map(row -> ConflictPlace.at(schema, row, false))
        .filter(conflict -> conflict.place() == StoreConflict.Place.INDEX)
        .map(StoreConflict::object)
        .collect(Collectors.toSet());
  }

  /**
   * Returns the row with the most conflicts so far; of several, the first by name.
   *
   * @param rows one or more
   */
  RowKey hottest(Set<RowKey> rows) {
    if (rows.size() == 1) {
      return rows.iterator().next();
    }
    return rows.stream()
        .min(Comparator.comparingLong((RowKey row) -> -count(row)).thenComparing(RowKey::toString))
        .orElseThrow();
  }

  private long count(RowKey row) {
    LongAdder count = keys.get(row);
    return count == null ? 0 : count.sum();
  }

  public ConflictStatistics statistics(Merges merges) {
    List<HotKey> hot =
        keys.entrySet().stream()
            .map(entry -> new HotKey(entry.getKey().toString(), entry.getValue().sum()))
            .sorted(
                Comparator.comparingLong(HotKey::conflicts).reversed().thenComparing(HotKey::key))
            .limit(ConflictStatistics.HOT_KEYS_MAX)
            .toList();
    return new ConflictStatistics(
        commits.sum(),
        sums(retries),
        sums(aborts),
        hot,
        merges,
        new Groups(groups.sum(), members.sum()));
  }

  private static Map<ConflictCause, Long> sums(Map<ConflictCause, LongAdder> adders) {
    Map<ConflictCause, Long> sums = new EnumMap<>(ConflictCause.class);
    adders.forEach((cause, adder) -> sums.put(cause, adder.sum()));
    return sums;
  }
}
