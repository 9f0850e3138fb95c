package org.portolan.rehearsal.sample;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.advisor.infer.Relationship;
import org.portolan.advisor.shape.Shape;
import org.portolan.rehearsal.layout.Layout;
import org.portolan.rehearsal.layout.Place;
import org.portolan.rehearsal.layout.TablePlace;
import org.portolan.types.Column;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;
import org.portolan.types.Values;

/**
 * The relationships from which columns take their values: each column from one at most. Those to
 * owners come first, because rows without their owner cannot be stored, then the declared ones,
 * which references check, then the surest.
 */
final class Governing {
  /** Columns whose values are those of columns of another table. */
  record Link(String from, List<String> columns, String to, List<String> toColumns) {}

  private final Map<String, List<Link>> links = new LinkedHashMap<>();

  Governing(Layout layout, List<Relationship> relationships) {
    for (TablePlace place : layout.all()) {
      List<Link> wanted = new ArrayList<>();
      if (place.shape() instanceof Shape.Owned owned) {
        layout
            .find(owned.owner())
            .ifPresent(
                owner ->
                    wanted.add(
                        new Link(
                            place.name(),
                            owned.ownerColumns(),
                            owned.owner(),
                            owner.keyColumns())));
      }
      relationships.stream()
          .filter(any -> any.from().equals(place.name()) && any.isDeclared())
          .forEach(any -> wanted.add(link(any)));
      relationships.stream()
          .filter(any -> any.from().equals(place.name()) && !any.isDeclared())
          .forEach(any -> wanted.add(link(any)));
      links.put(place.name(), apart(layout, wanted));
    }
  }

  static Link link(Relationship any) {
    return new Link(any.from(), any.fromColumns(), any.to(), any.toColumns());
  }

  private static List<Link> apart(Layout layout, List<Link> wanted) {
    Set<String> taken = new LinkedHashSet<>();
    List<Link> apart = new ArrayList<>();
    for (Link link : wanted) {
      boolean free = link.columns().stream().noneMatch(taken::contains);
      if (free && layout.find(link.to()).isPresent() && fit(layout, link)) {
        taken.addAll(link.columns());
        apart.add(link);
      }
    }
    return apart;
  }

  /** Returns whether columns can hold the values of others: a date refers to a timestamp, too. */
  static boolean fit(Layout layout, Link link) {
    TablePlace from = layout.find(link.from()).orElseThrow();
    TablePlace to = layout.find(link.to()).orElseThrow();
    for (int column = 0; column < link.columns().size(); column++) {
      Place referring = from.columns().get(link.columns().get(column));
      Place target = to.columns().get(link.toColumns().get(column));
      if (referring != null
          && target != null
          && !Conversions.fit(referring.type(), target.type())) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the types and rules of the referring columns allow values of the others. */
  static boolean allows(TablePlace place, Link link, Tuple values) {
    for (int column = 0; column < link.columns().size(); column++) {
      String name = link.columns().get(column);
      Place at = place.columns().get(name);
      if (at != null
          && at.type() instanceof ScalarType type
          && !allows(place, name, type, values.get(column))) {
        return false;
      }
    }
    return true;
  }

  private static boolean allows(TablePlace place, String column, ScalarType type, Object value) {
    try {
      Object converted = Conversions.to(type, value);
      Values.check(new Column(column, type), converted);
      return converted != null
          && place.table().column(column).rule().violation(type, converted).isEmpty();
    } catch (IllegalArgumentException | ArithmeticException outOfRange) {
      return false;
    }
  }

  List<Link> of(String table) {
    return links.getOrDefault(table, List.of());
  }

  /** Returns the tables in an order in which each follows those that it refers to, if there is. */
  List<String> order() {
    Set<String> ordered = new LinkedHashSet<>();
    links.keySet().forEach(table -> visit(table, ordered, new LinkedHashSet<>()));
    return List.copyOf(ordered);
  }

  private void visit(String table, Set<String> ordered, Set<String> open) {
    if (ordered.contains(table) || !open.add(table)) {
      return;
    }
    of(table).forEach(link -> visit(link.to(), ordered, open));
    ordered.add(table);
  }
}
