package org.portolan.design.evolve;

import java.util.List;
import java.util.Set;
import org.portolan.design.CollectionDesign;
import org.portolan.design.ColumnRule;
import org.portolan.design.CounterDesign;
import org.portolan.design.DesignWriter;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.types.Collation;
import org.portolan.types.Column;
import org.portolan.types.ScalarType;

/**
 * One logical change between the design of a store and another one, as {@link DesignDiff} finds it.
 * Parts of an added or dropped entity, family or collection are no changes of their own. Immutable.
 */
public sealed interface DesignChange {

  /**
   * Returns the change for people, in one line or more: {@code entity page: index backlinks: layout
   * object hashed(5) → object single}. Empty if lines of other changes tell it, as of {@link
   * EntriesChanged}.
   */
  List<String> differences();

  /** Returns the name of the entity that changes; empty for the name of the design. */
  String entity();

  /** The design has another name. */
  record NameChanged(String before, String after) implements DesignChange {
    @Override
    public String entity() {
      return "";
    }

    @Override
    public List<String> differences() {
      return Difference.at("design").compare("name", before, after).lines();
    }
  }

  /** An entity is new, with all that it has. */
  record EntityAdded(EntityDesign design) implements DesignChange {
    @Override
    public String entity() {
      return design.name();
    }

    @Override
    public List<String> differences() {
      return Difference.only("", "entity", entity(), false);
    }
  }

  /** An entity is gone, with all that it has. */
  record EntityDropped(EntityDesign design) implements DesignChange {
    @Override
    public String entity() {
      return design.name();
    }

    @Override
    public List<String> differences() {
      return Difference.only("", "entity", entity(), true);
    }
  }

  /** Other key columns: their names, types, directions, collations or paddings. */
  record KeyChanged(EntityDesign before, EntityDesign after) implements DesignChange {
    @Override
    public String entity() {
      return after.name();
    }

    @Override
    public List<String> differences() {
      return Difference.at("entity " + entity())
          .compare("key", Difference.key(before), Difference.key(after))
          .lines();
    }
  }

  /** Another way from keys to row keys. */
  record KeyLayoutChanged(EntityDesign before, EntityDesign after) implements DesignChange {
    @Override
    public String entity() {
      return after.name();
    }

    @Override
    public List<String> differences() {
      return Difference.at("entity " + entity())
          .compare("key layout", Difference.layout(before), Difference.layout(after))
          .lines();
    }
  }

  /** Other columns of the partition, under the same key and key layout, or other time buckets. */
  record PartitionChanged(EntityDesign before, EntityDesign after) implements DesignChange {
    @Override
    public String entity() {
      return after.name();
    }

    @Override
    public List<String> differences() {
      Difference difference = Difference.at("entity " + entity());
      if (Difference.key(before).equals(Difference.key(after))
          && Difference.layout(before).equals(Difference.layout(after))) {
        difference.compare("partition", Difference.partition(before), Difference.partition(after));
      }
      return difference
          .compare("buckets", Difference.buckets(before), Difference.buckets(after))
          .lines();
    }
  }

  /** A family is new, with its columns. */
  record FamilyAdded(String entity, FamilyDesign family) implements DesignChange {
    @Override
    public List<String> differences() {
      return Difference.only("entity " + entity, "family", family.name(), false);
    }
  }

  /** A family is gone, with its columns. */
  record FamilyDropped(String entity, FamilyDesign family) implements DesignChange {
    @Override
    public List<String> differences() {
      return Difference.only("entity " + entity, "family", family.name(), true);
    }
  }

  /** The same families in another order, or others of which another one is the first. */
  record FamiliesReordered(String entity, List<String> before, List<String> after)
      implements DesignChange {
    public FamiliesReordered {
      before = List.copyOf(before);
      after = List.copyOf(after);
    }

    /** Returns whether another family is the first. */
    boolean isOfFirst() {
      return !before.get(0).equals(after.get(0));
    }

    @Override
    public List<String> differences() {
      return Set.copyOf(before).equals(Set.copyOf(after))
          ? Difference.at("entity " + entity + ": families")
              .compare("order", before.toString(), after.toString())
              .lines()
          : List.of();
    }
  }

  /** Indexes compare the texts of a column in another way, by its name in the new design. */
  record CollationChanged(String entity, String column, Collation before, Collation after)
      implements DesignChange {
    @Override
    public List<String> differences() {
      return Difference.at("entity " + entity)
          .compare("collation of " + column, before.spelling(), after.spelling())
          .lines();
    }
  }

  /** A column is new in a part that both designs have. */
  record ColumnAdded(Part part, Column column, ColumnRule rule) implements DesignChange {
    @Override
    public String entity() {
      return part.entity();
    }

    @Override
    public List<String> differences() {
      return Difference.only(part.place(), "column", column.name(), false);
    }
  }

  /** A column of a part is gone. */
  record ColumnDropped(Part part, Column column) implements DesignChange {
    @Override
    public String entity() {
      return part.entity();
    }

    @Override
    public List<String> differences() {
      return Difference.only(part.place(), "column", column.name(), true);
    }
  }

  /** A column has another name; if its type differs too, a {@link ColumnRetyped} tells it. */
  record ColumnRenamed(Part part, String before, String after) implements DesignChange {
    @Override
    public String entity() {
      return part.entity();
    }

    @Override
    public List<String> differences() {
      return List.of(part.place() + ": column " + before + ": renamed to " + after);
    }
  }

  /** A column has another type; the rules are those before and after. */
  record ColumnRetyped(
      Part part, Column before, Column after, ColumnRule ruleBefore, ColumnRule ruleAfter)
      implements DesignChange {
    @Override
    public String entity() {
      return part.entity();
    }

    @Override
    public List<String> differences() {
      return Difference.at(part.place())
          .compare("column " + after.name(), before.type().spelling(), after.type().spelling())
          .lines();
    }
  }

  /** The same columns in another order. */
  record ColumnsReordered(Part part, List<String> before, List<String> after)
      implements DesignChange {
    @Override
    public String entity() {
      return part.entity();
    }

    @Override
    public List<String> differences() {
      return Difference.at(part.place() + ": columns")
          .compare("order", before.toString(), after.toString())
          .lines();
    }
  }

  /** A column of the same type has another rule or default. */
  record RuleChanged(Part part, Column column, ColumnRule before, ColumnRule after)
      implements DesignChange {
    @Override
    public String entity() {
      return part.entity();
    }

    @Override
    public List<String> differences() {
      ScalarType type = (ScalarType) column.type();
      return Difference.at(part.place())
          .compare(
              "rule of " + column.name(),
              Difference.rule(before, type),
              Difference.rule(after, type))
          .lines();
    }
  }

  /** A collection is new, with its columns. */
  record CollectionAdded(String entity, CollectionDesign collection) implements DesignChange {
    @Override
    public List<String> differences() {
      return Difference.only("entity " + entity, "collection", collection.name(), false);
    }
  }

  /** A collection is gone, with its columns. */
  record CollectionDropped(String entity, CollectionDesign collection) implements DesignChange {
    @Override
    public List<String> differences() {
      return Difference.only("entity " + entity, "collection", collection.name(), true);
    }
  }

  /** The items of a collection have another key. */
  record ItemKeyChanged(String entity, CollectionDesign before, CollectionDesign after)
      implements DesignChange {
    @Override
    public List<String> differences() {
      return Difference.at("entity " + entity + ": collection " + after.name())
          .compare("key", Difference.key(before), Difference.key(after))
          .lines();
    }
  }

  /** A collection is stored elsewhere, or listed by another one. */
  record StorageChanged(String entity, CollectionDesign before, CollectionDesign after)
      implements DesignChange {
    @Override
    public List<String> differences() {
      return Difference.at("entity " + entity + ": collection " + after.name())
          .compare("storage", before.storageSpelling(), after.storageSpelling())
          .compare("listed by", Difference.listedBy(before), Difference.listedBy(after))
          .lines();
    }
  }

  /** An index is new. */
  record IndexAdded(String entity, IndexDesign index) implements DesignChange {
    @Override
    public List<String> differences() {
      return Difference.only("entity " + entity, "index", index.name(), false);
    }
  }

  /** An index is gone. */
  record IndexDropped(String entity, IndexDesign index) implements DesignChange {
    @Override
    public List<String> differences() {
      return Difference.only("entity " + entity, "index", index.name(), true);
    }
  }

  /** An index of one name has other columns, another order, layout or place. */
  record IndexChanged(String entity, IndexDesign before, IndexDesign after)
      implements DesignChange {
    @Override
    public List<String> differences() {
      return Difference.at("entity " + entity + ": index " + after.name())
          .compare("on", before.on().toString(), after.on().toString())
          .compare("order", Difference.order(before), Difference.order(after))
          .compare("layout", before.layoutSpelling(), after.layoutSpelling())
          .compare("within", Difference.within(before), Difference.within(after))
          .lines();
    }
  }

  /**
   * The entries of an index, or of a counter's own list, are others although its design is the
   * same: the type or collation of one of its columns changed.
   *
   * @param kind {@code index} or {@code counter}
   * @param columns the columns that changed, by their names in the new design
   */
  record EntriesChanged(String entity, String kind, IndexDesign list, List<String> columns)
      implements DesignChange {
    public EntriesChanged {
      columns = List.copyOf(columns);
    }

    @Override
    public List<String> differences() {
      return List.of();
    }
  }

  /** A counter of rows, items or a sum is new. */
  record CounterAdded(String entity, CounterDesign counter) implements DesignChange {
    @Override
    public List<String> differences() {
      return Difference.only("entity " + entity, "counter", counter.name(), false);
    }
  }

  /** A counter of rows, items or a sum is gone. */
  record CounterDropped(String entity, CounterDesign counter) implements DesignChange {
    @Override
    public List<String> differences() {
      return Difference.only("entity " + entity, "counter", counter.name(), true);
    }
  }

  /** A counter of one name counts otherwise, in other shards, or in another transaction. */
  record CounterChanged(String entity, CounterDesign before, CounterDesign after)
      implements DesignChange {
    @Override
    public List<String> differences() {
      return Difference.at("entity " + entity + ": counter " + after.name())
          .compare("counts", before.counted(), after.counted())
          .compare(
              "layout", DesignWriter.shards(before.shards()), DesignWriter.shards(after.shards()))
          .compare(
              "transactional",
              Boolean.toString(before.transactional()),
              Boolean.toString(after.transactional()))
          .lines();
    }
  }

  /** A counter of a least or greatest value is new. */
  record ExtremeAdded(String entity, ExtremeDesign extreme) implements DesignChange {
    @Override
    public List<String> differences() {
      return Difference.only("entity " + entity, "counter", extreme.name(), false);
    }
  }

  /** A counter of a least or greatest value is gone. */
  record ExtremeDropped(String entity, ExtremeDesign extreme) implements DesignChange {
    @Override
    public List<String> differences() {
      return Difference.only("entity " + entity, "counter", extreme.name(), true);
    }
  }

  /** A counter of a least or greatest value is another one under the same name. */
  record ExtremeChanged(String entity, ExtremeDesign before, ExtremeDesign after)
      implements DesignChange {
    @Override
    public List<String> differences() {
      return Difference.at("entity " + entity + ": counter " + after.name())
          .compare("is", before.shown(), after.shown())
          .compare("layout", Difference.layout(before), Difference.layout(after))
          .lines();
    }
  }

  /** A reference is new. */
  record ReferenceAdded(String entity, ReferenceDesign reference) implements DesignChange {
    @Override
    public List<String> differences() {
      return Difference.only("entity " + entity, "reference", reference.name(), false);
    }
  }

  /** A reference is gone. */
  record ReferenceDropped(String entity, ReferenceDesign reference) implements DesignChange {
    @Override
    public List<String> differences() {
      return Difference.only("entity " + entity, "reference", reference.name(), true);
    }
  }

  /** A reference of one name is another one, or its lists lie elsewhere. */
  record ReferenceChanged(String entity, ReferenceDesign before, ReferenceDesign after)
      implements DesignChange {
    @Override
    public List<String> differences() {
      return Difference.at("entity " + entity + ": reference " + after.name())
          .compare("on", before.on().toString(), after.on().toString())
          .compare("to", before.to(), after.to())
          .compare("on-delete", before.onDelete().spelling(), after.onDelete().spelling())
          .compare("shards", Integer.toString(before.shards()), Integer.toString(after.shards()))
          .compare("storage", before.storageSpelling(), after.storageSpelling())
          .lines();
    }
  }
}
