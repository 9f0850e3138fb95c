package org.portolan.rehearsal.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.portolan.rehearsal.layout.Place;
import org.portolan.rehearsal.layout.TablePlace;
import org.portolan.types.Collation;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;

/** Writes keys and values of indexes as Java: one tuple, or a list of them. */
final class JavaKeys {
  private final Map<Integer, JavaText.Variable> variables;
  private final Names names;
  private final Parameters parameters;
  private final Plan plan;
  private final JavaJoined joined;

  /** Gives names to the values of a statement. */
  interface Parameters {
    String take(String thing, String wanted, String type);
  }

  /**
   * Keys.
   *
   * @param single whether the text is one tuple; otherwise it is a list of them
   */
  record Keys(String text, boolean single) {}

  /** A column that is a value of each element of a list: a row that was found, or a value. */
  private record Source(String list, String element) {}

  JavaKeys(
      Plan plan,
      Map<Integer, JavaText.Variable> variables,
      Names names,
      Parameters parameters,
      JavaJoined joined) {
    this.joined = joined;
    this.plan = plan;
    this.variables = variables;
    this.names = names;
    this.parameters = parameters;
  }

  /** Returns the keys that a call is given, after lines that collect them. */
  Keys of(Call call, List<Input> inputs, List<String> lines) {
    Map<String, Source> sources = new LinkedHashMap<>();
    String tuple = tuple(call, inputs, sources);
    boolean again = joined.isCompared(call, inputs);
    if (sources.isEmpty()) {
      if (again) {
        joined.add(call, inputs, "", values(call, inputs, sources));
      }
      return new Keys(tuple, true);
    }
    List<Source> all = new ArrayList<>(sources.values());
    String name = names.take(call.place().table().name() + "_values");
    Optional<String> compared = compared(call.place(), inputs);
    String seen = compared.isPresent() ? names.take("seen") : "";
    if (compared.isPresent()) {
      lines.add("Set<Tuple> " + seen + " = new HashSet<>();");
    }
    lines.add("List<Tuple> " + name + " = " + all.get(0).list() + ".stream()");
    for (int place = 0; place < all.size() - 1; place++) {
      lines.add(
          "    .flatMap("
              + all.get(place).element()
              + " -> "
              + all.get(place + 1).list()
              + ".stream()");
    }
    lines.add(
        "    .map("
            + all.get(all.size() - 1).element()
            + " -> "
            + tuple
            + ")"
            + ")".repeat(all.size() - 1));
    lines.add("    .filter(key -> !key.values().contains(null))");
    lines.add(
        compared
            .map(key -> "    .filter(key -> " + seen + ".add(" + key + "))")
            .orElse("    .distinct()"));
    lines.add("    .toList();");
    if (again) {
      String set = compared.isPresent() ? seen : names.take(call.place().table().name() + "_set");
      if (compared.isEmpty()) {
        lines.add("Set<Tuple> " + set + " = Set.copyOf(" + name + ");");
      }
      joined.add(call, inputs, set, List.of());
    }
    return new Keys(name, false);
  }

  /** A key as the store compares it; empty if it compares the values as they are. */
  private static Optional<String> compared(TablePlace place, List<Input> inputs) {
    List<String> values = new ArrayList<>();
    boolean collated = false;
    for (int position = 0; position < inputs.size(); position++) {
      Collation collation = collation(place, inputs.get(position).column());
      String value = "key.get(" + position + ")";
      collated |= collation != Collation.BINARY;
      values.add(compared(collation == Collation.BINARY ? value : "(String) " + value, collation));
    }
    return collated ? Optional.of("Tuple.of(" + String.join(", ", values) + ")") : Optional.empty();
  }

  /** Returns a value of a key or an index as the store compares it. */
  static String compared(String value, Collation collation) {
    return collation == Collation.BINARY
        ? value
        : "Bytes.wrap(Collations.sortKey(Collation." + collation + ", " + value + "))";
  }

  /** Returns how the store compares a column; keys of items and elements have no collation. */
  static Collation collation(TablePlace place, String column) {
    Place.Part part = place.columns().get(column).part();
    return part == Place.Part.ITEM_KEY || part == Place.Part.ELEMENT
        ? Collation.BINARY
        : place.table().column(column).collation();
  }

  /** Returns one tuple, with the values of the statement alone. */
  String single(Call call, List<Input> inputs) {
    return tuple(call, inputs, new LinkedHashMap<>());
  }

  private String tuple(Call call, List<Input> inputs, Map<String, Source> sources) {
    if (inputs.isEmpty()) {
      return "Tuple.EMPTY";
    }
    // A single null would be taken for an array of values.
    return "Tuple.of(" + String.join(", ", values(call, inputs, sources)) + ")";
  }

  private List<String> values(Call call, List<Input> inputs, Map<String, Source> sources) {
    List<String> values = new ArrayList<>();
    for (Input input : inputs) {
      values.add(value(call.place(), input, sources));
    }
    return values;
  }

  private String value(TablePlace place, Input input, Map<String, Source> sources) {
    Place at = place.columns().get(input.column());
    String thing = input.use() + " " + input.column();
    String name = place.table().column(input.column()).name();
    switch (input.kind()) {
      case CONSTANT -> {
        return JavaText.scaledOrNull(
            parameters.take(thing, name, JavaText.javaType(at.type())), at.type());
      }
      case LISTED -> {
        for (List<String> together : plan.path().tables().get(input.use()).together()) {
          int position = together.indexOf(input.column());
          if (position >= 0) {
            String value = tupleOf(place, input, together, sources) + ".get(" + position + ")";
            return JavaText.isDecimal(at.type())
                ? JavaText.scaledOrNull("((BigDecimal) " + value + ")", at.type())
                : value;
          }
        }
        String list =
            parameters.take(
                input.use() + " list " + input.column(),
                name + "_list",
                "List<" + JavaText.javaType(at.type()) + ">");
        String scalable =
            JavaText.isDecimal(at.type())
                ? list + ".stream().filter(each -> each != null).toList()"
                : list;
        return JavaText.scaled(
            sources.computeIfAbsent(thing, any -> new Source(scalable, names.take(name))).element(),
            at.type());
      }
      default -> {
        return found(input, at.type(), sources);
      }
    }
  }

  /** A tuple of the list with which columns are compared together. */
  private String tupleOf(
      TablePlace place, Input input, List<String> together, Map<String, Source> sources) {
    String list = listOf(place, input.use(), together);
    return sources
        .computeIfAbsent(list, any -> new Source(list, names.take(named(place, together))))
        .element();
  }

  /** Returns the parameter with the tuples with which columns are compared together. */
  String listOf(TablePlace place, int use, List<String> together) {
    return parameters.take(use + " " + together, named(place, together) + "_list", "List<Tuple>");
  }

  private static String named(TablePlace place, List<String> together) {
    return together.stream()
        .map(column -> place.table().column(column).name())
        .collect(Collectors.joining("_and_"));
  }

  /** A column of rows that were found, or of what they were found by. */
  private String found(Input input, ColumnType wanted, Map<String, Source> sources) {
    JavaText.Variable variable = variables.get(input.use());
    Place at = variable.place().columns().get(input.usedColumn());
    boolean has =
        switch (variable.holds()) {
          case KEYS -> at.part() == Place.Part.KEY;
          case ROWS -> at.part() == Place.Part.KEY || at.part() == Place.Part.COLUMN;
          case ITEMS -> at.part() == Place.Part.ITEM_KEY || at.part() == Place.Part.ITEM_COLUMN;
        };
    if (!has) {
      for (Input before : variable.inputs()) {
        if (before.column().equals(input.usedColumn())) {
          ColumnType from = variable.place().columns().get(before.column()).type();
          if (plan.changes()) {
            ofOneValue(input, before, variable, sources);
          } else if (isConverted(from, wanted)) {
            // One of the type of these rows may be none of the other's: then nothing is looked up.
            Source unused = rows(input, variable, sources);
          }
          return converted(value(variable.place(), before, sources), from, wanted);
        }
      }
    }
    if (at.part() == Place.Part.ELEMENT) {
      String set = "(Set<?>) row.value(" + JavaText.quoted(at.name()) + ")";
      Source elements =
          sources.computeIfAbsent(
              input.use() + " elements",
              any ->
                  new Source(
                      variable.name()
                          + ".stream().<Object>flatMap(row -> Stream.ofNullable("
                          + set
                          + ").flatMap(Set::stream)).toList()",
                      names.take(at.name())));
      return converted(elements.element(), at.type(), wanted);
    }
    Source source = rows(input, variable, sources);
    String text =
        at.position() >= 0
            ? source.element()
                + (variable.holds() == JavaText.Holds.KEYS ? "" : ".key()")
                + ".get("
                + at.position()
                + ")"
            : source.element() + ".value(" + JavaText.quoted(at.name()) + ")";
    return converted(text, at.type(), wanted);
  }

  /**
   * Takes the rows themselves for a source of the one value by which they were found: without any
   * of them there is none. Of several values, they do not tell which have rows.
   */
  private void ofOneValue(
      Input input, Input before, JavaText.Variable variable, Map<String, Source> sources) {
    if (before.kind() != Input.Kind.CONSTANT) {
      throw new JavaText.NotWrittenException(
          "what is read of "
              + variable.place().table().name()
              + " does not tell which values of "
              + input.usedColumn()
              + " have rows");
    }
    Source unused = rows(input, variable, sources);
  }

  private Source rows(Input input, JavaText.Variable variable, Map<String, Source> sources) {
    return sources.computeIfAbsent(
        input.use() + " rows",
        any -> new Source(variable.list(), names.take(one(variable.holds()))));
  }

  private static String one(JavaText.Holds holds) {
    return switch (holds) {
      case KEYS -> "found_key";
      case ROWS -> "found_row";
      case ITEMS -> "found_item";
    };
  }

  /** A number as the equal one of another type; null, which finds nothing, if there is none. */
  private static String converted(String text, ColumnType from, ColumnType to) {
    if (!isConverted(from, to)) {
      return text;
    }
    ScalarType wanted = (ScalarType) to;
    return switch (wanted.kind()) {
      case INT -> "ExactNumbers.toInt(" + text + ")";
      case LONG -> "ExactNumbers.toLong(" + text + ")";
      case DECIMAL ->
          "ExactNumbers.toDecimal("
              + text
              + ", "
              + wanted.precision()
              + ", "
              + wanted.scale()
              + ")";
      default -> text;
    };
  }

  private static boolean isConverted(ColumnType from, ColumnType to) {
    return !from.equals(to) && JavaText.isNumber(from) && JavaText.isNumber(to);
  }
}
