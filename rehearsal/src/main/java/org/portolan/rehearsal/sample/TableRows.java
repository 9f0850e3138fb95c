package org.portolan.rehearsal.sample;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BiPredicate;
import org.portolan.advisor.schema.ForeignKey;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.statistics.ColumnStatistics;
import org.portolan.advisor.statistics.CommonValue;
import org.portolan.advisor.statistics.Skew;
import org.portolan.rehearsal.layout.Place;
import org.portolan.rehearsal.layout.Row;
import org.portolan.rehearsal.layout.TablePlace;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** Makes the rows of one table. */
final class TableRows {
  private static final double NULLS_ASSUMED = 0.05;
  private static final double COMMON_MAX = 0.25;

  /** Of so many rows, one is null in all columns that a statement wants null. */
  private static final int BARE_EVERY = 20;

  private static final int CHARS_MAX = 1_000;
  private static final int LONG_TEXT_CHARS = 300;
  private static final int TRIES = 40;

  private final TablePlace place;
  private final RowGenerator generator;
  private final Random random;
  private final List<Source> sources = new ArrayList<>();
  private final Set<String> absent;
  private final List<List<String>> uniqueKeys = new ArrayList<>();

  /** Gives values to columns: a link, or one column alone. */
  private abstract static class Source {
    final List<String> columns;
    int[] numbers = {};

    Source(List<String> columns) {
      this.columns = columns;
    }

    abstract void set(Map<String, Object> values, int number);

    abstract int values();

    abstract boolean isOpen();

    double nulls;
  }

  TableRows(TablePlace place, RowGenerator generator, Random random) {
    this.place = place;
    this.generator = generator;
    this.random = random;
    this.absent = absent();
  }

  /** Returns whether a link is set after the rows of both tables are made. */
  static boolean isLater(
      TablePlace place, Governing.Link link, BiPredicate<String, String> isBefore) {
    boolean inKey =
        link.columns().stream()
            .anyMatch(
                column ->
                    place.identity().contains(column)
                        || place.keyColumns().contains(column)
                        || place.itemKeyColumns().contains(column));
    return !inKey && isBefore.test(link.from(), link.to());
  }

  List<Row> make(int wanted) {
    if (!place.identity().isEmpty()) {
      uniqueKeys.add(place.identity());
    }
    for (List<String> key : place.table().uniqueKeys()) {
      if (!key.isEmpty() && !uniqueKeys.contains(key)) {
        uniqueKeys.add(key);
      }
    }
    addSources(wanted);
    List<Row> rows = new ArrayList<>();
    if (hasNoOwner()) {
      return rows;
    }
    List<Set<Tuple>> seen = new ArrayList<>();
    uniqueKeys.forEach(any -> seen.add(new HashSet<>()));
    for (int number = 0; number < wanted; number++) {
      Optional<Row> row = row(number, wanted, seen);
      row.ifPresent(rows::add);
    }
    return rows;
  }

  /** Whether it lies in rows of an owner, and its rules allow the key of none. */
  private boolean hasNoOwner() {
    return place.shape() instanceof Shape.Owned owned
        && generator.links(place.name()).stream()
            .filter(link -> link.to().equals(owned.owner()))
            .filter(link -> link.columns().equals(owned.ownerColumns()))
            .anyMatch(link -> generator.targets(link).isEmpty());
  }

  private void addSources(int wanted) {
    Set<String> governed = new LinkedHashSet<>();
    for (Governing.Link link : generator.links(place.name())) {
      if (generator.isMade(link)) {
        List<Tuple> targets = shuffled(generator.targets(link));
        if (!targets.isEmpty()) {
          add(linked(link, targets, wanted), wanted);
          governed.addAll(link.columns());
        }
      }
    }
    for (Map.Entry<String, Place> column : place.columns().entrySet()) {
      if (!governed.contains(column.getKey())) {
        add(alone(column.getKey(), column.getValue().type(), wanted), wanted);
      }
    }
  }

  private List<Tuple> shuffled(List<Tuple> targets) {
    List<Tuple> shuffled = new ArrayList<>(targets);
    Collections.shuffle(shuffled, random);
    return shuffled;
  }

  private Source linked(Governing.Link link, List<Tuple> targets, int wanted) {
    int values =
        isUnique(link.columns())
            ? targets.size()
            : Math.min(targets.size(), distinct(link.columns(), wanted));
    Source source =
        new Source(link.columns()) {
          @Override
          void set(Map<String, Object> row, int number) {
            Tuple target = targets.get(number % targets.size());
            for (int column = 0; column < columns.size(); column++) {
              String name = columns.get(column);
              if (place.columns().containsKey(name)) {
                row.put(name, Conversions.to(place.columns().get(name).type(), target.get(column)));
              }
            }
          }

          @Override
          int values() {
            return values;
          }

          @Override
          boolean isOpen() {
            return false;
          }
        };
    return source;
  }

  private Source alone(String name, ColumnType type, int wanted) {
    boolean unique = isUnique(List.of(name));
    int values = unique ? wanted : distinct(List.of(name), wanted);
    int chars = chars(name, type);
    return new Source(List.of(name)) {
      @Override
      void set(Map<String, Object> row, int number) {
        row.put(name, SampleValues.of(place.table().column(name), type, number, chars));
      }

      @Override
      int values() {
        return values;
      }

      @Override
      boolean isOpen() {
        return true;
      }
    };
  }

  /** Balanced numbers in a random order, with more of the first where one value is common. */
  private void add(Source source, int wanted) {
    boolean unique = isUnique(source.columns);
    int values = Math.max(1, source.values());
    int common = unique ? 0 : (int) (common(source.columns) * wanted);
    List<Integer> numbers = new ArrayList<>();
    for (int row = 0; row < wanted; row++) {
      numbers.add(row < common ? 0 : row % (unique ? Math.max(values, wanted) : values));
    }
    // Numbers of a key ascend as the rows do, as numbers of a sequence.
    if (!(unique && source.isOpen())) {
      Collections.shuffle(numbers, random);
    }
    source.numbers = numbers.stream().mapToInt(Integer::intValue).toArray();
    source.nulls = nulls(source.columns);
    sources.add(source);
  }

  private boolean isUnique(List<String> columns) {
    return uniqueKeys.stream().anyMatch(columns::containsAll);
  }

  private int distinct(List<String> columns, int wanted) {
    double peers = generator.estimates().perValue(place.table(), columns);
    double rows = generator.estimates().rows(place.table());
    double values = Math.max(1, rows / peers);
    // Few values stay few; where many rows agree in one of many values, as many agree here.
    double scaled = Math.min(values, Math.max(1, Math.rint(wanted / Math.min(peers, wanted))));
    return (int) Math.max(values < 2 ? 1 : 2, scaled);
  }

  private double common(List<String> columns) {
    double share = 0;
    if (columns.size() == 1) {
      share =
          statistics(columns.get(0)).stream()
              .flatMap(of -> of.mostCommon().stream())
              .mapToDouble(CommonValue::share)
              .max()
              .orElse(0);
    }
    double rows = generator.estimates().rows(place.table());
    for (Skew skew : generator.model().statistics().skews()) {
      if (skew.from().equals(place.name()) && skew.fromColumns().equals(columns)) {
        share = Math.max(share, (double) skew.rowsMax() / rows);
      }
    }
    return Math.min(COMMON_MAX, share);
  }

  private Optional<ColumnStatistics> statistics(String column) {
    return generator.model().statistics().table(place.name()).flatMap(of -> of.column(column));
  }

  private double nulls(List<String> columns) {
    boolean never =
        columns.stream()
            .anyMatch(
                column ->
                    !place.table().column(column).mayBeNull()
                        // A null that is put becomes the default.
                        || place.table().column(column).rule().defaultValue().isPresent()
                        || place.identity().contains(column)
                        || place.keyColumns().contains(column)
                        || isKey(place.columns().get(column)));
    if (never) {
      return 0;
    }
    return statistics(columns.get(0)).map(ColumnStatistics::nullShare).orElse(NULLS_ASSUMED);
  }

  private static boolean isKey(Place column) {
    return column == null
        || column.part() == Place.Part.ITEM_KEY
        || column.part() == Place.Part.ELEMENT;
  }

  /** The length of texts that nothing compares; others are short. */
  private int chars(String name, ColumnType type) {
    if (!(type instanceof ScalarType scalar)) {
      return 0;
    }
    boolean isLong =
        scalar.kind() == ScalarType.Kind.COMPRESSED_TEXT
            || (scalar.kind() == ScalarType.Kind.BYTES && !isCompared(name));
    double known = statistics(name).map(ColumnStatistics::bytesMean).orElse(0.0);
    if (!isLong) {
      return 0;
    }
    return (int) Math.min(CHARS_MAX, known > 0 ? known : LONG_TEXT_CHARS);
  }

  /** The columns of which a statement wants the rows that have no value. */
  private Set<String> absent() {
    Set<String> absent = new LinkedHashSet<>();
    generator.model().statements().stream()
        .flatMap(statement -> statement.path().stream())
        .flatMap(path -> path.tables().stream())
        .filter(use -> use.table().equals(place.name()))
        .forEach(use -> absent.addAll(use.absent()));
    return absent;
  }

  private boolean isCompared(String name) {
    boolean foreign =
        place.table().source().foreignKeys().stream()
            .map(ForeignKey::columns)
            .anyMatch(columns -> columns.contains(name));
    boolean keyed =
        place.table().source().keys().stream().anyMatch(key -> key.columns().contains(name));
    boolean used =
        generator.model().statements().stream()
            .flatMap(statement -> statement.path().stream())
            .flatMap(path -> path.tables().stream())
            .anyMatch(
                use ->
                    use.table().equals(place.name())
                        && (use.equal().contains(name)
                            || use.listed().contains(name)
                            || use.range().contains(name)));
    boolean joined =
        generator.model().relationships().stream()
            .anyMatch(
                any ->
                    (any.from().equals(place.name()) && any.fromColumns().contains(name))
                        || (any.to().equals(place.name()) && any.toColumns().contains(name)));
    return foreign || keyed || used || joined;
  }

  private Optional<Row> row(int number, int wanted, List<Set<Tuple>> seen) {
    Map<String, Object> values = new LinkedHashMap<>();
    place.columns().keySet().forEach(column -> values.put(column, null));
    // Two conditions IS NULL together would seldom find a row whose nulls are independent.
    boolean bare = number % BARE_EVERY == 0;
    for (Source source : sources) {
      boolean empty = bare && source.nulls > 0 && absent.containsAll(source.columns);
      if (!empty && (source.nulls == 0 || random.nextDouble() >= source.nulls)) {
        source.set(values, source.numbers[number]);
      }
    }
    for (int attempt = 0; attempt < TRIES; attempt++) {
      List<String> clash = clash(values, seen);
      if (clash.isEmpty()) {
        for (int key = 0; key < uniqueKeys.size(); key++) {
          seen.get(key).add(tuple(values, uniqueKeys.get(key)));
        }
        return Optional.of(new Row(values));
      }
      boolean last = attempt > TRIES / 2;
      for (Source source : sources) {
        if (source.columns.stream().anyMatch(clash::contains)) {
          source.set(
              values,
              last && source.isOpen()
                  ? wanted + number
                  : random.nextInt(Math.max(1, source.isOpen() ? source.values() : wanted)));
        }
      }
    }
    return Optional.empty();
  }

  private List<String> clash(Map<String, Object> values, List<Set<Tuple>> seen) {
    for (int key = 0; key < uniqueKeys.size(); key++) {
      Tuple tuple = tuple(values, uniqueKeys.get(key));
      if (!tuple.values().contains(null) && seen.get(key).contains(tuple)) {
        return uniqueKeys.get(key);
      }
    }
    return List.of();
  }

  private static Tuple tuple(Map<String, Object> values, List<String> columns) {
    return new Tuple(columns.stream().map(values::get).toList());
  }
}
