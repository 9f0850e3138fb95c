package org.portolan.design;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.portolan.design.key.KeyLayout;
import org.portolan.design.key.KeyMapping;
import org.portolan.design.key.RowPartition;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;

/**
 * Rows under one key, with everything that belongs to them.
 *
 * @param name unique in the design; also the name of its table
 * @param key the key as the application sees it
 * @param keyLayout how that key becomes a row key
 * @param partition the rows that lie together, on an engine that stores rows by partitions
 * @param padding for some int or long key columns, the number of decimal digits to which they are
 *     padded in the row key, so that it can be read as text and keeps the order of the numbers
 * @param families at least one; every row has the first family, which shows that the row exists
 * @param indexes names unique in the design
 * @param counters names unique in the design
 * @param extremes counters of the least or greatest value; their names, too, are unique in the
 *     design, and differ from those of counters and indexes
 * @param references names unique in the entity
 * @param options how an engine keeps the entity's table, see {@link TableOptions}
 */
public record EntityDesign(
    String name,
    List<KeyColumn> key,
    KeyLayout keyLayout,
    RowPartition partition,
    Map<String, Integer> padding,
    List<FamilyDesign> families,
    List<CollectionDesign> collections,
    List<IndexDesign> indexes,
    List<CounterDesign> counters,
    List<ExtremeDesign> extremes,
    List<ReferenceDesign> references,
    Map<String, String> options) {

  public EntityDesign {
    key = List.copyOf(key);
    padding = Map.copyOf(padding);
    families = List.copyOf(families);
    collections = List.copyOf(collections);
    indexes = List.copyOf(indexes);
    counters = List.copyOf(counters);
    extremes = List.copyOf(extremes);
    references = List.copyOf(references);
    options = TableOptions.sorted(options);
  }

  /** Makes an entity without counters of extremes. */
  public EntityDesign(
      String name,
      List<KeyColumn> key,
      KeyLayout keyLayout,
      RowPartition partition,
      Map<String, Integer> padding,
      List<FamilyDesign> families,
      List<CollectionDesign> collections,
      List<IndexDesign> indexes,
      List<CounterDesign> counters,
      List<ReferenceDesign> references,
      Map<String, String> options) {
    this(
        name,
        key,
        keyLayout,
        partition,
        padding,
        families,
        collections,
        indexes,
        counters,
        List.of(),
        references,
        options);
  }

  /** Makes an entity without references, whose partition follows from its key layout. */
  public EntityDesign(
      String name,
      List<KeyColumn> key,
      KeyLayout keyLayout,
      Map<String, Integer> padding,
      List<FamilyDesign> families,
      List<CollectionDesign> collections,
      List<IndexDesign> indexes,
      List<CounterDesign> counters,
      Map<String, String> options) {
    this(
        name,
        key,
        keyLayout,
        RowPartition.BY_LAYOUT,
        padding,
        families,
        collections,
        indexes,
        counters,
        List.of(),
        options);
  }

  /** As above, without table options. */
  public EntityDesign(
      String name,
      List<KeyColumn> key,
      KeyLayout keyLayout,
      Map<String, Integer> padding,
      List<FamilyDesign> families,
      List<CollectionDesign> collections,
      List<IndexDesign> indexes,
      List<CounterDesign> counters) {
    this(name, key, keyLayout, padding, families, collections, indexes, counters, Map.of());
  }

  public KeyMapping keyMapping() {
    return new KeyMapping(key, keyLayout, partition, padding);
  }

  /** Returns the names of the leading key columns in which the rows of one partition agree. */
  public List<String> partitionColumns() {
    int count = Math.min(partition.columns(keyLayout, key.size()), key.size());
    return key.subList(0, count).stream().map(KeyColumn::name).toList();
  }

  /** Returns the columns of all families, in order. */
  public Stream<Column> columns() {
    return families.stream().flatMap(family -> family.columns().stream());
  }

  /** Returns a column of a family, not of the key. */
  public Optional<Column> column(String columnName) {
    return columns().filter(column -> column.name().equals(columnName)).findFirst();
  }

  /** Returns this entity with another partition. */
  public EntityDesign partitionedBy(RowPartition other) {
    return new EntityDesign(
        name,
        key,
        keyLayout,
        other,
        padding,
        families,
        collections,
        indexes,
        counters,
        extremes,
        references,
        options);
  }

  /** Returns this entity with other families and collections. */
  public EntityDesign with(
      List<FamilyDesign> otherFamilies, List<CollectionDesign> otherCollections) {
    return copy(otherFamilies, otherCollections, indexes, counters, extremes, references);
  }

  /** Returns this entity with other data derived from its rows. */
  public EntityDesign withDerived(
      List<IndexDesign> otherIndexes,
      List<CounterDesign> otherCounters,
      List<ExtremeDesign> otherExtremes) {
    return copy(families, collections, otherIndexes, otherCounters, otherExtremes, references);
  }

  /** Returns this entity with other indexes. */
  public EntityDesign withIndexes(List<IndexDesign> others) {
    return withDerived(others, counters, extremes);
  }

  /** Returns this entity with other counters of extremes. */
  public EntityDesign withExtremes(List<ExtremeDesign> others) {
    return withDerived(indexes, counters, others);
  }

  /** Returns this entity with other references. */
  public EntityDesign with(List<ReferenceDesign> others) {
    return copy(families, collections, indexes, counters, extremes, others);
  }

  private EntityDesign copy(
      List<FamilyDesign> otherFamilies,
      List<CollectionDesign> otherCollections,
      List<IndexDesign> otherIndexes,
      List<CounterDesign> otherCounters,
      List<ExtremeDesign> otherExtremes,
      List<ReferenceDesign> otherReferences) {
    return new EntityDesign(
        name,
        key,
        keyLayout,
        partition,
        padding,
        otherFamilies,
        otherCollections,
        otherIndexes,
        otherCounters,
        otherExtremes,
        otherReferences,
        options);
  }

  /**
   * Returns the index at whose ends the values of an extreme are, so that it needs no list of its
   * own: the first index on its groups that is ordered by its column first, and whose ends are read
   * without the rest. Empty if there is none, so that the extreme has a layout.
   */
  public Optional<IndexDesign> serving(ExtremeDesign extreme) {
    return indexes.stream().filter(extreme::isServedBy).findFirst();
  }

  public Optional<CollectionDesign> collection(String collectionName) {
    return collections.stream()
        .filter(collection -> collection.name().equals(collectionName))
        .findFirst();
  }
}
