package org.portolan.design.yaml;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.portolan.types.Collation;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;
import org.portolan.types.KeyColumn.Direction;
import org.portolan.types.ScalarType;
import org.portolan.types.Spelling;

/** Reads the columns of keys, as {@code long desc} or as a section with all properties. */
final class KeyReader {
  private static final String RIGHT =
      "write a type, 'long' or 'long desc', or {type: long, order: desc, nullable: true, padded: 10}";

  /** A stand-in that breaks no other rule. */
  private static final ScalarType STAND_IN = ScalarType.LONG;

  /** The columns of a key, and the digits to which some of them are padded. */
  record Key(List<KeyColumn> columns, Map<String, Integer> padding) {
    static final Key NONE = new Key(List.of(), Map.of());
  }

  private KeyReader() {}

  static Key read(Value value) {
    List<KeyColumn> columns = new ArrayList<>();
    Map<String, Integer> padding = new LinkedHashMap<>();
    value
        .section("name the key's columns and their types: '{id: long}'")
        .ifPresent(
            section ->
                section
                    .all()
                    .forEach((name, column) -> columns.add(column(name, column, padding))));
    return new Key(columns, padding);
  }

  /** Reads the key of a collection's items, which is not padded. */
  static List<KeyColumn> readItemKey(Value value) {
    Key key = read(value);
    key.padding()
        .forEach(
            (name, digits) ->
                value
                    .findings()
                    .add(
                        value.path() + "." + name + ".padded",
                        "the key of an item is not padded",
                        "remove 'padded'; only columns of an entity's key can be padded"));
    return key.columns();
  }

  private static KeyColumn column(String name, Value value, Map<String, Integer> padding) {
    if (!value.isSection()) {
      return value
          .text(RIGHT)
          .map(text -> shortForm(name, value, text))
          .orElse(KeyColumn.of(name, STAND_IN));
    }
    Section section = value.section(RIGHT).orElseThrow();
    ScalarType type =
        section
            .require("type", "write for example 'type: text'")
            .flatMap(
                typeValue ->
                    typeValue
                        .text("write a type")
                        .flatMap(text -> TypeReader.parse(typeValue, text))
                        .flatMap(parsed -> keyType(typeValue, parsed)))
            .orElse(STAND_IN);
    Direction direction =
        section.get("order").flatMap(KeyReader::direction).orElse(Direction.ASCENDING);
    boolean nullable =
        section.get("nullable").flatMap(v -> v.bool("use true or false")).orElse(false);
    section
        .get("padded")
        .flatMap(v -> v.integer("write the number of digits, for example 'padded: 10'"))
        .ifPresent(digits -> padding.put(name, digits));
    Collation collation =
        section.get("collation").flatMap(v -> collation(v, type)).orElse(Collation.BINARY);
    section.finish();
    return new KeyColumn(name, type, direction, nullable, collation);
  }

  private static KeyColumn shortForm(String name, Value value, String text) {
    Direction direction = Direction.ASCENDING;
    String type = text;
    if (text.endsWith(" desc")) {
      direction = Direction.DESCENDING;
      type = text.substring(0, text.length() - " desc".length());
    } else if (text.endsWith(" asc")) {
      type = text.substring(0, text.length() - " asc".length());
    } else {
      int last = text.lastIndexOf(' ');
      Optional<String> meant = SqlWords.order(text.substring(last + 1));
      if (last > 0 && meant.isPresent()) {
        value
            .findings()
            .addUnreadable(
                value.path(),
                "'" + text.substring(last + 1) + "' is not an order",
                "did you mean '" + text.substring(0, last) + " " + meant.get() + "'?");
        return KeyColumn.of(name, STAND_IN);
      }
    }
    ScalarType scalar =
        TypeReader.parse(value, type).flatMap(parsed -> keyType(value, parsed)).orElse(STAND_IN);
    return new KeyColumn(name, scalar, direction, false, Collation.BINARY);
  }

  private static Optional<ScalarType> keyType(Value value, ColumnType type) {
    if (type instanceof ScalarType scalar && scalar.allowedInKey()) {
      return Optional.of(scalar);
    }
    value
        .findings()
        .addUnreadable(
            value.path(),
            "'" + type.spelling() + "' cannot be part of a key",
            "use text, int, long, decimal(precision,scale), boolean, timestamp or bytes");
    return Optional.empty();
  }

  static Optional<Direction> direction(Value value) {
    return value
        .text("use asc or desc")
        .flatMap(
            text ->
                switch (text) {
                  case "asc" -> Optional.of(Direction.ASCENDING);
                  case "desc" -> Optional.of(Direction.DESCENDING);
                  default -> {
                    value
                        .findings()
                        .addUnreadable(
                            value.path(), "'" + text + "' is not an order", "use asc or desc");
                    yield Optional.empty();
                  }
                });
  }

  /** Reads the collation of a column; a set or list has that of its elements. */
  static Optional<Collation> collation(Value value, ColumnType type) {
    List<String> known = Arrays.stream(Collation.values()).map(Collation::spelling).toList();
    String right = "the collations are " + known.stream().collect(Collectors.joining(", "));
    Optional<String> text = value.text(right);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Optional<Collation> found =
        Arrays.stream(Collation.values())
            .filter(collation -> collation.spelling().equals(text.get()))
            .findFirst();
    if (found.isEmpty()) {
      value
          .findings()
          .addUnreadable(
              value.path(),
              "'" + text.get() + "' is not a collation",
              Spelling.hint(text.get(), known) + right);
    } else if (found.get() != Collation.BINARY && type.element().kind() != ScalarType.Kind.TEXT) {
      value
          .findings()
          .addUnreadable(
              value.path(),
              "a column of type " + type.spelling() + " has no collation",
              "remove it, or make the column text");
      return Optional.empty();
    }
    return found;
  }
}
