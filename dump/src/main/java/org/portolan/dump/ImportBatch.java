package org.portolan.dump;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.dump.DumpLine.ItemLine;
import org.portolan.dump.DumpLine.RowLine;
import org.portolan.types.Tuple;

/** Rows and items that one write puts into a store, in the order of the dump. */
final class ImportBatch {
  private final List<Entry> entries = new ArrayList<>();
  private long bytes;

  /**
   * The entity into which rows are put.
   *
   * @param defaulted the columns that a put gives a default instead of null
   */
  record Target(EntityDesign entity, List<String> defaulted) {
    static Target of(EntityDesign entity) {
      List<String> defaulted = new ArrayList<>();
      for (FamilyDesign family : entity.families()) {
        family
            .rules()
            .forEach((column, rule) -> rule.defaultValue().ifPresent(any -> defaulted.add(column)));
      }
      return new Target(entity, defaulted);
    }

    String name() {
      return entity.name();
    }
  }

  /**
   * A row or an item.
   *
   * @param key of the row
   * @param place of its line, for people
   */
  record Entry(Target target, Tuple key, DumpLine line, String place) {
    boolean isItem() {
      return line instanceof ItemLine;
    }

    /** Returns the row or item, for people. */
    String text() {
      return line instanceof ItemLine item
          ? "the item "
              + item.key()
              + " of '"
              + item.collection().name()
              + "' in the row "
              + key
              + " of "
              + target.name()
          : "the row " + key + " of " + target.name();
    }

    private void apply(StoreTransaction transaction) {
      if (line instanceof ItemLine item) {
        transaction.addItem(
            target.name(), key, item.collection().name(), item.key(), item.values());
        return;
      }
      Map<String, Object> values = ((RowLine) line).values();
      transaction.put(target.name(), key, values);
      Map<String, Object> nulls = new HashMap<>();
      for (String column : target.defaulted()) {
        if (values.containsKey(column) && values.get(column) == null) {
          nulls.put(column, null);
        }
      }
      if (!nulls.isEmpty()) {
        transaction.update(target.name(), key, nulls);
      }
    }
  }

  void add(Entry entry, int lineBytes) {
    entries.add(entry);
    bytes += lineBytes;
  }

  List<Entry> entries() {
    return entries;
  }

  /** Returns the length of its lines, in bytes. */
  long bytes() {
    return bytes;
  }

  /** Returns whether its first line is an item of a row in an earlier batch. */
  boolean continuesRow() {
    return !entries.isEmpty() && entries.get(0).isItem();
  }

  /** Makes all changes in a transaction. */
  void apply(StoreTransaction transaction, Store.Guarantee guarantee) {
    Map<EntityDesign, List<Tuple>> read = new LinkedHashMap<>();
    for (Entry entry : entries) {
      EntityDesign entity = entry.target().entity();
      if (!entry.isItem() && guarantee.readsBeforePut(entity)) {
        read.computeIfAbsent(entity, any -> new ArrayList<>()).add(entry.key());
      }
    }
    read.forEach((entity, keys) -> transaction.prefetch(entity.name(), keys));
    entries.forEach(entry -> entry.apply(transaction));
  }

  /** Returns an entity that a design has: it was compared with the design of the dump. */
  static EntityDesign entity(Design design, String name) {
    return design.entity(name).orElseThrow();
  }
}
