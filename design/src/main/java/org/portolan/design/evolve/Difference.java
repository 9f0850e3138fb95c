package org.portolan.design.evolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.portolan.design.CollectionDesign;
import org.portolan.design.ColumnRule;
import org.portolan.design.DesignWriter;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.IndexDesign;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;

/** The lines of one change for people, {@code entity page: key layout plain → modulo(7)}. */
final class Difference {
  private final List<String> lines = new ArrayList<>();
  private final String place;

  private Difference(String place) {
    this.place = place;
  }

  static Difference at(String place) {
    return new Difference(place);
  }

  /** Returns the line of a part that only the stored design has, or only the given one. */
  static List<String> only(String place, String kind, String name, boolean stored) {
    String before = place.isEmpty() ? "" : place + ": ";
    return List.of(
        before + kind + " " + name + ": only in the " + (stored ? "stored" : "given") + " design");
  }

  Difference compare(String what, String stored, String given) {
    if (!stored.equals(given)) {
      lines.add(place + ": " + what + " " + stored + " → " + given);
    }
    return this;
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  static String key(EntityDesign entity) {
    return key(entity.key(), entity.padding());
  }

  static String key(CollectionDesign collection) {
    return key(collection.itemKey(), Map.of());
  }

  private static String key(List<KeyColumn> columns, Map<String, Integer> padding) {
    return columns.stream()
        .map(column -> DesignWriter.keyColumn(column, padding))
        .toList()
        .toString();
  }

  static String layout(EntityDesign entity) {
    return DesignWriter.keyLayout(entity.keyLayout(), entity.key());
  }

  static String layout(ExtremeDesign extreme) {
    return extreme.layout().map(layout -> layout.spelling()).orElse("that of an index");
  }

  static String partition(EntityDesign entity) {
    return entity.partitionColumns().toString();
  }

  static String buckets(EntityDesign entity) {
    return entity.partition().buckets().map(DesignWriter::buckets).orElse("none");
  }

  static String order(IndexDesign index) {
    return index.order().stream().map(DesignWriter::order).toList().toString();
  }

  static String within(IndexDesign index) {
    return index
        .within()
        .map(within -> within.entity() + "." + within.family())
        .orElse("a separate table");
  }

  static String listedBy(CollectionDesign collection) {
    return collection.listedBy().orElse("itself");
  }

  static String rule(ColumnRule rule, ScalarType type) {
    return rule.equals(ColumnRule.NONE) ? "none" : rule.text(type);
  }
}
