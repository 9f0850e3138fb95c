package org.portolan.design.yaml;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.design.key.RowPartition;
import org.portolan.design.key.TimeBuckets;
import org.portolan.design.key.TimeBuckets.Unit;
import org.portolan.types.KeyColumn;

/** Reads the partition of an entity's rows: {@code partition} and {@code buckets}. */
final class PartitionReader {
  private static final String RIGHT = "write {placed: {each: month, from: 2015, to: 2039}}";
  private static final String UNITS = "use year, month or day";
  private static final String YEAR = "write a year, for example 2015";

  private PartitionReader() {}

  static RowPartition read(Section entity, List<KeyColumn> key) {
    int stated =
        entity.get("partition").map(value -> KeyLayoutReader.leading(value, key)).orElse(0);
    return new RowPartition(stated, entity.get("buckets").flatMap(PartitionReader::buckets));
  }

  private static Optional<TimeBuckets> buckets(Value value) {
    Optional<Section> found = value.section(RIGHT);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Value> columns = found.get().all();
    if (columns.size() != 1) {
      value
          .findings()
          .addUnreadable(
              value.path(),
              "buckets are made of one column, not of " + columns.size(),
              "name the first key column behind the partition: " + RIGHT);
      return Optional.empty();
    }
    var column = columns.entrySet().iterator().next();
    Optional<TimeBuckets> buckets =
        column.getValue().section(RIGHT).flatMap(section -> buckets(column.getKey(), section));
    if (buckets.isEmpty()) {
      value.findings().markUnreadable(value.path());
    }
    return buckets;
  }

  private static Optional<TimeBuckets> buckets(String column, Section section) {
    Optional<Unit> each =
        section
            .require("each", "say what a bucket has: 'each: month'")
            .flatMap(PartitionReader::unit);
    Optional<Integer> from =
        section.require("from", "name the first year: 'from: 2015'").flatMap(v -> v.integer(YEAR));
    Optional<Integer> to =
        section.require("to", "name the last year: 'to: 2039'").flatMap(v -> v.integer(YEAR));
    section.finish();
    return each.isPresent() && from.isPresent() && to.isPresent()
        ? Optional.of(new TimeBuckets(column, each.get(), from.get(), to.get()))
        : Optional.empty();
  }

  private static Optional<Unit> unit(Value value) {
    Optional<String> word = value.text(UNITS);
    Optional<Unit> unit = word.flatMap(Unit::spelled);
    if (word.isPresent() && unit.isEmpty()) {
      value
          .findings()
          .addUnreadable(value.path(), "'" + word.get() + "' is not a unit of time", UNITS);
    }
    return unit;
  }
}
