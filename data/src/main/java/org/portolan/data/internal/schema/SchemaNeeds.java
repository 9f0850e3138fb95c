package org.portolan.data.internal.schema;

import java.util.ArrayList;
import java.util.List;
import org.portolan.data.Store.Guarantee;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.engine.Capabilities.AtomicAdd;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Capabilities.Requirements;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Engine;

/** What a design needs of an engine, and why an engine cannot keep it. Immutable. */
public record SchemaNeeds(StoreSchema schema) {

  /** Returns the requirements that an engine must meet for this design. */
  public Requirements requirements() {
    boolean items = !needingItems().isEmpty();
    boolean ordered = !needingOrder().isEmpty();
    if (schema.guarantee() == Guarantee.REPAIRED) {
      return new Requirements(
          TransactionScope.COLUMNS,
          ordered ? KeyOrder.WITHIN_PARTITION : KeyOrder.NONE,
          items,
          AtomicAdd.NONE);
    }
    return new Requirements(
        TransactionScope.STORE,
        ordered ? KeyOrder.WITHIN_PARTITION : KeyOrder.NONE,
        items,
        schema.counters().isEmpty() ? AtomicAdd.NONE : AtomicAdd.IN_TRANSACTION);
  }

  /**
   * Returns the names, for people, of the parts that need ordered scans within a partition; empty
   * if none does.
   */
  public List<String> needingOrder() {
    List<String> needing = new ArrayList<>();
    for (EntitySchema entity : schema.entities()) {
      for (CollectionSchema collection : entity.collections()) {
        if (collection.storage() == Storage.ROWS && collection.listedBy().isEmpty()) {
          needing.add("collection '" + entity.name() + "." + collection.name() + "'");
        }
      }
    }
    for (EntitySchema entity : schema.entities()) {
      // A key layout alone has never been a reason to refuse an engine: stores of it exist.
      if (entity.design().partition().stated() > 0 && entity.isClustered()) {
        needing.add("the partition of entity '" + entity.name() + "'");
      }
    }
    return needing;
  }

  /**
   * Returns the names, for people, of the parts that need items within rows; empty if none does.
   */
  public List<String> needingItems() {
    List<String> needing = new ArrayList<>();
    for (EntitySchema entity : schema.entities()) {
      for (CollectionSchema collection : entity.collections()) {
        if (collection.storage() == Storage.CELLS) {
          needing.add("collection '" + entity.name() + "." + collection.name() + "'");
        }
      }
    }
    for (IndexSchema index : schema.indexes()) {
      if (index.cells()) {
        needing.add(index.kind() + " '" + index.name() + "'");
      }
    }
    for (ReferenceSchema reference : schema.references()) {
      if (reference.referrers().cells()) {
        needing.add("reference '" + reference.name() + "'");
      }
    }
    if (schema.guarantee() == Guarantee.REPAIRED && !schema.counters().isEmpty()) {
      needing.add("the receipts of counters");
    }
    return needing;
  }

  /**
   * Returns why the engine cannot keep this design with this schema's guarantee, and what to do
   * instead: one reason for each collection and index concerned; empty if it can.
   */
  public List<String> refusals() {
    List<String> refusals = new ArrayList<>();
    if (schema.guarantee() == Guarantee.ATOMIC) {
      return refusals;
    }
    for (EntitySchema entity : schema.entities()) {
      for (CollectionSchema collection : entity.collections()) {
        if (collection.storage() == Storage.OBJECT || collection.storage() == Storage.TREE) {
          refusals.add(
              "collection '"
                  + entity.name()
                  + "."
                  + collection.name()
                  + (collection.storage() == Storage.OBJECT
                      ? "' is one object for each row, which"
                      : "' is a tree of objects for each row, which")
                  + " could not change together with the row; store it as cells or rows, or leave"
                  + " 'storage' out");
        }
      }
    }
    for (IndexSchema index : schema.indexes()) {
      if (index.claims().isPresent()) {
        continue;
      }
      if (!index.cells()) {
        refusals.add(
            index.kind()
                + " '"
                + index.name()
                + "' lies in objects, which many rows share; a repair could not change one entry at"
                + " a time; lay it out as cells hashed(k), or as hashed(k) for any engine");
      } else if (index.hasDeltas()) {
        refusals.add(
            index.kind()
                + " '"
                + index.name()
                + "' has delta buckets, which are useless on an engine that writes cells without"
                + " reading them; lay it out as cells hashed(k)");
      }
    }
    for (ReferenceSchema reference : schema.references()) {
      if (!reference.referrers().cells()) {
        refusals.add(
            "reference '"
                + reference.name()
                + "' lists the referring rows in objects, which many rows share; store them as"
                + " cells, or leave 'storage' out");
      }
    }
    return refusals;
  }

  /**
   * Refuses an engine that cannot keep this design.
   *
   * @throws CapabilityException if it lacks a capability, or reads of the store may be stale
   */
  public void requireOf(Engine engine) {
    String title = "design '" + schema.design().name() + "'";
    engine.capabilities().require(engine.describe(), title, requirements());
    List<String> refusals = refusals();
    if (!refusals.isEmpty()) {
      throw new CapabilityException(
          engine.describe()
              + " changes one row at a time; "
              + title
              + " needs more: "
              + String.join("; ", refusals));
    }
    if (schema.guarantee() == Guarantee.REPAIRED) {
      requireFreshReads(engine);
    }
  }

  /**
   * Repaired writes decide by their reads: after a read that missed an acknowledged write, a
   * process would take back a decided write.
   */
  private static void requireFreshReads(Engine engine) {
    List<String> stale = engine.staleReads();
    if (!stale.isEmpty()) {
      throw new CapabilityException(
          "cannot open "
              + engine.uri()
              + " for repaired writes, which need reads that see every acknowledged write: "
              + String.join("; ", stale));
    }
  }
}
