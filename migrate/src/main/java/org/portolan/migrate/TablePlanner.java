package org.portolan.migrate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.portolan.design.CollectionDesign;
import org.portolan.design.ColumnRule;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.Mapping;
import org.portolan.design.TableMapping;
import org.portolan.migrate.sql.RowQuery;
import org.portolan.migrate.sql.Source;
import org.portolan.migrate.sql.SqlColumn;
import org.portolan.migrate.sql.SqlTable;
import org.portolan.migrate.value.Conversion;
import org.portolan.migrate.value.SqlKind;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;

/** Plans one table. */
final class TablePlanner {
  private final Mapping mapping;
  private final Design design;
  private final TableMapping table;
  private final boolean late;
  private final List<String> problems;
  private final List<String> notes;

  /** The columns to read, in their order. */
  private final Set<SqlColumn> read = new LinkedHashSet<>();

  private SqlTable sql;

  TablePlanner(
      Mapping mapping,
      Design design,
      TableMapping table,
      boolean late,
      List<String> problems,
      List<String> notes) {
    this.mapping = mapping;
    this.design = design;
    this.table = table;
    this.late = late;
    this.problems = problems;
    this.notes = notes;
  }

  /** Returns the plan; empty if there are problems, which are added to the list. */
  Optional<TablePlan> plan(Source source, int number) {
    try {
      sql = source.table(table.table());
    } catch (IllegalArgumentException e) {
      problems.add(e.getMessage());
      return Optional.empty();
    }
    int before = problems.size();
    EntityDesign entity = design.entity(entityName()).orElseThrow();
    Optional<CollectionDesign> collection =
        table instanceof TableMapping.Items items
            ? entity.collection(items.collection())
            : Optional.empty();
    Map<String, String> sources = sources();
    boolean functions = sources.values().stream().anyMatch(each -> each.endsWith("()"));
    if (functions) {
      // The digest is one of all that a row has.
      read.addAll(sql.columns());
    }
    List<Field> key = keyFields(entity.key(), sources, owner());
    List<Field> itemKey =
        collection.map(of -> keyFields(of.itemKey(), sources, List.of())).orElse(List.of());
    List<Field> values = valueFields(entity, collection, sources);
    boolean counted = sources.containsValue(TableMapping.COPY);
    if (!(table instanceof TableMapping.Rows) && !entity.keyLayout().answersLookup()) {
      problem("the rows of " + entity.name() + " cannot be looked up under its key layout");
    }
    if (problems.size() > before) {
      return Optional.empty();
    }
    Optional<RowQuery> query = query(key, itemKey, counted);
    requireFilled(entity, sources);
    noteUnmoved();
    return query
        .filter(any -> problems.size() == before)
        .map(
            of ->
                new TablePlan(
                    number,
                    table,
                    sql,
                    entity,
                    collection,
                    of,
                    key,
                    itemKey,
                    values,
                    counted,
                    isShared(entity.name()),
                    late,
                    defaulted(entity, collection)));
  }

  private void problem(String text) {
    problems.add("table " + table.table() + ": " + text);
  }

  private String entityName() {
    if (table instanceof TableMapping.Rows rows) {
      return rows.entity();
    }
    if (table instanceof TableMapping.Items items) {
      return items.entity();
    }
    return table instanceof TableMapping.Part part
        ? part.entity()
        : ((TableMapping.Elements) table).entity();
  }

  private Map<String, String> sources() {
    if (table instanceof TableMapping.Rows rows) {
      return rows.columns();
    }
    if (table instanceof TableMapping.Items items) {
      return items.columns();
    }
    return table instanceof TableMapping.Part part
        ? part.columns()
        : Map.of(
            ((TableMapping.Elements) table).column(), ((TableMapping.Elements) table).element());
  }

  private List<String> owner() {
    if (table instanceof TableMapping.Items items) {
      return items.owner();
    }
    if (table instanceof TableMapping.Part part) {
      return part.owner();
    }
    return table instanceof TableMapping.Elements elements ? elements.owner() : List.of();
  }

  private List<Field> keyFields(
      List<KeyColumn> key, Map<String, String> sources, List<String> owner) {
    List<Field> fields = new ArrayList<>();
    for (int place = 0; place < key.size(); place++) {
      KeyColumn column = key.get(place);
      String from = owner.isEmpty() ? sources.get(column.name()) : owner.get(place);
      fields.add(field(column.name(), column.type(), from, column.nullable()));
    }
    return fields;
  }

  private List<Field> valueFields(
      EntityDesign entity, Optional<CollectionDesign> collection, Map<String, String> sources) {
    Map<String, ColumnType> types = new LinkedHashMap<>();
    Stream<Column> columns = collection.map(of -> of.columns().stream()).orElseGet(entity::columns);
    columns.forEach(column -> types.put(column.name(), column.type()));
    List<Field> fields = new ArrayList<>();
    sources.forEach(
        (name, from) -> {
          if (types.containsKey(name)) {
            ColumnType type = types.get(name);
            boolean element = table instanceof TableMapping.Elements;
            fields.add(field(name, element ? type.element() : type, from, true));
          }
        });
    return fields;
  }

  private Field field(String name, ColumnType type, String from, boolean nullable) {
    if (from.equals(TableMapping.DIGEST)) {
      return new Field(name, Field.DIGEST, null, false);
    }
    if (from.equals(TableMapping.COPY)) {
      Conversion copy = conversion(SqlKind.WHOLE, SqlKind.WHOLE, 0, type);
      return new Field(name, Field.COPY, copy, false);
    }
    Optional<SqlColumn> found = sql.column(from);
    if (found.isEmpty()) {
      problem("it has no column '" + from + "'; " + sql.hint(from));
      return new Field(name, 0, null, nullable);
    }
    SqlColumn column = found.get();
    if (column.kind() == SqlKind.ROW) {
      problem(
          "column '"
              + column.name()
              + "' is a ROW, whose text the database does not read again; leave it out of the"
              + " mapping, and column '"
              + name
              + "' out of the design, or give each of its fields a column in the database");
      return new Field(name, 0, null, nullable);
    }
    Conversion conversion = conversion(column.kind(), column.element(), column.bits(), type);
    if (!conversion.isPossible()) {
      problem(
          "column '"
              + column.name()
              + "' is "
              + column.type()
              + ", which cannot become "
              + type.spelling()
              + " in column '"
              + name
              + "'; "
              + conversion.widest()
              + " holds it");
    }
    read.add(column);
    return new Field(name, new ArrayList<>(read).indexOf(column), conversion, nullable);
  }

  private Conversion conversion(SqlKind kind, SqlKind element, int bits, ColumnType type) {
    return new Conversion(kind, element, bits, type, mapping.zone(), mapping.zeroDatesAreNull());
  }

  /** Returns what is read, in an order in which ranges can be read if there is one. */
  private Optional<RowQuery> query(List<Field> key, List<Field> itemKey, boolean counted) {
    List<SqlColumn> columns = new ArrayList<>(read);
    if (counted) {
      return Optional.of(new RowQuery(sql, columns, List.of(), List.of(), true));
    }
    List<String> identity = new ArrayList<>();
    List<SqlColumn> order = new ArrayList<>();
    Stream.concat(key.stream(), itemKey.stream())
        .filter(field -> field.place() >= 0)
        .map(field -> columns.get(field.place()))
        .distinct()
        .forEach(
            column -> {
              identity.add(column.name());
              order.add(column);
            });
    boolean elements = table instanceof TableMapping.Elements;
    boolean unique = sql.keys().stream().anyMatch(each -> identity.containsAll(each));
    if (unique && !elements) {
      List<SqlColumn> first =
          sql.keys().stream()
              .map(names -> names.stream().map(name -> sql.column(name).orElseThrow()).toList())
              .filter(each -> each.stream().allMatch(SqlColumn::ranged))
              .findFirst()
              .orElse(List.of());
      // Its values are needed where a range ends.
      columns.addAll(first.stream().filter(column -> !columns.contains(column)).toList());
      return Optional.of(new RowQuery(sql, columns, first, List.of(), true));
    }
    // The elements of a list come in the order of the key.
    List<SqlColumn> then =
        elements && !sql.keys().isEmpty()
            ? sql.keys().get(0).stream().map(name -> sql.column(name).orElseThrow()).toList()
            : List.of();
    RowQuery query = new RowQuery(sql, columns, order, then, false);
    if (!query.ranged() && !elements) {
      boolean part = table instanceof TableMapping.Part;
      problem(
          (part ? "the owner of its rows, a row of " : "the key of ")
              + entityName()
              + (part ? "," : "")
              + " comes from "
              + identity
              + ", which no primary key and no unique index without nulls makes unique; "
              + (part
                  ? "if several rows may belong to one, let them be items of a collection; otherwise"
                      + " let the columns be unique and not null in the database"
                  : "give it a key of digest() and copy()"));
      return Optional.empty();
    }
    return Optional.of(query);
  }

  private void requireFilled(EntityDesign entity, Map<String, String> sources) {
    if (!(table instanceof TableMapping.Rows)) {
      return;
    }
    for (FamilyDesign family : entity.families()) {
      family
          .rules()
          .forEach(
              (column, rule) -> {
                if (rule.required()
                    && rule.defaultValue().isEmpty()
                    && !sources.containsKey(column)) {
                  problem(
                      "column '"
                          + column
                          + "' of "
                          + entity.name()
                          + " is required, and this table does not fill it: give it a default or"
                          + " let it be null");
                }
              });
    }
  }

  private void noteUnmoved() {
    List<String> unmoved =
        sql.columns().stream()
            .filter(column -> !read.contains(column))
            .map(SqlColumn::name)
            .toList();
    if (!unmoved.isEmpty()) {
      notes.add("table " + table.table() + ": not moved: " + String.join(", ", unmoved));
    }
    for (SqlColumn column : read) {
      if (column.type().equals("oid") || column.type().equals("lo")) {
        notes.add(
            "table "
                + table.table()
                + ": column '"
                + column.name()
                + "' is moved as a number: if it names large objects, these are not moved; make it"
                + " bytea first, by lo_get");
      }
    }
    if (!sql.consistent()) {
      notes.add(
          "table "
              + table.table()
              + ": its storage engine has no snapshots, so stop its writers while it is read");
    }
  }

  private boolean isShared(String entity) {
    return mapping.tables().stream()
        .anyMatch(
            other ->
                (other instanceof TableMapping.Part part && part.entity().equals(entity))
                    || (other instanceof TableMapping.Elements elements
                        && elements.entity().equals(entity)));
  }

  private static Set<String> defaulted(EntityDesign entity, Optional<CollectionDesign> collection) {
    Set<String> names = new HashSet<>();
    Map<String, ColumnRule> rules = new LinkedHashMap<>();
    collection.ifPresentOrElse(
        of -> rules.putAll(of.rules()),
        () -> entity.families().forEach(family -> rules.putAll(family.rules())));
    rules.forEach((column, rule) -> rule.defaultValue().ifPresent(any -> names.add(column)));
    return names;
  }
}
