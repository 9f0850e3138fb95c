package org.portolan.advisor.shape;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.JoinPredicate;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.infer.Relationship;
import org.portolan.advisor.infer.Statement;
import org.portolan.advisor.schema.ColumnType;
import org.portolan.advisor.schema.Key;
import org.portolan.advisor.table.Identity;
import org.portolan.advisor.table.PlannedColumn;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.types.Collation;

/**
 * Finds what the tables of a schema can become. A table can always be an entity. What else it could
 * be and must not is kept with the reason, because that is what a reader asks.
 */
public final class ShapeCandidates {
  /** A relationship with less confidence decides nothing. */
  public static final double CONFIDENCE_MIN = 0.5;

  private final Map<String, PlannedTable> tables;
  private final List<Relationship> relationships;
  private final Map<String, List<Using>> using = new HashMap<>();

  /** A statement that uses a table, with these uses. */
  private record Using(Statement statement, List<TableUse> uses) {}

  /**
   * What a table can become.
   *
   * @param shapes an entity first
   */
  public record OfTable(PlannedTable table, List<Shape> shapes, List<Refused> refused) {
    public OfTable {
      shapes = List.copyOf(shapes);
      refused = List.copyOf(refused);
    }
  }

  /** A shape that would lose something. */
  public record Refused(Shape shape, String reason) {}

  /**
   * @param tables by their names in the schema
   */
  public ShapeCandidates(
      Map<String, PlannedTable> tables,
      List<Relationship> relationships,
      List<Statement> statements) {
    this.tables = tables;
    this.relationships =
        relationships.stream().filter(any -> any.confidence() >= CONFIDENCE_MIN).toList();
    for (Statement statement : statements) {
      List<TableUse> all = statement.path().map(AccessPath::tables).orElse(List.of());
      for (String table : all.stream().map(TableUse::table).distinct().toList()) {
        using
            .computeIfAbsent(table, any -> new ArrayList<>())
            .add(
                new Using(
                    statement, all.stream().filter(use -> use.table().equals(table)).toList()));
      }
    }
  }

  private List<Using> using(PlannedTable table) {
    return using.getOrDefault(table.source().name(), List.of());
  }

  /** Returns what a table can become. */
  public OfTable of(PlannedTable table) {
    List<Shape> shapes = new ArrayList<>();
    List<Refused> refused = new ArrayList<>();
    shapes.add(new Shape.Entity());
    for (Relationship relationship : relationships) {
      if (!relationship.from().equals(table.source().name())
          || relationship.from().equals(relationship.to())) {
        continue;
      }
      PlannedTable owner = tables.get(relationship.to());
      Optional<List<String>> columns = ownerColumns(relationship, owner);
      if (columns.isEmpty()) {
        continue;
      }
      for (Shape.Owned shape : owned(table, owner, columns.get())) {
        if (shapes.contains(shape)
            || refused.stream().anyMatch(other -> other.shape().equals(shape))) {
          continue;
        }
        Optional<String> reason = objection(table, shape);
        if (reason.isPresent()) {
          refused.add(new Refused(shape, reason.get()));
        } else {
          shapes.add(shape);
        }
      }
    }
    return new OfTable(table, shapes, refused);
  }

  /** The columns that refer, in the order of the owner's key, if they refer to all of it. */
  private static Optional<List<String>> ownerColumns(
      Relationship relationship, PlannedTable owner) {
    List<String> columns = new ArrayList<>();
    for (String column : owner.identity().columns()) {
      int place = relationship.toColumns().indexOf(column);
      if (place < 0) {
        return Optional.empty();
      }
      columns.add(relationship.fromColumns().get(place));
    }
    boolean all = columns.size() == relationship.toColumns().size();
    return all && !columns.isEmpty() ? Optional.of(columns) : Optional.empty();
  }

  private List<Shape.Owned> owned(PlannedTable table, PlannedTable owner, List<String> columns) {
    String name = owner.source().name();
    List<String> identity = table.identity().columns();
    if (identity.size() == columns.size() && columns.containsAll(identity)) {
      return List.of(new Shape.Part(name, columns));
    }
    List<Shape.Owned> shapes = new ArrayList<>();
    shapes.add(new Shape.Items(name, columns, itemKey(table, columns)));
    List<PlannedColumn> others =
        table.columns().stream()
            .filter(column -> !columns.contains(column.source().name()))
            .toList();
    if (others.size() == 1 && identity.size() == table.columns().size()) {
      shapes.add(new Shape.Elements(name, columns, others.get(0).source().name()));
    }
    return shapes;
  }

  /**
   * The identity without the owner's columns, after the columns by which most statements order the
   * items of an owner: a collection is read in the order of its key.
   */
  private List<Shape.ItemColumn> itemKey(PlannedTable table, List<String> owner) {
    List<Shape.ItemColumn> key = new ArrayList<>();
    for (TableUse.Order order : usualOrder(table, owner)) {
      PlannedColumn column = table.column(order.column());
      boolean fits =
          column.isKeyable()
              && column.keyType() instanceof org.portolan.types.ScalarType
              && !column.mayBeNull()
              && !isWritten(table, order.column());
      if (!fits || table.identity().kind() == Identity.Kind.NONE) {
        break;
      }
      key.add(new Shape.ItemColumn(order.column(), order.descending()));
    }
    for (String column : table.identity().columns()) {
      boolean known =
          owner.contains(column) || key.stream().anyMatch(item -> item.column().equals(column));
      if (!known) {
        // The last ones decide between equal items: in the direction of the others.
        key.add(new Shape.ItemColumn(column, !key.isEmpty() && key.get(0).descending()));
      }
    }
    return key;
  }

  private List<TableUse.Order> usualOrder(PlannedTable table, List<String> owner) {
    for (Using one : using(table)) {
      for (TableUse use : one.uses()) {
        List<TableUse.Order> orders =
            use.ordered().stream().filter(order -> !owner.contains(order.column())).toList();
        if (!orders.isEmpty() && known(one.statement(), use).containsAll(owner)) {
          return orders;
        }
      }
    }
    return List.of();
  }

  private boolean isWritten(PlannedTable table, String column) {
    return using(table).stream()
        .flatMap(one -> one.uses().stream())
        .anyMatch(use -> use.role() == TableUse.Role.UPDATED && use.written().contains(column));
  }

  private Optional<String> objection(PlannedTable table, Shape.Owned shape) {
    Optional<String> referred = referred(table, shape);
    if (referred.isPresent()) {
      return referred;
    }
    for (String column : shape.ownerColumns()) {
      if (table.column(column).mayBeNull()) {
        return Optional.of(column + " may be null, and such a row would have no owner");
      }
    }
    if (shape instanceof Shape.Elements elements) {
      Optional<String> reason = objection(table, elements);
      if (reason.isPresent()) {
        return reason;
      }
    }
    Optional<String> reference = otherReference(table, shape);
    if (reference.isPresent()) {
      return reference;
    }
    if (shape instanceof Shape.Part && hasNoSign(table, shape)) {
      return Optional.of("all its columns may be null, so a row would not be told from none");
    }
    if (shape instanceof Shape.Items items) {
      for (Shape.ItemColumn item : items.itemKey()) {
        if (isOfSeveralSpellings(table.column(item.column()))) {
          return Optional.of(
              "items have no collation, but "
                  + item.column()
                  + " of their key is compared without case");
        }
      }
    }
    if (!(shape instanceof Shape.Elements)) {
      for (Key key : table.source().keys()) {
        boolean within = key.columns().containsAll(shape.ownerColumns());
        boolean identity = table.identity().columns().equals(key.columns());
        if (key.isUnique() && !within && !identity) {
          return Optional.of("the unique key " + key + " holds across owners");
        }
      }
    }
    return withoutOwner(table, shape);
  }

  /** Whether different texts are one value of a column; the values of an enum have one spelling. */
  private static boolean isOfSeveralSpellings(PlannedColumn column) {
    return column.collation() != Collation.BINARY
        && column.source().type().family() != ColumnType.Family.ENUM;
  }

  /** Only rows of an entity refer, so a declared foreign key beside that of the owner would go. */
  private Optional<String> otherReference(PlannedTable table, Shape.Owned shape) {
    return relationships.stream()
        .filter(any -> any.from().equals(table.source().name()) && any.isDeclared())
        .filter(
            any ->
                !any.to().equals(shape.owner())
                    || !shape.ownerColumns().containsAll(any.fromColumns()))
        .findFirst()
        .map(any -> "nothing would check its reference " + any.path());
  }

  private static boolean hasNoSign(PlannedTable table, Shape.Owned shape) {
    return table.columns().stream()
        .filter(column -> !shape.ownerColumns().contains(column.source().name()))
        .allMatch(PlannedColumn::mayBeNull);
  }

  private Optional<String> objection(PlannedTable table, Shape.Elements shape) {
    PlannedColumn element = table.column(shape.element());
    if (!(element.keyType() instanceof org.portolan.types.ScalarType) || !element.isKeyable()) {
      return Optional.of("a set has no elements of type " + element.type().spelling());
    }
    if (isOfSeveralSpellings(element)) {
      return Optional.of(
          "a set holds each spelling of a text, but "
              + shape.element()
              + " is compared without case");
    }
    return relationships.stream()
        .filter(any -> any.from().equals(table.source().name()) && any.isDeclared())
        .filter(any -> any.fromColumns().contains(shape.element()))
        .findFirst()
        .map(any -> "nothing would check the reference " + any.path() + " of an element");
  }

  private Optional<String> referred(PlannedTable table, Shape.Owned shape) {
    return relationships.stream()
        .filter(any -> any.to().equals(table.source().name()))
        .filter(any -> !any.from().equals(table.source().name()))
        // What refers to a part can refer to its owner: their keys are equal.
        .filter(
            any ->
                !(shape instanceof Shape.Part)
                    || !any.toColumns().equals(table.identity().columns()))
        .findFirst()
        .map(any -> any.path() + " refers to its rows");
  }

  private Optional<String> withoutOwner(PlannedTable table, Shape.Owned shape) {
    for (Using one : using(table)) {
      Statement statement = one.statement();
      for (TableUse use : one.uses()) {
        boolean inserted = use.role() == TableUse.Role.INSERTED;
        Set<String> known = known(statement, use);
        boolean byElement =
            shape instanceof Shape.Elements elements && known.contains(elements.element());
        if (!inserted
            && !byElement
            && !isWholeTable(use, known)
            && !known.containsAll(shape.ownerColumns())) {
          return Optional.of(
              "statements find its rows without "
                  + String.join(", ", shape.ownerColumns())
                  + ", as "
                  + statement.name());
        }
      }
    }
    return Optional.empty();
  }

  /** A read of all rows, as a dump makes it, is served by no shape. */
  private static boolean isWholeTable(TableUse use, Set<String> known) {
    return use.role() == TableUse.Role.READ
        && known.isEmpty()
        && use.range().isEmpty()
        && use.checked().isEmpty()
        && use.ordered().isEmpty();
  }

  /** The columns of a use that a statement gives values, or takes from other tables. */
  private static Set<String> known(Statement statement, TableUse use) {
    AccessPath path = statement.path().orElseThrow();
    Set<String> known = new LinkedHashSet<>(use.equal());
    known.addAll(use.listed());
    int place = path.tables().indexOf(use);
    for (JoinPredicate join : path.joins()) {
      if (join.isOf(place)) {
        known.add(join.column(place));
      }
    }
    return known;
  }
}
