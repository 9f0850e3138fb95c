package org.portolan.migrate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.design.EntityDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.migrate.RowRemoval.Row;
import org.portolan.types.KeyColumn;
import org.portolan.types.Tuple;

/**
 * Looks, at the end of a copy, for rows that refer to nothing, of entities whose references could
 * not be checked while rows were put: they refer to themselves, or to each other in a ring. Such a
 * row, and what refers to it, is rejected after all, with its items. Used by one thread.
 *
 * <p>The first pass over the rows looks up what each refers to, and mostly finds all to be there.
 * Otherwise a second pass, also over entities whose references were checked, has each row wait for
 * what it refers to, so a chain of rejected rows is followed in memory, in whatever order the store
 * has it. The number of rows that wait is limited. Above the limit, those so far are forgotten, and
 * there are passes until one finds nothing new: at worst, if the store has the rows of a chain far
 * apart, as many as the chain has rows.
 */
final class LateReferences {
  private static final int PAGE_ROWS = 500;
  private static final int WAITING_MAX = 200_000;

  private final Store store;
  private final List<TablePlan> late;

  /** All that may refer to a row of {@link #late}: a deletion would take such rows along unseen. */
  private final List<TablePlan> referrers;

  private final LateRejects rejects;
  private final int waitingMax;
  private final RowRemoval rows;

  /** The rows that are rejected, each with its reason. */
  private final Map<Row, String> bad = new LinkedHashMap<>();

  /** The rows that are bad if the row that they refer to is. */
  private final Map<Row, List<Referrer>> waiting = new HashMap<>();

  private int waitingCount;
  private boolean forgotten;
  private long read;

  /**
   * A row that refers to another.
   *
   * @param reference its name in the entity
   */
  private record Referrer(Row row, String reference) {}

  LateReferences(Store store, List<TablePlan> tables, LateRejects rejects) {
    this(store, tables, rejects, WAITING_MAX);
  }

  /**
   * @param waitingMax the most rows that wait at a time
   */
  LateReferences(Store store, List<TablePlan> tables, LateRejects rejects, int waitingMax) {
    this.store = store;
    this.referrers =
        tables.stream()
            .filter(table -> table.isRows() && !table.entity().references().isEmpty())
            .toList();
    this.late = referrers.stream().filter(TablePlan::lateReferences).toList();
    this.rejects = rejects;
    this.waitingMax = waitingMax;
    this.rows = new RowRemoval(store, (referrer, target, reference) -> false);
  }

  /** Returns how many rows were read so far, each as often as a pass has read it. */
  long read() {
    return read;
  }

  /** Rejects the rows and removes them. */
  void check() {
    late.forEach(table -> pass(table, this::lookUp));
    boolean more = !bad.isEmpty();
    while (more) {
      int before = bad.size();
      forgotten = false;
      referrers.forEach(table -> pass(table, this::await));
      more = forgotten && bad.size() > before;
      forget();
    }
    bad.forEach((row, reason) -> rejects.reject(row.entity(), row.key(), reason));
    remove();
  }

  /** Takes a page of rows that refer to something, by the key of it. */
  private interface Look {
    void at(EntityDesign entity, ReferenceDesign reference, Map<Tuple, List<EntityRow>> referring);
  }

  private void pass(TablePlan table, Look look) {
    EntityDesign entity = table.entity();
    Set<String> columns = new HashSet<>();
    entity.references().forEach(reference -> columns.addAll(reference.on()));
    entity.key().forEach(column -> columns.remove(column.name()));
    Paging paging = Paging.first(PAGE_ROWS);
    while (true) {
      Slice<EntityRow> page = store.scanStored(entity.name(), new Columns(false, columns), paging);
      read += page.entries().size();
      for (ReferenceDesign reference : entity.references()) {
        Map<Tuple, List<EntityRow>> referring = referring(entity, reference, page.entries());
        if (!referring.isEmpty()) {
          look.at(entity, reference, referring);
        }
      }
      forgetTooMany();
      if (page.next().isEmpty()) {
        return;
      }
      paging = paging.following(page);
    }
  }

  private static Map<Tuple, List<EntityRow>> referring(
      EntityDesign entity, ReferenceDesign reference, List<EntityRow> page) {
    Map<Tuple, List<EntityRow>> referring = new LinkedHashMap<>();
    for (EntityRow row : page) {
      Object[] target = reference.on().stream().map(column -> value(entity, row, column)).toArray();
      if (Arrays.stream(target).allMatch(Objects::nonNull)) {
        referring.computeIfAbsent(Tuple.of(target), any -> new ArrayList<>()).add(row);
      }
    }
    return referring;
  }

  /** Adds the rows that refer to nothing, or to rows that are known to be bad. */
  private void lookUp(
      EntityDesign entity, ReferenceDesign reference, Map<Tuple, List<EntityRow>> referring) {
    List<Tuple> targets = List.copyOf(referring.keySet());
    List<Optional<EntityRow>> found = store.getAll(reference.to(), targets, Columns.NONE);
    for (int place = 0; place < targets.size(); place++) {
      Row target = rows.row(reference.to(), targets.get(place));
      if (found.get(place).isEmpty() || bad.containsKey(target)) {
        for (EntityRow row : referring.get(targets.get(place))) {
          add(rows.row(entity.name(), row.key()), target, reference.name());
        }
      }
    }
  }

  /** Lets rows wait for those that they refer to, or adds them if these are bad already. */
  private void await(
      EntityDesign entity, ReferenceDesign reference, Map<Tuple, List<EntityRow>> referring) {
    if (referrers.stream().noneMatch(table -> table.entity().name().equals(reference.to()))) {
      return;
    }
    referring.forEach(
        (key, some) -> {
          Row target = rows.row(reference.to(), key);
          for (EntityRow each : some) {
            Row row = rows.row(entity.name(), each.key());
            if (bad.containsKey(target)) {
              add(row, target, reference.name());
            } else if (!bad.containsKey(row)) {
              waiting
                  .computeIfAbsent(target, any -> new ArrayList<>())
                  .add(new Referrer(row, reference.name()));
              waitingCount++;
            }
          }
        });
  }

  /** Called between pages only, so that of a row all references wait, or none. */
  private void forgetTooMany() {
    if (waitingCount > waitingMax) {
      forget();
      forgotten = true;
    }
  }

  private void forget() {
    waiting.clear();
    waitingCount = 0;
  }

  /** Adds a row, and those that wait for it. */
  private void add(Row first, Row target, String reference) {
    if (bad.putIfAbsent(first, refersTo(target, reference)) != null) {
      return;
    }
    Deque<Row> added = new ArrayDeque<>(List.of(first));
    while (!added.isEmpty()) {
      Row row = added.remove();
      for (Referrer referrer : waiting.getOrDefault(row, List.of())) {
        if (bad.putIfAbsent(referrer.row(), refersTo(row, referrer.reference())) == null) {
          added.add(referrer.row());
        }
      }
    }
  }

  private static Object value(EntityDesign entity, EntityRow row, String column) {
    List<String> key = entity.key().stream().map(KeyColumn::name).toList();
    int place = key.indexOf(column);
    return place >= 0 ? row.key().get(place) : row.value(column);
  }

  /** Deletes the rows, and before them what refers to them. */
  private void remove() {
    RowRemoval removal =
        new RowRemoval(
            store,
            (referrer, target, reference) -> {
              // Rows whose references were checked when they were put may refer to those.
              if (!bad.containsKey(referrer)) {
                rejects.reject(referrer.entity(), referrer.key(), refersTo(target, reference));
              }
              return true;
            });
    Map<Row, String> left = removal.delete(bad.keySet());
    if (!left.isEmpty()) {
      throw new MigrateException(
          "cannot remove rows that refer to nothing: " + left.values().iterator().next());
    }
  }

  /** Returns why a row is rejected that refers to one that the store must not have. */
  static String refersTo(Row target, String reference) {
    return "refers to the row "
        + target.key()
        + " of "
        + target.entity()
        + ", which is absent (reference "
        + reference.substring(reference.indexOf('.') + 1)
        + ")";
  }
}
