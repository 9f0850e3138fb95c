package org.portolan.rehearsal.run;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.serve.ConflictKeys;
import org.portolan.advisor.serve.IndexChoice;
import org.portolan.advisor.serve.Step;
import org.portolan.advisor.shape.Shape;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.rehearsal.layout.Layout;
import org.portolan.rehearsal.layout.Place;
import org.portolan.rehearsal.layout.Row;
import org.portolan.rehearsal.layout.TablePlace;
import org.portolan.rehearsal.plan.Call;
import org.portolan.rehearsal.sample.SampleRows;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** Makes the writing calls of one statement, and tells afterwards what must be there. */
final class Writes {
  private final Layout layout;
  private final AccessPath path;
  private final StoreFill fill;
  private final SampleRows sample;
  private final List<Written> written = new ArrayList<>();

  /**
   * A row that a statement has written.
   *
   * @param expected the row as it must be; empty if it must be gone
   */
  record Written(TablePlace place, Hit hit, Optional<Row> expected) {}

  Writes(Layout layout, AccessPath path, StoreFill fill, SampleRows sample) {
    this.layout = layout;
    this.path = path;
    this.fill = fill;
    this.sample = sample;
  }

  List<Written> written() {
    return written;
  }

  /**
   * Makes a call.
   *
   * @param hits the rows of its use that were found; for an insert, those of the use before
   */
  void make(StoreTransaction transaction, Call call, TableUse use, List<Hit> hits) {
    switch (call.kind()) {
      case PUT, INSERT -> put(transaction, call, newRows(call.place(), hits.size()));
      case UPSERT, INSERT_NEW -> lookedUp(transaction, call);
      case REPLACE -> replace(transaction, call);
      case PUT_ITEM -> {
        if (use.role() == TableUse.Role.UPDATED) {
          hits.forEach(hit -> changeItem(transaction, call.place(), use, hit));
        } else {
          newRows(call.place(), hits.size())
              .forEach(row -> putItem(transaction, call.place(), row));
        }
      }
      case UPDATE -> {
        read(transaction, call.place(), hits);
        update(transaction, call.place(), use, hits);
      }
      case DELETE -> {
        read(transaction, call.place(), hits);
        hits.forEach(hit -> delete(transaction, call.place(), hit));
      }
      case DELETE_ITEM -> hits.forEach(hit -> deleteItem(transaction, call.place(), hit));
      case UPDATE_OWNER -> updateOwner(transaction, call.place(), use, hits);
      default ->
          throw new NotExecutedException("writes of the form " + call.kind() + " are not known");
    }
  }

  /**
   * Rows that were not read by their keys are read again when they change, all at once: the lines
   * of Java compare them once more.
   */
  private static void read(StoreTransaction transaction, TablePlace place, List<Hit> hits) {
    List<Tuple> keys = hits.stream().map(Hit::key).toList();
    transaction.prefetch(place.entity().name(), keys);
    List<Optional<EntityRow>> unused = transaction.getAll(place.entity().name(), keys, Columns.ALL);
  }

  private List<Row> newRows(TablePlace place, int wanted) {
    List<Row> spares = sample.spares(place.name());
    if (spares.isEmpty()) {
      throw new NotExecutedException(
          "the rows that were made leave none to insert into " + place.table().name());
    }
    return spares.subList(0, Math.min(spares.size(), Math.max(1, wanted)));
  }

  private void put(StoreTransaction transaction, Call call, List<Row> rows) {
    TablePlace place = call.place();
    if (rows.size() > 1) {
      transaction.prefetch(
          place.entity().name(), rows.stream().map(row -> fill.keyOf(place, row)).toList());
    }
    for (Row row : rows) {
      Tuple key = fill.keyOf(place, row);
      if (call.kind() != Step.Kind.PUT) {
        transaction.insert(place.entity().name(), key, StoreFill.values(place, row));
      } else {
        transaction.put(place.entity().name(), key, StoreFill.values(place, row));
      }
      written.add(new Written(place, new Hit(row, key, Tuple.EMPTY), Optional.of(row)));
    }
  }

  /** Looks up the row of an INSERT: one that is there if it is changed, and otherwise a new one. */
  private void lookedUp(StoreTransaction transaction, Call call) {
    TablePlace place = call.place();
    String entity = place.entity().name();
    boolean updates = call.kind() == Step.Kind.UPSERT;
    List<List<String>> keys = ConflictKeys.of(layout.proposal().draft(), path).orOwn(place.table());
    List<String> identity = place.table().identity().columns();
    Row row = updates ? rowWith(place, List.of(keys.get(0))) : newRows(place, 1).get(0);
    for (List<String> key : keys) {
      List<Tuple> found =
          key.equals(identity)
              ? List.of(fill.keyOf(place, row))
              : index(transaction, place, key, row);
      boolean there =
          transaction.getAll(entity, found, Columns.ALL).stream().anyMatch(Optional::isPresent);
      if (there != updates) {
        throw new NotExecutedException("a row that was made is not as new as it must be");
      }
    }
    if (updates) {
      Hit hit = new Hit(row, fill.keyOf(place, row), Tuple.EMPTY);
      update(
          transaction, place, ConflictKeys.change(layout.proposal().draft(), path), List.of(hit));
    } else {
      put(transaction, call, List.of(row));
    }
  }

  /** Deletes a row with the unique values that a new one then has. */
  private void replace(StoreTransaction transaction, Call call) {
    TablePlace place = call.place();
    String entity = place.entity().name();
    Row row = newRows(place, 1).get(0);
    List<List<String>> keys = ConflictKeys.of(layout.proposal().draft(), path).keys();
    Optional<Row> there = keys.isEmpty() ? Optional.empty() : Optional.of(rowWith(place, keys));
    for (List<String> key : keys) {
      for (String column : key) {
        row = row.with(column, there.orElseThrow().get(column));
      }
      List<Tuple> found = index(transaction, place, key, row);
      boolean read =
          transaction.getAll(entity, found, Columns.ALL).stream().anyMatch(Optional::isPresent);
      if (!read) {
        throw new NotExecutedException("the row that is replaced is not found");
      }
    }
    there.ifPresent(old -> transaction.delete(entity, fill.keyOf(place, old)));
    put(transaction, call, List.of(row));
    there.ifPresent(
        old ->
            written.add(
                new Written(
                    place, new Hit(old, fill.keyOf(place, old), Tuple.EMPTY), Optional.empty())));
  }

  /** A row whose unique values are not null. */
  private Row rowWith(TablePlace place, List<List<String>> keys) {
    return sample.of(place.name()).stream()
        .filter(any -> keys.stream().flatMap(List::stream).allMatch(key -> any.get(key) != null))
        .findFirst()
        .orElseThrow(() -> new NotExecutedException("no row has a key to be found by"));
  }

  private List<Tuple> index(
      StoreTransaction transaction, TablePlace place, List<String> on, Row row) {
    Tuple value = TablePlace.values(row, on);
    String index = layout.index(new IndexChoice(place.name(), on, List.of(), true));
    return value.values().contains(null)
        ? List.of()
        : transaction.index(index, value, Paging.first(1)).entries();
  }

  private void putItem(StoreTransaction transaction, TablePlace place, Row row) {
    Tuple owner = TablePlace.values(row, place.keyColumns());
    int number = fill.ownedRows(place, owner).size();
    fill.putItem(transaction, place, owner, row, number);
    Tuple itemKey = StoreFill.itemKey(place, row, number);
    written.add(new Written(place, new Hit(row, owner, itemKey), Optional.of(row)));
  }

  /** The values that a statement sets: those of a row that fits beside the others. */
  private Row changed(TablePlace place, TableUse use, Row row, int rows) {
    List<Row> others =
        sample.spares(place.name()).isEmpty()
            ? sample.of(place.name())
            : sample.spares(place.name());
    // A null refers to nothing, and a value that stays is not checked: both cost less.
    Row values =
        others.stream()
            .max(
                Comparator.comparingLong(
                    other ->
                        use.written().stream()
                            .filter(column -> other.get(column) != null)
                            .filter(column -> !other.get(column).equals(row.get(column)))
                            .count()))
            .orElseThrow();
    Row changed = row;
    for (String column : use.written()) {
      if (place.columns().containsKey(column)) {
        boolean unique = place.table().uniqueKeys().stream().anyMatch(key -> key.contains(column));
        if (unique && (rows > 1 || sample.spares(place.name()).isEmpty())) {
          throw new NotExecutedException(
              "it sets " + column + ", which is unique, in several rows");
        }
        changed = changed.with(column, values.get(column));
      }
    }
    return changed;
  }

  private void update(
      StoreTransaction transaction, TablePlace place, TableUse use, List<Hit> hits) {
    for (Hit hit : hits) {
      Row row = changed(place, use, hit.row(), hits.size());
      Map<String, Object> values = new LinkedHashMap<>();
      for (String column : use.written()) {
        Place at = place.columns().get(column);
        if (at == null) {
          continue;
        }
        if (use.incremented().contains(column) && isNumber(at.type())) {
          row = row.with(column, add(transaction, place, hit, at));
        } else {
          values.put(at.name(), row.get(column));
        }
      }
      if (!values.isEmpty()) {
        transaction.update(place.entity().name(), hit.key(), values);
      }
      written.add(new Written(place, hit, Optional.of(row)));
    }
  }

  private static boolean isNumber(ColumnType type) {
    return type instanceof ScalarType scalar
        && switch (scalar.kind()) {
          case INT, LONG, DECIMAL -> true;
          default -> false;
        };
  }

  private static Object add(StoreTransaction transaction, TablePlace place, Hit hit, Place at) {
    String entity = place.entity().name();
    ScalarType type = (ScalarType) at.type();
    if (type.kind() == ScalarType.Kind.DECIMAL) {
      BigDecimal one = new BigDecimal(BigInteger.ONE, type.scale());
      return transaction.add(entity, hit.key(), at.name(), one).orElseThrow();
    }
    long sum = transaction.add(entity, hit.key(), at.name(), 1).orElseThrow();
    return type.kind() == ScalarType.Kind.INT ? (Object) Math.toIntExact(sum) : (Object) sum;
  }

  private void changeItem(StoreTransaction transaction, TablePlace place, TableUse use, Hit hit) {
    Row row = changed(place, use, hit.row(), 1);
    transaction.putItem(
        place.entity().name(),
        hit.key(),
        place.collection(),
        hit.itemKey(),
        StoreFill.values(place, row));
    written.add(new Written(place, hit, Optional.of(row)));
  }

  private void delete(StoreTransaction transaction, TablePlace place, Hit hit) {
    transaction.delete(place.entity().name(), hit.key());
    written.add(new Written(place, hit, Optional.empty()));
  }

  private void deleteItem(StoreTransaction transaction, TablePlace place, Hit hit) {
    transaction.deleteItem(place.entity().name(), hit.key(), place.collection(), hit.itemKey());
    written.add(new Written(place, hit, Optional.empty()));
  }

  private void updateOwner(
      StoreTransaction transaction, TablePlace place, TableUse use, List<Hit> hits) {
    boolean inserts = use.role() == TableUse.Role.INSERTED;
    List<Hit> targets = inserts ? spareHits(place, hits.size()) : hits;
    if (place.shape() instanceof Shape.Elements && targets.size() > 1) {
      transaction.prefetch(place.entity().name(), targets.stream().map(Hit::key).toList());
    }
    for (Hit hit : targets) {
      boolean deletes = use.role() == TableUse.Role.DELETED;
      if (place.shape() instanceof Shape.Elements elements) {
        setElement(transaction, place, elements, hit, !deletes);
        written.add(new Written(place, hit, deletes ? Optional.empty() : Optional.of(hit.row())));
        continue;
      }
      Row row = inserts || deletes ? hit.row() : changed(place, use, hit.row(), targets.size());
      Map<String, Object> values = new LinkedHashMap<>(StoreFill.values(place, row));
      if (deletes) {
        values.replaceAll((column, value) -> null);
      }
      transaction.update(place.entity().name(), hit.key(), values);
      written.add(new Written(place, hit, deletes ? Optional.empty() : Optional.of(row)));
    }
  }

  private List<Hit> spareHits(TablePlace place, int wanted) {
    return newRows(place, wanted).stream()
        .map(row -> new Hit(row, TablePlace.values(row, place.keyColumns()), Tuple.EMPTY))
        .toList();
  }

  private static void setElement(
      StoreTransaction transaction,
      TablePlace place,
      Shape.Elements elements,
      Hit hit,
      boolean added) {
    String column = place.columns().get(elements.element()).name();
    EntityRow owner = transaction.get(place.entity().name(), hit.key(), Columns.ALL).orElseThrow();
    Object stored = owner.value(column);
    Set<Object> set = new LinkedHashSet<>(stored == null ? Set.of() : (Set<?>) stored);
    Object element = hit.row().get(elements.element());
    if (added) {
      set.add(element);
    } else {
      set.remove(element);
    }
    transaction.update(place.entity().name(), hit.key(), Map.of(column, set));
  }

  /** Returns what is wrong with the rows that were written, for people. */
  Optional<String> fault(Store store) {
    for (Written one : written) {
      List<Row> there = there(store, one);
      boolean right =
          one.expected()
              .map(row -> there.stream().anyMatch(stored -> Comparison.areSame(row, stored)))
              .orElse(there.isEmpty());
      if (!right) {
        return Optional.of("a row of " + one.place().table().name() + " is not as it was written");
      }
    }
    return Optional.empty();
  }

  private static List<Row> there(Store store, Written one) {
    TablePlace place = one.place();
    String entity = place.entity().name();
    if (!place.collection().isEmpty()) {
      return store
          .item(entity, one.hit().key(), place.collection(), one.hit().itemKey())
          .map(item -> List.of(StoredRows.of(place, one.hit().key(), item)))
          .orElse(List.of());
    }
    List<Row> rows =
        store
            .get(entity, one.hit().key(), Columns.ALL)
            .map(row -> StoredRows.of(place, row))
            .orElse(List.of());
    return place.shape() instanceof Shape.Elements
        ? rows.stream().filter(row -> Comparison.areSame(row, one.hit().row())).toList()
        : rows;
  }
}
