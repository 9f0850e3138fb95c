package org.portolan.design;

import java.util.Map;
import java.util.OptionalLong;

/**
 * What an engineer expects of the data of a design, or what was measured of a store: how many rows,
 * and how long their values. Only estimates read it; it is no part of a design, and no store keeps
 * it. Immutable.
 *
 * @param entities by name; those without expectations are not in it
 */
public record Expectations(Map<String, OfEntity> entities) {
  /** No expectations: every estimate takes its own assumptions. */
  public static final Expectations NONE = new Expectations(Map.of());

  public Expectations {
    entities = Map.copyOf(entities);
  }

  /** Returns the expectations of an entity, which may be none. */
  public OfEntity entity(String name) {
    return entities.getOrDefault(name, OfEntity.NONE);
  }

  /**
   * Expectations of the rows of an entity.
   *
   * @param rows all of them
   * @param partitionRows those that agree in the columns of the partition
   * @param indexRows by the name of an index, or of a counter of extremes: the rows that it lists
   *     under one value
   * @param referenceRows by the name of a reference: the rows that refer by it to one row
   */
  public record OfEntity(
      OptionalLong rows,
      OptionalLong partitionRows,
      OfColumns columns,
      Map<String, OfCollection> collections,
      Map<String, Long> indexRows,
      Map<String, Long> referenceRows) {
    public static final OfEntity NONE =
        new OfEntity(
            OptionalLong.empty(),
            OptionalLong.empty(),
            OfColumns.NONE,
            Map.of(),
            Map.of(),
            Map.of());

    public OfEntity {
      collections = Map.copyOf(collections);
      indexRows = Map.copyOf(indexRows);
      referenceRows = Map.copyOf(referenceRows);
    }

    /** Returns the expectations of a collection, which may be none. */
    public OfCollection collection(String name) {
      return collections.getOrDefault(name, OfCollection.NONE);
    }

    /** Returns the expected rows under one value of an index. */
    public OptionalLong indexRows(String index) {
      return found(indexRows, index);
    }

    /** Returns the expected rows that refer to one row. */
    public OptionalLong referenceRows(String reference) {
      return found(referenceRows, reference);
    }

    private static OptionalLong found(Map<String, Long> numbers, String name) {
      Long number = numbers.get(name);
      return number == null ? OptionalLong.empty() : OptionalLong.of(number);
    }
  }

  /**
   * Expectations of the items of one row.
   *
   * @param items their number in one row
   */
  public record OfCollection(OptionalLong items, OfColumns columns) {
    public static final OfCollection NONE = new OfCollection(OptionalLong.empty(), OfColumns.NONE);
  }

  /**
   * Expectations of values, each by the name of the column; key columns are columns too.
   *
   * @param bytes the average length of texts (in UTF-8, before compression) and bytes; of a set or
   *     list, the length of an element
   * @param elements the average number of elements of sets and lists
   */
  public record OfColumns(Map<String, Integer> bytes, Map<String, Integer> elements) {
    public static final OfColumns NONE = new OfColumns(Map.of(), Map.of());

    public OfColumns {
      bytes = Map.copyOf(bytes);
      elements = Map.copyOf(elements);
    }
  }
}
