package org.portolan.advisor.propose;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.infer.Statement;
import org.portolan.advisor.schema.Column;
import org.portolan.advisor.schema.ColumnType.Family;
import org.portolan.advisor.schema.ForeignKey;
import org.portolan.advisor.schema.Key;
import org.portolan.advisor.serve.Draft;
import org.portolan.advisor.serve.Estimates;
import org.portolan.advisor.serve.IndexChoice;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.table.PlannedColumn;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.types.Collation;
import org.portolan.types.ScalarType;

/** What became of the schema's own rules and indexes, and why some are gone. */
final class SchemaReasons {
  private final Map<String, PlannedTable> tables;
  private final List<Statement> statements;
  private final Decisions decisions;

  SchemaReasons(Map<String, PlannedTable> tables, List<Statement> statements, Decisions decisions) {
    this.tables = tables;
    this.statements = statements;
    this.decisions = decisions;
  }

  /** Explains the indexes of the schema that the design does not have. */
  void withoutIndex(Draft draft) {
    if (statements.isEmpty()) {
      return;
    }
    for (PlannedTable table : tables.values()) {
      for (Key key : table.source().keys()) {
        String reason = reasonWithout(draft, table, key);
        if (!reason.isEmpty()) {
          decisions.add(
              new Decision(
                  Decision.Kind.INDEX,
                  table.name(),
                  "no index for " + (key.name().isEmpty() ? key.toString() : key.name()),
                  List.of(reason),
                  List.of()));
        }
      }
    }
  }

  private String reasonWithout(Draft draft, PlannedTable table, Key key) {
    if (key.kind() == Key.Kind.FULLTEXT || key.kind() == Key.Kind.SPATIAL) {
      return "no store lists words or places: use a search engine beside it";
    }
    List<String> identity = table.identity().columns();
    if (key.kind() == Key.Kind.UNIQUE
        && !identity.isEmpty()
        && key.columns().containsAll(identity)
        && !key.columns().equals(identity)) {
      return "it holds by itself, because it contains the key";
    }
    String first = key.columns().get(0);
    boolean there =
        draft.indexes(table.source().name()).stream()
            .anyMatch(index -> index.on().contains(first) || isOrderedBy(index, first));
    if (key.kind() != Key.Kind.SECONDARY || there) {
      return "";
    }
    boolean used =
        statements.stream()
            .filter(one -> one.path().isPresent())
            .anyMatch(one -> mentions(one.path().get(), table.source().name(), first));
    return used
        ? "the statements that name " + first + " find their rows in another way"
        : "no statement of the log uses it";
  }

  private static boolean isOrderedBy(IndexChoice index, String column) {
    return index.on().isEmpty()
        && !index.order().isEmpty()
        && index.order().get(0).column().equals(column);
  }

  private static boolean mentions(AccessPath path, String table, String column) {
    for (int place = 0; place < path.tables().size(); place++) {
      TableUse use = path.tables().get(place);
      int here = place;
      boolean named =
          use.equal().contains(column)
              || use.listed().contains(column)
              || use.range().contains(column)
              || use.checked().contains(column)
              || use.ordered().stream().anyMatch(order -> order.column().equals(column))
              || path.joins().stream().anyMatch(join -> join.isOf(here, column));
      if (named && use.table().equals(table)) {
        return true;
      }
    }
    return false;
  }

  /** Explains the foreign keys that no reference keeps. */
  void references(Draft draft, Naming naming) {
    for (PlannedTable table : tables.values()) {
      for (ForeignKey key : table.source().foreignKeys()) {
        boolean owned = draft.shape(table.source().name()) instanceof Shape.Owned;
        ReferencePlan plan = owned ? null : ReferencePlan.of(draft, naming, table, key);
        if (plan != null && plan.reference().isEmpty()) {
          decisions.add(
              new Decision(
                  Decision.Kind.REFERENCE,
                  table.name(),
                  "no reference for " + String.join(", ", key.columns()),
                  List.of(plan.reason()),
                  List.of()));
        }
      }
    }
  }

  /** Explains the unique keys, or parts of them, that no index of a design can hold. */
  void lost(Draft draft) {
    for (PlannedTable table : tables.values()) {
      for (Key key : table.source().keys()) {
        String reason =
            switch (key.kind()) {
              case UNIQUE -> lost(draft, table, key);
              case EXCLUSION ->
                  "no store compares a row with all others: the application does, and writes a row"
                      + " that all such writers change";
              default -> "";
            };
        if (!reason.isEmpty()) {
          String condition = key.condition().isEmpty() ? "" : " where " + key.condition();
          boolean unique = key.kind() == Key.Kind.UNIQUE;
          decisions.add(
              new Decision(
                  Decision.Kind.LOST,
                  table.name(),
                  (unique ? "unique " + key : "exclude " + key + condition)
                      + (key.name().isEmpty() ? "" : " (" + key.name() + ")"),
                  List.of(reason),
                  List.of()));
        }
      }
    }
  }

  /**
   * Explains the orders of texts that are not those of a locale.
   *
   * @param byDefault whether a column without a collation may have the order of a locale
   */
  void locales(Draft draft, boolean byDefault) {
    for (PlannedTable table : tables.values()) {
      List<String> texts =
          draft.indexes(table.source().name()).stream()
              .flatMap(index -> index.order().stream())
              .flatMap(order -> table.find(order.column()).stream())
              .filter(column -> mayHaveLocale(column, byDefault))
              .map(PlannedColumn::name)
              .distinct()
              .toList();
      if (!texts.isEmpty()) {
        decisions.add(
            new Decision(
                Decision.Kind.LOST,
                table.name(),
                "order of " + String.join(", ", texts) + " by a locale",
                List.of(
                    "an index has texts in the order of their code points ('Z' before 'a'), as a"
                        + " database of the locale C or a column with COLLATE \"C\" has; of another"
                        + " locale the application sorts, and lists, ranges and pages by text"
                        + " have other rows"),
                List.of()));
      }
    }
  }

  private static boolean mayHaveLocale(PlannedColumn column, boolean byDefault) {
    String collation = column.source().collation().toLowerCase(Locale.ROOT);
    return column.source().type().family() == Family.TEXT
        && (column.collation() == Collation.BINARY
            || column.source().type().name().equals("citext"))
        && (byDefault || !collation.isEmpty())
        && !collation.matches("(.*\\.)?\"?(c|posix|ucs_basic)(\\.utf-?8)?\"?");
  }

  private static String lost(Draft draft, PlannedTable table, Key key) {
    List<String> identity = table.identity().columns();
    boolean holdsByItself = !identity.isEmpty() && key.columns().containsAll(identity);
    if (draft.shape(table.source().name()) instanceof Shape.Items && !holdsByItself) {
      return "items have no index, so no unique key but their own: choose '"
          + table.source().name()
          + ": an entity' to keep it";
    }
    if (!key.condition().isEmpty()) {
      return "it holds for some rows only: " + key.condition();
    }
    if (key.parts().stream().anyMatch(Key.Part::expression)) {
      return "it is on an expression: keep its value in a column";
    }
    if (key.parts().stream().anyMatch(part -> part.prefix() > 0)) {
      return "it is on the beginning of a text: keep that in a column";
    }
    if (key.columns().stream().anyMatch(column -> !isScalar(table, column))) {
      return "an index lists no whole sets, lists or long values";
    }
    List<String> nullable =
        key.columns().stream()
            .filter(column -> table.source().column(column).filter(Column::nullable).isPresent())
            .toList();
    return key.nullsEqual() && !nullable.isEmpty()
        ? "it holds for rows with a null in "
            + String.join(", ", nullable)
            + " too, and no store compares these: let a value stand for the null"
        : "";
  }

  private static boolean isScalar(PlannedTable table, String column) {
    return table
        .find(column)
        .filter(found -> found.isKeyable() && found.keyType() instanceof ScalarType)
        .isPresent();
  }

  /** Explains what changes in columns. */
  void types() {
    for (PlannedTable table : tables.values()) {
      for (PlannedColumn column : table.columns()) {
        if (column.source().autoIncrement()) {
          decisions.add(
              new Decision(
                  Decision.Kind.SEQUENCE,
                  table.name() + "." + column.name(),
                  "the sequence '" + MappingBuilder.sequence(table, column) + "'",
                  List.of(
                      "the application takes the next number before it puts a row; a migration"
                          + " begins it above the greatest"),
                  List.of()));
        }
        if (!column.note().isEmpty()) {
          decisions.add(
              new Decision(
                  Decision.Kind.TYPE,
                  table.name() + "." + column.name(),
                  column.source().type().toString().equals(column.type().spelling())
                      ? column.type().spelling()
                      : column.source().type() + " as " + column.type().spelling(),
                  List.of(column.note()),
                  List.of()));
        }
      }
    }
  }

  /** Returns what was assumed of the rows. */
  List<String> assumed(Estimates estimates) {
    List<String> assumed = new ArrayList<>();
    List<String> uncounted =
        tables.values().stream()
            .filter(table -> !estimates.isCounted(table))
            .map(PlannedTable::name)
            .toList();
    if (!uncounted.isEmpty()) {
      assumed.add(
          String.format(
              Locale.ROOT,
              "%,d rows in each table whose rows are not counted: %s",
              Estimates.ROWS_ASSUMED,
              String.join(", ", uncounted)));
      assumed.add(Estimates.CHILDREN_ASSUMED + " rows under each row that they refer to");
    }
    return assumed;
  }
}
