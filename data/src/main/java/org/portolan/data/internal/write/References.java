package org.portolan.data.internal.write;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.ReferenceException;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.read.RowReads;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.ReferenceSchema;
import org.portolan.data.internal.write.ReferrerReads.Referrer;
import org.portolan.design.ReferenceDesign.OnDelete;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/**
 * The references that one write makes and ends, and the rows that it deletes although others may
 * refer to them. All are judged at the end of the write.
 *
 * <p>A write that makes or ends a reference changes a guard row of the target; the deletion of the
 * target changes or validates all of its guard rows. So of a writer that refers to a row and one
 * that deletes it, one sees the other or conflicts. On engines of rows, which do not validate what
 * is only read, the guard row is read before the target: if the target is deleted after it was
 * read, the guard row has changed since. Used by one thread.
 */
final class References {
  /** If a list is not as long as it seems, more of it is read each time. */
  private static final int LIMIT_GROWTH = 4;

  private final StoreWrite write;
  private final WriteTarget target;
  private final Access access;
  private final ReferrerReads reads;
  private final Map<Place, Change> changes = new LinkedHashMap<>();
  private final Map<RowKey, Written> written = new LinkedHashMap<>();
  private boolean unchecked;

  /** A row and one of its references; the key is as stored. */
  private record Place(ReferenceSchema reference, Tuple stored) {}

  /** A row that others may refer to, as this write leaves it. */
  record Written(EntitySchema entity, Tuple key, boolean exists) {}

  /** What a row refers to before the write and after it. */
  private static final class Change {
    final Set<IndexEntry> before;
    Set<IndexEntry> after;
    Optional<EntityRow> row;

    Change(Set<IndexEntry> before) {
      this.before = before;
    }

    /** Returns whether the row refers to a target after the write and did not before. */
    boolean begins() {
      return !after.isEmpty() && !guards(before).equals(guards(after));
    }

    boolean isUnderGuard(IndexEntry entry) {
      return guards(after).contains(entry.value());
    }

    /** Entries with other originals of a collated key are of the same row. */
    private static Set<Tuple> guards(Set<IndexEntry> entries) {
      return entries.stream().map(IndexEntry::value).collect(Collectors.toSet());
    }
  }

  /**
   * @param write the write that these are the references of
   * @param access the reads of {@code target}
   */
  References(StoreWrite write, WriteTarget target, Access access) {
    this.write = write;
    this.target = target;
    this.access = access;
    this.reads = new ReferrerReads(access);
  }

  /** Does not look whether the rows are there that the write refers to. */
  void leaveUnchecked() {
    unchecked = true;
  }

  /** Notes that a row was written or deleted. */
  void wrote(EntitySchema entity, Tuple key, boolean exists) {
    if (!entity.referring().isEmpty()) {
      RowKey row = new RowKey(entity.table(), entity.keyMapping().rowKey(key));
      written.put(row, new Written(entity, key, exists));
    }
  }

  /** Notes what a row referred to, and what it refers to now. */
  void change(
      EntitySchema entity, Tuple key, Optional<EntityRow> before, Optional<EntityRow> after) {
    for (ReferenceSchema reference : entity.references()) {
      Place place = new Place(reference, entity.keyMapping().withoutPrefix(key));
      Set<IndexEntry> old = reference.referrers().entries(before);
      Set<IndexEntry> young = reference.referrers().entries(after);
      if (changes.containsKey(place) || !old.equals(young)) {
        Change change = changes.computeIfAbsent(place, any -> new Change(old));
        change.after = young;
        change.row = after;
      }
    }
  }

  /**
   * Deletes the rows that refer to deleted ones where the design says so, and changes the guard
   * rows.
   *
   * @throws ReferenceException if a row would refer to one that is not there
   */
  void settle() {
    if (changes.isEmpty() && written.isEmpty()) {
      return;
    }
    cascade();
    restrict();
    if (!unchecked) {
      requireTargets();
    }
    changeGuards();
  }

  private List<Written> deleted(OnDelete onDelete) {
    return written.values().stream()
        .filter(row -> !row.exists())
        .filter(
            row ->
                row.entity().referring().stream()
                    .anyMatch(reference -> reference.design().onDelete() == onDelete))
        .toList();
  }

  private void cascade() {
    Set<Written> done = new HashSet<>();
    int cascaded = 0;
    while (true) {
      List<Written> fresh = new ArrayList<>(deleted(OnDelete.CASCADE));
      fresh.removeIf(row -> !done.add(row));
      if (fresh.isEmpty()) {
        return;
      }
      List<Referrer> found =
          referrers(fresh, OnDelete.CASCADE, ReferenceException.CASCADE_MAX - cascaded + 1);
      Map<RowKey, Referrer> rows = new LinkedHashMap<>();
      found.forEach(referrer -> rows.putIfAbsent(referrer.row(), referrer));
      cascaded += rows.size();
      if (cascaded > ReferenceException.CASCADE_MAX) {
        Referrer first = found.get(0);
        throw ReferenceException.tooMany(
            first.reference().name(),
            first.targetRow(),
            rows.values().stream()
                .limit(ReferenceException.CASCADE_MAX)
                .map(Referrer::referrerRow)
                .toList(),
            first.reference().design().on());
      }
      for (Referrer referrer : rows.values()) {
        write.delete(referrer.reference().entity().name(), referrer.key());
      }
    }
  }

  private void restrict() {
    for (Referrer referrer : referrers(deleted(OnDelete.RESTRICT), OnDelete.RESTRICT, 1)) {
      throw ReferenceException.referredTo(
          referrer.reference().name(),
          referrer.targetRow(),
          referrer.referrerRow(),
          referrer.reference().design().on());
    }
  }

  /**
   * Returns rows that refer to deleted ones, as this write leaves them.
   *
   * @param enough the number of rows of which the caller needs no more; some more may be returned
   */
  private List<Referrer> referrers(List<Written> targets, OnDelete onDelete, int enough) {
    for (int limit = enough + changes.size(); ; limit *= LIMIT_GROWTH) {
      ReferrerReads.Lists lists = reads.lists(targets, onDelete, limit);
      List<Referrer> referring = referring(lists.referrers(), enough);
      if (referring.size() >= enough || !lists.more()) {
        return referring;
      }
    }
  }

  private List<Referrer> referring(List<Referrer> listed, int enough) {
    List<Referrer> referring = new ArrayList<>();
    List<Referrer> unknown = new ArrayList<>();
    for (Referrer referrer : listed) {
      Change change = changes.get(new Place(referrer.reference(), referrer.entry().member()));
      if (change == null) {
        unknown.add(referrer);
      } else if (change.isUnderGuard(referrer.entry())) {
        referring.add(referrer);
      }
    }
    for (int from = 0; from < unknown.size() && referring.size() < enough; from += enough) {
      confirm(unknown.subList(from, Math.min(unknown.size(), from + enough)), referring);
    }
    return referring;
  }

  /** Only damage makes a list wrong, but then it must neither delete a row nor keep one forever. */
  private void confirm(List<Referrer> listed, List<Referrer> referring) {
    Map<EntitySchema, List<Referrer>> byEntity = new LinkedHashMap<>();
    for (Referrer referrer : listed) {
      byEntity
          .computeIfAbsent(referrer.reference().entity(), any -> new ArrayList<>())
          .add(referrer);
    }
    byEntity.forEach(
        (entity, referrers) -> {
          List<Optional<EntityRow>> rows =
              write.getAll(
                  entity.name(), referrers.stream().map(Referrer::key).toList(), Columns.ALL);
          for (int position = 0; position < rows.size(); position++) {
            Referrer referrer = referrers.get(position);
            if (referrer
                .reference()
                .referrers()
                .entries(rows.get(position))
                .contains(referrer.entry())) {
              referring.add(referrer);
            } else {
              list(referrer.reference(), referrer.entry(), false);
            }
          }
        });
  }

  /** Makes sure that the rows are there that this write refers to. */
  private void requireTargets() {
    Map<RowKey, Wanted> wanted = new LinkedHashMap<>();
    changes.forEach(
        (place, change) -> {
          if (change.begins()) {
            place
                .reference()
                .targetKey(change.row.get())
                .ifPresent(key -> want(place.reference(), key, change.row.get().key(), wanted));
          }
        });
    if (wanted.isEmpty()) {
      return;
    }
    if (!target.validatesReads()) {
      // The guard rows come first: see above.
      List<Get> guards = new ArrayList<>();
      changes.forEach(
          (place, change) ->
              Stream.of(change.before, change.after)
                  .flatMap(Set::stream)
                  .map(entry -> place.reference().get(entry.value()))
                  .forEach(guards::add));
      access.get(guards.stream().distinct().toList());
    }
    List<Wanted> asked = List.copyOf(wanted.values());
    List<Row> rows =
        new Access(target.anew(), access.trace())
            .get(asked.stream().map(each -> each.reference().targetGet(each.key())).toList());
    for (int position = 0; position < asked.size(); position++) {
      if (!asked.get(position).reference().target().exists(rows.get(position))) {
        throw asked.get(position).missing();
      }
    }
  }

  private void want(
      ReferenceSchema reference, Tuple key, Tuple referrer, Map<RowKey, Wanted> wanted) {
    EntitySchema to = reference.target();
    Wanted each = new Wanted(reference, key, referrer);
    RowKey row = new RowKey(to.table(), to.keyMapping().rowKey(key));
    Optional<Boolean> exists =
        written.containsKey(row)
            ? Optional.of(written.get(row).exists())
            : target.validatesReads() ? write.knownToExist(to, key) : Optional.empty();
    if (exists.isEmpty()) {
      wanted.put(row, each);
    } else if (!exists.get()) {
      throw each.missing();
    }
  }

  private void list(ReferenceSchema reference, IndexEntry entry, boolean listed) {
    target
        .derived(reference.rowKey(entry.value()))
        .indexes()
        .put(reference.referrers(), entry, listed);
  }

  private void changeGuards() {
    Map<RowKey, Mutation> guards = new LinkedHashMap<>();
    changes.forEach(
        (place, change) -> {
          if (!change.before.equals(change.after)) {
            change.before.forEach(entry -> touch(place.reference(), entry, false, guards));
            change.after.forEach(entry -> touch(place.reference(), entry, true, guards));
          }
        });
    for (Written row : written.values()) {
      if (!row.exists()) {
        for (ReferenceSchema reference : row.entity().referring()) {
          removeGuards(reference, row.key(), guards);
        }
      }
    }
    guards.values().forEach(guard -> target.change(guard.rowKey(), guard));
  }

  private void touch(
      ReferenceSchema reference, IndexEntry entry, boolean listed, Map<RowKey, Mutation> guards) {
    list(reference, entry, listed);
    guards.put(reference.rowKey(entry.value()), reference.mutation(entry.value(), true));
  }

  private void removeGuards(
      ReferenceSchema reference, Tuple targetKey, Map<RowKey, Mutation> guards) {
    for (Tuple guard : reference.guardsOf(targetKey)) {
      RowKey row = reference.rowKey(guard);
      // Where what is read is validated, a guard row that is not there says enough.
      if (!target.validatesReads() || reads.exists(row) || guards.containsKey(row)) {
        guards.put(row, reference.mutation(guard, false));
      }
    }
  }

  /**
   * Makes an entry of a list right: it is there if and only if its row refers to the target. The
   * guard row is read before the row and written, so no other writer can change either meanwhile.
   */
  void repair(IndexSchema index, IndexEntry entry, Tuple key) {
    ReferenceSchema reference = index.reference().orElseThrow();
    boolean guarded = reference.exists(access.get(List.of(reference.get(entry.value()))).get(0));
    Optional<EntityRow> row =
        RowReads.getAll(
                new Access(target.anew(), access.trace()),
                reference.entity(),
                List.of(key),
                new Columns(false, index.columns()))
            .get(0);
    boolean expected = index.entries(row).contains(entry);
    list(reference, entry, expected);
    Mutation guard = reference.mutation(entry.value(), guarded || expected);
    target.change(guard.rowKey(), guard);
  }

  /** A row that another one refers to. */
  private record Wanted(ReferenceSchema reference, Tuple key, Tuple referrer) {
    ReferenceException missing() {
      return ReferenceException.noTarget(
          reference.name(),
          new ReferenceException.Row(reference.target().name(), key),
          new ReferenceException.Row(reference.entity().name(), referrer),
          reference.design().on());
    }
  }
}
