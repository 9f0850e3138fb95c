package org.portolan.advisor.infer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.schema.Column;
import org.portolan.advisor.schema.Key;
import org.portolan.advisor.schema.RelationalSchema;
import org.portolan.advisor.schema.Table;
import org.portolan.advisor.statistics.KeyCheck;

/** Proposes keys for tables without a primary key. */
public final class ProposedKeys {
  private static final double UNIQUE = 1;
  private static final double UNIQUE_WITH_NULLS = 0.8;
  private static final double NUMBERED = 0.9;
  private static final double NAMED = 0.7;
  private static final double REFERENCES = 0.6;
  private static final double SELECTED = 0.5;

  /** What is left of a doubt if no two of many rows have the same key. */
  private static final double UNCHECKED = 0.5;

  private static final int ROWS_FEW = 20;

  private ProposedKeys() {}

  /** Returns the keys that the rows of tables without a primary key may refute. */
  public static List<ProposedKey> possible(
      RelationalSchema schema, List<Relationship> relationships, List<Statement> statements) {
    return schema.tables().stream()
        .filter(table -> table.primaryKey().isEmpty())
        .flatMap(table -> all(table, relationships, statements))
        .filter(key -> key.confidence() < UNIQUE)
        .toList();
  }

  /**
   * Returns a proposal for each table without a primary key, in the order of the schema.
   *
   * @param checks what the rows say about possible keys; may be empty
   */
  public static List<ProposedKey> of(
      RelationalSchema schema,
      List<Relationship> relationships,
      List<Statement> statements,
      List<KeyCheck> checks) {
    List<ProposedKey> proposals = new ArrayList<>();
    for (Table table : schema.tables()) {
      if (table.primaryKey().isEmpty()) {
        proposals.add(of(table, relationships, statements, checks));
      }
    }
    return proposals;
  }

  private static Stream<ProposedKey> all(
      Table table, List<Relationship> relationships, List<Statement> statements) {
    return Stream.of(
            unique(table),
            numbered(table),
            named(table),
            references(table, relationships),
            selected(table, statements))
        .flatMap(Optional::stream);
  }

  private static Optional<KeyCheck> check(ProposedKey key, List<KeyCheck> checks) {
    return checks.stream()
        .filter(check -> check.rows() > 0)
        .filter(check -> check.table().equals(key.table()))
        .filter(check -> check.columns().equals(key.columns()))
        .findFirst();
  }

  /** Adds what the rows say about a key. */
  private static ProposedKey checked(ProposedKey key, KeyCheck check) {
    double confidence =
        check.rows() < ROWS_FEW ? key.confidence() : 1 - (1 - key.confidence()) * UNCHECKED;
    return new ProposedKey(
        key.table(),
        key.columns(),
        String.format(
            Locale.ROOT,
            "%s; no two of %s%,d rows have the same",
            key.reason(),
            check.whole() ? "all " : "",
            check.rows()),
        Math.round(confidence * 100) / 100.0);
  }

  private static String refuted(ProposedKey key, KeyCheck check) {
    return String.format(
        Locale.ROOT,
        "%,d rows have only %,d different %s, and ",
        check.rows(),
        check.distinct(),
        String.join(", ", key.columns()));
  }

  private static ProposedKey of(
      Table table,
      List<Relationship> relationships,
      List<Statement> statements,
      List<KeyCheck> checks) {
    List<ProposedKey> possible = all(table, relationships, statements).toList();
    Optional<ProposedKey> refuted =
        possible.stream()
            .filter(key -> check(key, checks).filter(check -> !check.isUnique()).isPresent())
            .findFirst();
    return possible.stream()
        .filter(key -> check(key, checks).map(KeyCheck::isUnique).orElse(true))
        .findFirst()
        .map(key -> check(key, checks).map(check -> checked(key, check)).orElse(key))
        .orElseGet(
            () ->
                new ProposedKey(
                    table.name(),
                    List.of(),
                    refuted.map(key -> refuted(key, check(key, checks).orElseThrow())).orElse("")
                        + "nothing identifies a row: equal rows may exist, so add a key of your"
                        + " own",
                    0));
  }

  private static Optional<ProposedKey> unique(Table table) {
    return table.keys().stream()
        .filter(Key::isUnique)
        .min(
            Comparator.comparing((Key key) -> hasNulls(table, key))
                .thenComparing(key -> key.parts().size()))
        .map(
            key ->
                hasNulls(table, key)
                    ? new ProposedKey(
                        table.name(),
                        key.columns(),
                        "a unique key, but its columns may be null, and then several rows have it",
                        UNIQUE_WITH_NULLS)
                    : new ProposedKey(
                        table.name(), key.columns(), "a unique key without nulls", UNIQUE));
  }

  private static boolean hasNulls(Table table, Key key) {
    return key.columns().stream()
        .anyMatch(name -> table.column(name).map(Column::nullable).orElse(true));
  }

  private static Optional<ProposedKey> numbered(Table table) {
    return table.columns().stream()
        .filter(Column::autoIncrement)
        .findFirst()
        .map(
            column ->
                new ProposedKey(
                    table.name(), List.of(column.name()), "the database numbers it", NUMBERED));
  }

  private static Optional<ProposedKey> named(Table table) {
    String own = Names.singular(Names.lower(table.name())) + "_id";
    return table.columns().stream()
        .filter(
            column -> {
              String name = Names.lower(column.name());
              return name.equals("id") || name.equals("uuid") || name.equals(own);
            })
        .findFirst()
        .map(
            column ->
                new ProposedKey(
                    table.name(),
                    List.of(column.name()),
                    "its name is that of a key; no unique key confirms it",
                    NAMED));
  }

  /** A table between two others has a row for each pair. */
  private static Optional<ProposedKey> references(Table table, List<Relationship> relationships) {
    Set<String> referring = new LinkedHashSet<>();
    for (Column column : table.columns()) {
      boolean refers =
          relationships.stream()
              .filter(any -> any.from().equals(table.name()))
              .anyMatch(any -> any.fromColumns().contains(column.name()));
      if (refers) {
        referring.add(column.name());
      }
    }
    return referring.size() < 2 || referring.size() < table.columns().size() - 1
        ? Optional.empty()
        : Optional.of(
            new ProposedKey(
                table.name(),
                List.copyOf(referring),
                "a row seems to link rows of other tables; no unique key confirms it",
                REFERENCES));
  }

  /** The columns by which the application changes or deletes rows, the most frequent choice. */
  private static Optional<ProposedKey> selected(Table table, List<Statement> statements) {
    return statements.stream()
        .filter(statement -> statement.path().isPresent())
        .flatMap(statement -> statement.path().get().tables().stream())
        .filter(use -> use.table().equals(table.name()))
        .filter(use -> use.role() == TableUse.Role.UPDATED || use.role() == TableUse.Role.DELETED)
        .map(use -> List.copyOf(use.equal()))
        .filter(columns -> !columns.isEmpty())
        .findFirst()
        .map(
            columns ->
                new ProposedKey(
                    table.name(),
                    columns,
                    "statements change or delete rows by these columns; no unique key confirms it",
                    SELECTED));
  }
}
