package org.portolan.migrate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Store;
import org.portolan.engine.CapabilityException;
import org.portolan.migrate.RowWriter.Refusal;
import org.portolan.types.Bytes;
import org.portolan.types.Collation;
import org.portolan.types.KeyCodec;
import org.portolan.types.KeyColumn;
import org.portolan.types.Tuple;

/**
 * Compares the keys of rows with those in a store, before the rows are written: each method refuses
 * the rows that it does not return. Thread-safe.
 */
final class RowKeys {
  private final Store store;
  private final ContestedKeys contested;

  /**
   * @param contested gets the keys of rows that are refused here since another row has an equal one
   */
  RowKeys(Store store, ContestedKeys contested) {
    this.store = store;
    this.contested = contested;
  }

  /** Returns the rows of a part or a collection whose owners are there. */
  List<MappedRow> withOwners(TablePlan plan, List<MappedRow> rows, List<Refusal> refusals) {
    List<Tuple> owners = rows.stream().map(MappedRow::key).distinct().toList();
    List<Optional<EntityRow>> found;
    try {
      found = store.getAll(plan.entity().name(), owners, Columns.NONE);
    } catch (IllegalArgumentException | CapabilityException e) {
      // A key that is too long for any row.
      return each(plan, rows, refusals);
    }
    Map<Tuple, Tuple> present = new HashMap<>();
    for (int place = 0; place < owners.size(); place++) {
      Tuple owner = owners.get(place);
      found.get(place).ifPresent(row -> present.put(owner, row.key()));
    }
    List<MappedRow> good = new ArrayList<>(rows.size());
    for (MappedRow row : rows) {
      Tuple there = present.get(row.key());
      if (there != null && contested.isOwner(plan.entity(), there, row.spellings())) {
        good.add(row);
        continue;
      }
      refusals.add(
          new Refusal(
              row,
              plan.key().get(0).name(),
              there == null
                  ? ownerIsAbsent(plan, row)
                  : contested.isOfAnother(plan, row.key(), there)));
    }
    return good;
  }

  /**
   * Returns the rows of a part or a collection whose places no other row has. Those without a value
   * are neither returned nor refused: nothing of them can be in the store.
   */
  List<MappedRow> uncontested(TablePlan plan, List<MappedRow> rows, List<Refusal> refusals) {
    List<MappedRow> good = new ArrayList<>(rows.size());
    for (MappedRow row : rows) {
      Optional<String> reason = contested.parts().refusal(plan, row);
      if (reason.isEmpty()) {
        good.add(row);
      } else if (ContestedParts.isClaim(plan, row)) {
        refusals.add(new Refusal(row, collated(plan), reason.get()));
      }
    }
    return good;
  }

  private List<MappedRow> each(TablePlan plan, List<MappedRow> rows, List<Refusal> refusals) {
    if (rows.size() == 1) {
      refusals.add(new Refusal(rows.get(0), "", "the key of its owner fits no row"));
      return List.of();
    }
    List<MappedRow> good = new ArrayList<>();
    rows.forEach(row -> good.addAll(withOwners(plan, List.of(row), refusals)));
    return good;
  }

  /**
   * Returns the rows, of those whose keys are equal under a collation only one: that which the
   * store has, otherwise the first.
   *
   * @param rivals gets the others, where the store has none: they are to be tried afterwards
   */
  List<MappedRow> withoutDuplicates(
      TablePlan plan, List<MappedRow> rows, List<Refusal> refusals, List<MappedRow> rivals) {
    List<Optional<EntityRow>> found =
        StoredRows.found(
            store, plan.entity().name(), rows.stream().map(MappedRow::key).toList(), Columns.NONE);
    KeyCodec codec = new KeyCodec(plan.entity().key());
    Map<Bytes, MappedRow> first = new LinkedHashMap<>();
    for (int place = 0; place < rows.size(); place++) {
      MappedRow row = rows.get(place);
      Optional<EntityRow> there = found.get(place);
      if (there.isPresent() && !there.get().key().equals(row.key())) {
        refusals.add(duplicate(plan, row, there.get().key()));
        continue;
      }
      MappedRow other = first.putIfAbsent(Bytes.wrap(codec.encode(row.key())), row);
      if (other != null && other.key().equals(row.key())) {
        refusals.add(duplicate(plan, row, other.key()));
      } else if (other != null) {
        rivals.add(row);
      }
    }
    return List.copyOf(first.values());
  }

  private Refusal duplicate(TablePlan plan, MappedRow row, Tuple other) {
    contested.add(plan.entity(), row.key());
    return new Refusal(row, collated(plan), equalTo(other));
  }

  /** Returns why a row is refused because of one that the store has. */
  static String equalTo(Tuple other) {
    return "the key " + other + ", already there, is equal under the collation";
  }

  /** Returns why a row is refused because the store does not have its owner. */
  static String ownerIsAbsent(TablePlan plan, MappedRow row) {
    return owner(plan, row.key()) + "absent";
  }

  static String owner(TablePlan plan, Tuple owner) {
    return "its owner, the row " + owner + " of " + plan.entity().name() + ", is ";
  }

  /** Returns the first column of an entity's key that has a collation; empty if none has. */
  static String collated(TablePlan plan) {
    return plan.entity().key().stream()
        .filter(column -> column.collation() != Collation.BINARY)
        .map(KeyColumn::name)
        .findFirst()
        .orElse("");
  }
}
