package org.portolan.design.yaml;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.portolan.design.CollectionDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.Mapping;
import org.portolan.design.TableMapping;
import org.portolan.design.check.Findings;
import org.portolan.types.CollectionType;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.ScalarType.Kind;
import org.portolan.types.Spelling;

/** The top level of a mapping, and its parts. */
public final class MappingFile {
  private static final String KEYS =
      "write one of 'entity: order', 'collection: order.lines', 'part: order', 'elements:"
          + " order.tags', 'skip: \"reason\"'";
  private static final String OWNER =
      "name the columns of the table that hold the owner's key: '[order_id]'";
  private static final String COLUMNS =
      "give each column of the design its column of the table: '{customer: customer_id}'";

  private static final String ZERO_DATES = "write 'zero-dates: \"null\"' or 'zero-dates: reject'";
  private final Design design;
  private final Findings findings;

  /** The tables that fill a column of an entity or collection, by its path in the design. */
  private final Map<String, String> filled = new HashMap<>();

  private MappingFile(Design design, Findings findings) {
    this.design = design;
    this.findings = findings;
  }

  /** Reads the readable parts of a mapping and reports the others. */
  public static Mapping read(String text, Design design, Findings findings) {
    return YamlText.compose(text, "format: 1", findings)
        .flatMap(
            root -> {
              findings.locate("", YamlText.line(root));
              return new Value(findings, "", root).section("begin the file with 'format: 1'");
            })
        .map(section -> new MappingFile(design, findings).read(section))
        .orElse(new Mapping(design.name(), ZoneOffset.UTC, List.of()));
  }

  private Mapping read(Section section) {
    String version = "this release reads format " + Mapping.FORMAT_VERSION;
    section
        .require("format", version)
        .flatMap(value -> value.integer(version))
        .filter(format -> format != Mapping.FORMAT_VERSION)
        .ifPresent(format -> findings.add("format", "format " + format + " is unknown", version));
    section
        .require("design", "name the design: 'design: " + design.name() + "'")
        .flatMap(value -> value.text("name the design"))
        .filter(name -> !name.equals(design.name()))
        .ifPresent(
            name ->
                findings.add(
                    "design",
                    "the mapping is of design '" + name + "', not of '" + design.name() + "'",
                    "give the design and the mapping that belong together"));
    ZoneId zone = section.get("zone").flatMap(this::zone).orElse(ZoneOffset.UTC);
    boolean zeroDatesAreNull =
        section
            .get("zero-dates")
            .flatMap(value -> value.text(ZERO_DATES))
            .map(text -> isNull("zero-dates", text))
            .orElse(false);
    SequenceStarts sequences = new SequenceStarts(this, findings);
    section.get("sequences").ifPresent(sequences::read);
    List<TableMapping> tables = new ArrayList<>();
    section
        .require("tables", "name the tables of the database")
        .flatMap(value -> value.section("name the tables of the database"))
        .ifPresent(
            found ->
                found
                    .all()
                    .forEach(
                        (name, value) ->
                            value
                                .section(KEYS)
                                .flatMap(of -> table(name, of))
                                .ifPresent(tables::add)));
    section.finish();
    unfilledKeys(tables);
    return new Mapping(design.name(), zone, zeroDatesAreNull, sequences.of(tables), tables);
  }

  private boolean isNull(String path, String text) {
    if (!text.equals("null") && !text.equals("reject")) {
      findings.add(path, "'" + text + "' is neither null nor reject", ZERO_DATES);
    }
    return text.equals("null");
  }

  private Optional<ZoneId> zone(Value value) {
    String right = "write a time zone such as UTC or Europe/Berlin";
    return value
        .text(right)
        .flatMap(
            name -> {
              try {
                return Optional.of(name.equals("UTC") ? ZoneOffset.UTC : ZoneId.of(name));
              } catch (DateTimeException e) {
                findings.addUnreadable(value.path(), "'" + name + "' is no time zone", right);
                return Optional.empty();
              }
            });
  }

  private Optional<TableMapping> table(String name, Section section) {
    Map<String, BiFunction<String, Value, Optional<TableMapping>>> forms = new LinkedHashMap<>();
    forms.put("entity", (table, value) -> rows(table, value, section));
    forms.put("collection", (table, value) -> items(table, value, section));
    forms.put("part", (table, value) -> part(table, value, section));
    forms.put("elements", (table, value) -> elements(table, value, section));
    forms.put(
        "skip",
        (table, value) ->
            value
                .text("write why the rows are not moved")
                .map(reason -> new TableMapping.Skipped(table, reason)));
    Map<String, Value> given = new LinkedHashMap<>();
    forms.keySet().forEach(key -> section.get(key).ifPresent(value -> given.put(key, value)));
    if (given.size() != 1) {
      findings.addUnreadable(
          section.path(),
          given.isEmpty()
              ? "nothing says what becomes of the rows"
              : "the rows cannot become several things: " + String.join(", ", given.keySet()),
          KEYS);
      section.all();
      return Optional.empty();
    }
    String form = given.keySet().iterator().next();
    Optional<TableMapping> table = forms.get(form).apply(name, given.get(form));
    section.finish();
    return table;
  }

  private Optional<TableMapping> rows(String table, Value value, Section section) {
    Optional<EntityDesign> entity =
        value.text("name an entity").flatMap(of -> entity(value.path(), of));
    Map<String, String> sources = sources(section);
    return entity.map(
        of -> {
          Map<String, ColumnType> types = types(of.key(), of.columns());
          fill(section, of.name(), types, sources);
          requireKey(section, of.key(), sources);
          return new TableMapping.Rows(table, of.name(), sources);
        });
  }

  private Optional<TableMapping> items(String table, Value value, Section section) {
    Optional<CollectionDesign> found = Optional.empty();
    String right = "write the entity, a dot and the collection: 'order.lines'";
    Optional<String[]> parts = pair(value, right);
    Optional<EntityDesign> entity = parts.flatMap(pair -> entity(value.path(), pair[0]));
    if (entity.isPresent()) {
      found = entity.get().collection(parts.get()[1]);
      if (found.isEmpty()) {
        unknown(
            value.path(),
            "collection of " + entity.get().name(),
            parts.get()[1],
            entity.get().collections().stream().map(CollectionDesign::name).toList());
      }
    }
    List<String> owner = owner(section, entity);
    Map<String, String> sources = sources(section);
    return found.map(
        of -> {
          String path = entity.get().name() + "." + of.name();
          fill(section, path, types(of.itemKey(), of.columns().stream()), sources);
          requireKey(section, of.itemKey(), sources);
          return new TableMapping.Items(table, entity.get().name(), of.name(), owner, sources);
        });
  }

  private Optional<TableMapping> part(String table, Value value, Section section) {
    Optional<EntityDesign> entity =
        value.text("name an entity").flatMap(of -> entity(value.path(), of));
    List<String> owner = owner(section, entity);
    Map<String, String> sources = sources(section);
    return entity.map(
        of -> {
          fill(section, of.name(), types(List.of(), of.columns()), sources);
          return new TableMapping.Part(table, of.name(), owner, sources);
        });
  }

  private Optional<TableMapping> elements(String table, Value value, Section section) {
    Optional<String[]> parts =
        pair(value, "write the entity, a dot and the column with the set: 'order.tags'");
    Optional<EntityDesign> entity = parts.flatMap(pair -> entity(value.path(), pair[0]));
    List<String> owner = owner(section, entity);
    Optional<String> element =
        section
            .require("element", "name the column of the table with the element")
            .flatMap(of -> of.text("name the column of the table with the element"));
    if (entity.isEmpty()) {
      return Optional.empty();
    }
    String name = parts.get()[1];
    Map<String, ColumnType> types = types(List.of(), entity.get().columns());
    types.values().removeIf(type -> !(type instanceof CollectionType));
    if (!types.containsKey(name)) {
      unknown(
          value.path(), "set or list of " + entity.get().name(), name, List.copyOf(types.keySet()));
      return Optional.empty();
    }
    fill(section, entity.get().name(), types, Map.of(name, element.orElse("")));
    return element.map(
        of -> new TableMapping.Elements(table, entity.get().name(), name, owner, of));
  }

  /** Reads two names with a dot between. */
  Optional<String[]> pair(Value value, String right) {
    return value
        .text(right)
        .flatMap(
            text -> {
              String[] parts = text.split("\\.", -1);
              if (parts.length != 2) {
                findings.addUnreadable(value.path(), "'" + text + "' has not one dot", right);
                return Optional.empty();
              }
              return Optional.of(parts);
            });
  }

  /** Returns an entity of the design; reports it if there is none. */
  Optional<EntityDesign> entity(String path, String name) {
    Optional<EntityDesign> entity = design.entity(name);
    if (entity.isEmpty()) {
      unknown(path, "entity", name, design.entities().stream().map(EntityDesign::name).toList());
    }
    return entity;
  }

  private void unknown(String path, String kind, String name, List<String> known) {
    findings.addUnreadable(
        path,
        "design '" + design.name() + "' has no " + kind + " '" + name + "'",
        Spelling.hint(name, known) + "there are " + known.stream().sorted().toList());
  }

  private List<String> owner(Section section, Optional<EntityDesign> entity) {
    List<String> owner =
        section.require("owner", OWNER).flatMap(value -> value.texts(OWNER)).orElse(List.of());
    String path = section.pathOf("owner");
    if (entity.isPresent()
        && !findings.isUnreadable(path)
        && owner.size() != entity.get().key().size()) {
      findings.add(
          path,
          "the columns of the owner's key are "
              + owner
              + ", but the key of "
              + entity.get().name()
              + " has "
              + entity.get().key().size(),
          "name one column for each of "
              + entity.get().key().stream().map(KeyColumn::name).toList()
              + ", in this order");
    }
    return owner;
  }

  private Map<String, String> sources(Section section) {
    Map<String, String> sources = new LinkedHashMap<>();
    section
        .require("columns", COLUMNS)
        .flatMap(value -> value.section(COLUMNS))
        .ifPresent(
            of ->
                of.all()
                    .forEach(
                        (column, value) ->
                            value.text(COLUMNS).ifPresent(source -> sources.put(column, source))));
    return sources;
  }

  private static Map<String, ColumnType> types(List<KeyColumn> key, Stream<Column> columns) {
    Map<String, ColumnType> types = new LinkedHashMap<>();
    key.forEach(column -> types.put(column.name(), column.type()));
    columns.forEach(column -> types.put(column.name(), column.type()));
    return types;
  }

  /** Checks that the columns exist, are filled once, and by what fits them. */
  private void fill(
      Section section, String owner, Map<String, ColumnType> types, Map<String, String> sources) {
    sources.forEach(
        (column, source) -> {
          String path = section.pathOf("columns") + "." + column;
          ColumnType type = types.get(column);
          if (type == null) {
            unknown(path, "column of " + owner, column, List.copyOf(types.keySet()));
            return;
          }
          String before = filled.putIfAbsent(owner + "." + column, section.path());
          if (before != null) {
            findings.add(
                path,
                "'" + column + "' is filled by another table already",
                "let one table fill it: see " + before);
          }
          requireFitting(path, source, type);
        });
  }

  private void requireFitting(String path, String source, ColumnType type) {
    boolean digest = source.equals(TableMapping.DIGEST);
    boolean copy = source.equals(TableMapping.COPY);
    if (digest && !type.equals(ScalarType.BYTES)) {
      findings.add(path, "a digest is bytes, not " + type.spelling(), "make the column bytes");
    } else if (copy && type.element().kind() != Kind.INT && type.element().kind() != Kind.LONG) {
      findings.add(path, "a copy is a number, not " + type.spelling(), "make the column int");
    } else if (!digest && !copy && source.endsWith("()")) {
      findings.add(
          path,
          "'" + source + "' is no function",
          "the functions are " + TableMapping.DIGEST + " and " + TableMapping.COPY);
    }
  }

  private void requireKey(Section section, List<KeyColumn> key, Map<String, String> sources) {
    if (findings.isUnreadable(section.pathOf("columns"))) {
      return;
    }
    List<String> missing =
        key.stream().map(KeyColumn::name).filter(name -> !sources.containsKey(name)).toList();
    if (!missing.isEmpty()) {
      findings.add(
          section.pathOf("columns"),
          "nothing fills the key column " + String.join(", ", missing),
          "name the column of the table for it");
    }
  }

  /** A part or an element goes to a row, which some table must make. */
  private void unfilledKeys(List<TableMapping> tables) {
    List<String> made =
        tables.stream()
            .filter(TableMapping.Rows.class::isInstance)
            .map(table -> ((TableMapping.Rows) table).entity())
            .toList();
    for (TableMapping table : tables) {
      Optional<String> entity =
          table instanceof TableMapping.Items items
              ? Optional.of(items.entity())
              : table instanceof TableMapping.Part part
                  ? Optional.of(part.entity())
                  : table instanceof TableMapping.Elements elements
                      ? Optional.of(elements.entity())
                      : Optional.empty();
      entity
          .filter(name -> !made.contains(name))
          .ifPresent(
              name ->
                  findings.add(
                      "tables." + table.table(),
                      "no table gives the rows of '" + name + "'",
                      "add a table with 'entity: " + name + "'"));
    }
  }
}
