package org.portolan.advisor.serve;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.KeptTexts;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.infer.Statement;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.design.CounterDesign;
import org.portolan.types.ScalarType;

/** Serves aggregates of a single table that a store keeps, without reading the rows. */
final class Aggregates {
  private static final Set<String> EXTREMES = Set.of("min", "max");
  private static final Pattern GIVEN =
      Pattern.compile("\\b(?:coalesce|ifnull)\\s*\\(\\s*sum\\b", Pattern.CASE_INSENSITIVE);

  private final Draft draft;
  private final Indexes indexes;

  Aggregates(Draft draft, Indexes indexes) {
    this.draft = draft;
    this.indexes = indexes;
  }

  /** Returns the steps of an aggregate that is kept; empty for any other statement. */
  Optional<Served> serve(Statement statement, AccessPath path) {
    boolean single =
        path.aggregated() && path.tables().size() == 1 && path.aggregates().size() == 1;
    if (!single || !path.untold().isEmpty() || path.tables().get(0).role() != TableUse.Role.READ) {
      return Optional.empty();
    }
    TableUse use = path.tables().get(0);
    AccessPath.Aggregate aggregate = path.aggregates().get(0);
    boolean all = use.equal().isEmpty() && use.listed().isEmpty() && use.range().isEmpty();
    Set<String> checked = use.checked();
    if (EXTREMES.contains(aggregate.function())) {
      // A least or greatest value is none of the nulls.
      aggregate.column().ifPresent(column -> withoutPresent(checked, use, column.column()));
    }
    if (!checked.isEmpty() || aggregate.distinct()) {
      return Optional.empty();
    }
    return switch (aggregate.function()) {
      case "count" -> all && isEachRow(use, aggregate) ? count(statement, use) : Optional.empty();
      case "sum" -> all ? sum(statement, use, aggregate) : Optional.empty();
      case "min", "max" -> extreme(statement, use, aggregate);
      default -> Optional.empty();
    };
  }

  private static void withoutPresent(Set<String> checked, TableUse use, String column) {
    if (use.present().contains(column) && !use.filtered().contains(column)) {
      checked.remove(column);
    }
  }

  private boolean isEachRow(TableUse use, AccessPath.Aggregate aggregate) {
    PlannedTable table = draft.tables().get(use.table());
    return aggregate.column().isEmpty()
        || !table.column(aggregate.column().get().column()).source().nullable();
  }

  private Optional<Served> count(Statement statement, TableUse use) {
    Shape shape = draft.shape(use.table());
    return shape instanceof Shape.Entity || shape instanceof Shape.Items
        ? Optional.of(kept(statement, Step.Kind.COUNT, use, List.of(), List.of()))
        : Optional.empty();
  }

  private Optional<Served> sum(Statement statement, TableUse use, AccessPath.Aggregate aggregate) {
    if (aggregate.column().isEmpty() || !draft.isEntity(use.table())) {
      return Optional.empty();
    }
    String column = aggregate.column().get().column();
    boolean summable =
        draft.tables().get(use.table()).column(column).type() instanceof ScalarType type
            && switch (type.kind()) {
              case INT, LONG -> true;
              case DECIMAL -> type.precision() <= CounterDesign.SUM_DIGITS_MAX;
              default -> false;
            };
    return summable
        ? Optional.of(kept(statement, Step.Kind.SUM, use, List.of(column), ofNoRows(statement)))
        : Optional.empty();
  }

  /** A counter has no null, which SUM of no rows is, unless the statement gives another value. */
  private static List<String> ofNoRows(Statement statement) {
    return GIVEN.matcher(statement.template().text()).find()
        ? List.of()
        : List.of("the sum of no rows, or of nulls alone, is 0 here, and null in the database");
  }

  private static Served kept(
      Statement statement, Step.Kind kind, TableUse use, List<String> by, List<String> notes) {
    return new Served(
        statement,
        List.of(Step.read(kind, use.table(), by, 1, 1, 16)),
        List.of(),
        notes,
        Optional.empty());
  }

  /** The first or last entry of an index that is ordered by the column. */
  private Optional<Served> extreme(
      Statement statement, TableUse use, AccessPath.Aggregate aggregate) {
    if (aggregate.column().isEmpty()
        || !draft.isEntity(use.table())
        || !use.listed().isEmpty()
        || !use.range().isEmpty()) {
      return Optional.empty();
    }
    PlannedTable table = draft.tables().get(use.table());
    String column = aggregate.column().get().column();
    Set<String> by = use.equal();
    boolean orderable =
        table.column(column).isKeyable()
            && table.column(column).keyType() instanceof ScalarType
            && by.stream().allMatch(name -> table.column(name).isKeyable());
    boolean ofTexts =
        KeptTexts.isComparison(
            table.column(column).source().type(), statement.template().dialect());
    if (!orderable || !ofTexts || by.contains(column)) {
      return Optional.empty();
    }
    List<TableUse.Order> order =
        List.of(new TableUse.Order(column, aggregate.function().equals("max")));
    IndexChoice wanted = new IndexChoice(use.table(), new ArrayList<>(by), order, false);
    return indexes.of(use.table(), wanted).stream()
        .filter(index -> index.covers(wanted))
        .findFirst()
        .map(
            index ->
                new Served(
                    statement,
                    end(index, table, column),
                    List.of(),
                    least(table, column, aggregate),
                    Optional.empty()));
  }

  /** What is told of a least value: a zero date of MySQL is one, and null here. */
  private static List<String> least(
      PlannedTable table, String column, AccessPath.Aggregate aggregate) {
    return aggregate.function().equals("min") && table.column(column).hasZeroDates()
        ? List.of(
            "a zero date of " + column + ", less than each date in the database, is null here")
        : List.of();
  }

  /** The entry at the end of a list, and its row if the key does not have the column. */
  private static List<Step> end(IndexChoice index, PlannedTable table, String column) {
    Step entry = Step.list(index, 1, 1);
    List<String> key = table.identity().columns();
    return key.contains(column)
        ? List.of(entry)
        : List.of(entry, Step.read(Step.Kind.GET, index.table(), key, 1, 1, 100));
  }
}
