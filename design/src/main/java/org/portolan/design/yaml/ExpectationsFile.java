package org.portolan.design.yaml;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.portolan.design.CollectionDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.Expectations;
import org.portolan.design.Expectations.OfCollection;
import org.portolan.design.Expectations.OfColumns;
import org.portolan.design.Expectations.OfEntity;
import org.portolan.design.ReferenceDesign;
import org.portolan.design.check.Findings;
import org.portolan.types.CollectionType;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType.Kind;
import org.portolan.types.Spelling;

/** The top level of a file of expectations, and its parts. */
public final class ExpectationsFile {
  private static final String NUMBER = "write a whole number from 0 to 9000000000000";
  private static final long NUMBER_MAX = 9_000_000_000_000L;

  /** Of an element without an expected length. */
  private static final int ELEMENT_BYTES = 100;

  private static final String BYTES = "write a whole number from 0 to 1000000";
  private static final int BYTES_MAX = 1_000_000;

  /** More than the largest value of any engine. */
  private static final long ALL_BYTES_MAX = 100_000_000;

  private static final Set<Kind> OF_ANY_LENGTH =
      Set.of(Kind.TEXT, Kind.COMPRESSED_TEXT, Kind.BYTES);

  private final Design design;
  private final Findings findings;

  private ExpectationsFile(Design design, Findings findings) {
    this.design = design;
    this.findings = findings;
  }

  /** Reads the readable parts of the expectations and reports the others. */
  public static Expectations read(String text, Design design, Findings findings) {
    return YamlText.compose(text, "expected:", findings)
        .flatMap(
            root -> {
              findings.locate("", YamlText.line(root));
              return new Value(findings, "", root).section("begin the file with 'expected:'");
            })
        .map(section -> new ExpectationsFile(design, findings).read(section))
        .orElse(Expectations.NONE);
  }

  private Expectations read(Section section) {
    Map<String, OfEntity> entities = new HashMap<>();
    Map<String, EntityDesign> known =
        design.entities().stream().collect(Collectors.toMap(EntityDesign::name, each -> each));
    named(
        section.require("expected", "name entities and their rows: 'expected: {order: {rows: 9}}'"),
        known.keySet(),
        "entity",
        (name, value) ->
            value
                .section("write what you expect of the rows: '{rows: 1000}'")
                .ifPresent(of -> entities.put(name, entity(of, known.get(name)))));
    section.finish();
    return new Expectations(entities);
  }

  private OfEntity entity(Section section, EntityDesign entity) {
    OptionalLong rows = number(section, "rows");
    OptionalLong partitionRows = number(section, "partition-rows");
    OfColumns columns = columns(section, entity.key(), entity.columns());
    Map<String, OfCollection> collections = new HashMap<>();
    named(
        section.get("collections"),
        entity.collections().stream().map(CollectionDesign::name).collect(Collectors.toSet()),
        "collection of the entity",
        (name, value) ->
            value
                .section("write what you expect of the items of one row: '{items: 10}'")
                .ifPresent(
                    of ->
                        collections.put(
                            name, collection(of, entity.collection(name).orElseThrow()))));
    Map<String, Long> indexRows =
        rows(
            section.get("indexes"),
            Stream.concat(
                    entity.indexes().stream().map(index -> index.name()),
                    entity.extremes().stream()
                        .filter(extreme -> extreme.layout().isPresent())
                        .map(extreme -> extreme.name()))
                .collect(Collectors.toSet()),
            "index of the entity",
            "write how many rows have one value: '{rows: 10}'");
    Map<String, Long> referenceRows =
        rows(
            section.get("references"),
            entity.references().stream().map(ReferenceDesign::name).collect(Collectors.toSet()),
            "reference of the entity",
            "write how many rows refer to one row: '{rows: 10}'");
    section.finish();
    return new OfEntity(rows, partitionRows, columns, collections, indexRows, referenceRows);
  }

  /** Reads the rows of lists by the names of their parts. */
  private Map<String, Long> rows(
      Optional<Value> value, Set<String> known, String kind, String right) {
    Map<String, Long> rows = new HashMap<>();
    named(
        value,
        known,
        kind,
        (name, part) ->
            part.section(right)
                .ifPresent(
                    of -> {
                      number(of, "rows").ifPresent(count -> rows.put(name, count));
                      of.finish();
                    }));
    return rows;
  }

  private OfCollection collection(Section section, CollectionDesign collection) {
    OptionalLong items = number(section, "items");
    OfColumns columns = columns(section, collection.itemKey(), collection.columns().stream());
    section.finish();
    return new OfCollection(items, columns);
  }

  private OfColumns columns(Section section, List<KeyColumn> key, Stream<Column> columns) {
    Map<String, ColumnType> types = new LinkedHashMap<>();
    key.forEach(column -> types.put(column.name(), column.type()));
    columns.forEach(column -> types.put(column.name(), column.type()));
    Map<String, Integer> bytes =
        numbers(
            section.get("bytes"),
            named(types, type -> OF_ANY_LENGTH.contains(type.element().kind())),
            "column of text or bytes");
    Optional<Value> counts = section.get("elements");
    Map<String, Integer> elements =
        numbers(
            counts,
            named(types, type -> type instanceof CollectionType),
            "column with a set or list");
    elements.entrySet().removeIf(each -> isTooLarge(each, bytes, counts));
    return new OfColumns(bytes, elements);
  }

  /** Reports a set or list that no engine could hold, and that no estimate should make. */
  private boolean isTooLarge(
      Map.Entry<String, Integer> elements, Map<String, Integer> bytes, Optional<Value> counts) {
    String column = elements.getKey();
    long all = (long) elements.getValue() * Math.max(1, bytes.getOrDefault(column, ELEMENT_BYTES));
    if (all <= ALL_BYTES_MAX) {
      return false;
    }
    findings.addUnreadable(
        counts.orElseThrow().path() + "." + column,
        "so many elements have "
            + all
            + " bytes together, more than the largest value of any engine",
        "expect fewer or shorter elements, or store them as a collection");
    return true;
  }

  private static Set<String> named(Map<String, ColumnType> types, Predicate<ColumnType> wanted) {
    return types.entrySet().stream()
        .filter(entry -> wanted.test(entry.getValue()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private Map<String, Integer> numbers(Optional<Value> value, Set<String> known, String kind) {
    Map<String, Integer> numbers = new HashMap<>();
    named(
        value,
        known,
        kind,
        (name, number) ->
            number(number, BYTES_MAX, BYTES)
                .ifPresent(found -> numbers.put(name, Math.toIntExact(found))));
    return numbers;
  }

  /** Reads parts by names that the design must have. */
  private void named(
      Optional<Value> value, Set<String> known, String kind, BiConsumer<String, Value> reader) {
    value
        .flatMap(of -> of.section("name the parts: 'name: ...'"))
        .ifPresent(
            section ->
                section
                    .all()
                    .forEach(
                        (name, part) -> {
                          if (known.contains(name)) {
                            reader.accept(name, part);
                          } else {
                            findings.add(
                                part.path(),
                                "design '" + design.name() + "' has no such " + kind,
                                Spelling.hint(name, List.copyOf(known))
                                    + "there are "
                                    + known.stream().sorted().toList());
                          }
                        }));
  }

  private OptionalLong number(Section section, String key) {
    return section
        .get(key)
        .map(value -> number(value, NUMBER_MAX, NUMBER))
        .orElse(OptionalLong.empty());
  }

  private OptionalLong number(Value value, long max, String right) {
    Optional<String> text = value.text(right);
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      long number = Long.parseLong(text.get());
      if (number >= 0 && number <= max) {
        return OptionalLong.of(number);
      }
    } catch (NumberFormatException notANumber) {
      // Reported below, with numbers out of range.
    }
    findings.addUnreadable(value.path(), "'" + text.get() + "' is not such a number", right);
    return OptionalLong.empty();
  }
}
