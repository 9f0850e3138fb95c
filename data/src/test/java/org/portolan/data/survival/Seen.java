package org.portolan.data.survival;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.data.Item;
import org.portolan.data.StoreReader;
import org.portolan.data.history.Model;
import org.portolan.design.CollectionDesign;
import org.portolan.design.EntityDesign;
import org.portolan.design.IndexDesign;
import org.portolan.types.Tuple;

/**
 * The view of a reader after a write was interrupted and before its recovery.
 *
 * @param newer the units of which the reader saw something that only the state after the write has
 */
record Seen(Set<Unit> newer) {

  /**
   * Reads everything in which two states differ.
   *
   * @throws AssertionError if a read fits neither state, or a row as a whole fits neither
   */
  static Seen by(StoreReader reader, Model before, Model after) {
    Set<Unit> newer = new HashSet<>();
    for (EntityDesign entity : before.design().entities()) {
      // Entries are read first: the row of an entry that is seen must already be there.
      for (IndexDesign index : entity.indexes()) {
        entries(reader, entity, index, before, after, newer);
      }
    }
    for (Unit unit : Unit.differing(before, after)) {
      if (!unit.rowReads(reader, before)) {
        if (!unit.rowReads(reader, after)) {
          throw new AssertionError("row " + unit + " is neither as before nor as after the write");
        }
        newer.add(unit);
      }
      for (CollectionDesign collection : unit.entity().collections()) {
        items(reader, unit, collection, before, after, newer);
      }
    }
    return new Seen(newer);
  }

  /**
   * Checks the view against the outcome of the write.
   *
   * @param found the state at the end, which is one of the others or a mixture of them
   */
  void requireCommitted(Model old, Model found, Model young) {
    for (Unit unit : newer) {
      if (!unit.same(old, young) && !unit.same(found, young)) {
        throw new AssertionError("of " + unit + " was seen what was never committed");
      }
    }
  }

  private static void entries(
      StoreReader reader,
      EntityDesign entity,
      IndexDesign index,
      Model before,
      Model after,
      Set<Unit> newer) {
    Set<Tuple> values = new HashSet<>(before.values(entity, index));
    values.addAll(after.values(entity, index));
    for (Tuple value : values) {
      Set<Tuple> old = keys(before.listed(entity, index, value));
      Set<Tuple> young = keys(after.listed(entity, index, value));
      for (Tuple key : Unit.<Tuple>pages(paging -> reader.index(index.name(), value, paging))) {
        if (!old.contains(key)) {
          if (!young.contains(key)) {
            throw new AssertionError(
                "index " + index.name() + " lists " + key + " under " + value + ", wrongly");
          }
          newer.add(new Unit(entity, key));
        }
      }
    }
  }

  private static Set<Tuple> keys(List<Model.Listed> listed) {
    Set<Tuple> keys = new HashSet<>();
    listed.forEach(each -> keys.add(each.key()));
    return keys;
  }

  private static void items(
      StoreReader reader,
      Unit unit,
      CollectionDesign collection,
      Model before,
      Model after,
      Set<Unit> newer) {
    Map<Tuple, Map<String, Object>> old = unit.items(before, collection);
    Map<Tuple, Map<String, Object>> young = unit.items(after, collection);
    for (Item item : unit.readItems(reader, collection)) {
      if (!item.values().equals(old.get(item.key()))) {
        if (!item.values().equals(young.get(item.key()))) {
          throw new AssertionError("item " + item + " of " + unit + " is in neither state");
        }
        newer.add(unit);
      }
    }
  }
}
