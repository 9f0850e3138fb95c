package org.portolan.rehearsal.sample;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.infer.Relationship;
import org.portolan.advisor.serve.Estimates;
import org.portolan.advisor.shape.ShapeCandidates;
import org.portolan.rehearsal.layout.Layout;
import org.portolan.rehearsal.layout.Row;
import org.portolan.rehearsal.layout.TablePlace;
import org.portolan.types.Tuple;

/**
 * Makes rows that fit a model: numbers of rows, scaled down, rows that agree in columns as the
 * estimates have it, unique and valid where the schema asks for it. The same seed gives the same
 * rows.
 */
public final class RowGenerator {
  /** The rows of a table that are kept for inserts; of a small table, a tenth. */
  private static final int SPARES_MAX = 20;

  private static final int SPARE_SHARE = 10;

  private final Layout layout;
  private final RelationalModel model;
  private final long seed;
  private final int rowsMax;
  private final Governing governing;
  private final Estimates estimates;
  private final Map<String, List<Row>> made = new LinkedHashMap<>();
  private final Map<String, List<Row>> spares = new LinkedHashMap<>();

  private RowGenerator(Layout layout, RelationalModel model, long seed, int rowsMax) {
    this.layout = layout;
    this.model = model;
    this.seed = seed;
    this.rowsMax = rowsMax;
    List<Relationship> sure =
        model.relationships().stream()
            .filter(any -> any.confidence() >= ShapeCandidates.CONFIDENCE_MIN)
            .toList();
    this.governing = new Governing(layout, sure);
    this.estimates = new Estimates(layout.proposal().draft().tables(), sure, model.statistics());
  }

  /**
   * Returns rows for the tables of a layout.
   *
   * @param rowsMax the most rows of a table
   */
  public static SampleRows rows(Layout layout, RelationalModel model, long seed, int rowsMax) {
    return new RowGenerator(layout, model, seed, rowsMax).rows();
  }

  private SampleRows rows() {
    List<String> order = governing.order();
    for (String table : order) {
      TablePlace place = layout.find(table).orElseThrow();
      long wanted = Math.min(rowsMax, Math.round(estimates.rows(place.table())));
      Random random = new Random(seed * 31 + table.hashCode());
      List<Row> rows = new TableRows(place, this, random).make((int) wanted);
      int kept = rows.size() - Math.min(SPARES_MAX, rows.size() / SPARE_SHARE);
      made.put(table, rows.subList(0, kept));
      List<Row> rest = new ArrayList<>(rows.subList(kept, rows.size()));
      // Whole rows first: a null has no entry in a unique index, and refers to nothing.
      rest.sort(Comparator.comparing(row -> row.values().containsValue(null)));
      spares.put(table, rest);
    }
    for (String table : order) {
      List<Row> both = new ArrayList<>(made.get(table));
      both.addAll(spares.get(table));
      List<Row> rows = new ArrayList<>();
      rows.addAll(linkedBack(table, both));
      made.put(table, rows.subList(0, made.get(table).size()));
      spares.put(table, rows.subList(made.get(table).size(), rows.size()));
    }
    for (String table : order) {
      made.put(table, withoutDangling(table, made.get(table)));
    }
    for (String table : order) {
      spares.put(table, withoutDangling(table, spares.get(table)));
    }
    Map<String, List<Row>> inOrder = new LinkedHashMap<>();
    layout.all().forEach(place -> inOrder.put(place.name(), made.get(place.name())));
    return new SampleRows(inOrder, spares);
  }

  RelationalModel model() {
    return model;
  }

  Estimates estimates() {
    return estimates;
  }

  List<Governing.Link> links(String table) {
    return governing.of(table);
  }

  /** Returns whether the rows that a link refers to are made. */
  boolean isMade(Governing.Link link) {
    return made.containsKey(link.to());
  }

  /**
   * Returns the different values that a link may take: those without nulls that the rules of the
   * referring columns allow. An enum may lack a value of another one.
   */
  List<Tuple> targets(Governing.Link link) {
    TablePlace place = layout.find(link.from()).orElseThrow();
    Set<Tuple> targets = new LinkedHashSet<>();
    for (Row row : made.getOrDefault(link.to(), List.of())) {
      Tuple values = TablePlace.values(row, link.toColumns());
      if (!values.values().contains(null) && Governing.allows(place, link, values)) {
        targets.add(values);
      }
    }
    return List.copyOf(targets);
  }

  /**
   * Sets the columns that refer to rows which were made later. A row refers to one that refers back
   * to it, if there is one: so a page's latest revision is a revision of that page.
   */
  private List<Row> linkedBack(String table, List<Row> all) {
    List<Row> result = all;
    TablePlace place = layout.find(table).orElseThrow();
    for (Governing.Link link : governing.of(table)) {
      if (!TableRows.isLater(place, link, this::isBefore)) {
        continue;
      }
      Map<Tuple, Row> referring = new HashMap<>();
      for (Governing.Link back : governing.of(link.to())) {
        if (back.to().equals(table) && !link.to().equals(table)) {
          made.get(link.to())
              .forEach(row -> referring.put(TablePlace.values(row, back.columns()), row));
        }
      }
      List<Row> others = made.get(link.to());
      Random random = new Random(seed * 37 + table.hashCode());
      List<Row> rows = new ArrayList<>();
      Set<Tuple> seen = new LinkedHashSet<>();
      for (Row row : result) {
        Row target = referring.get(TablePlace.values(row, place.identity()));
        if (target == null && !others.isEmpty()) {
          target = others.get(random.nextInt(others.size()));
        }
        boolean allowed =
            target != null
                && Governing.allows(place, link, TablePlace.values(target, link.toColumns()));
        Row set = allowed ? converted(place, link, row, target) : row;
        rows.add(isFree(place, link, set, seen) ? set : row);
      }
      result = rows;
    }
    return result;
  }

  /** Whether a row breaks no unique key by the columns of a link. */
  private static boolean isFree(TablePlace place, Governing.Link link, Row row, Set<Tuple> seen) {
    for (List<String> key : place.table().uniqueKeys()) {
      if (key.stream().anyMatch(link.columns()::contains)) {
        Tuple values =
            new Tuple(List.<Object>of(key.toString())).append(TablePlace.values(row, key));
        if (!seen.add(values)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns whether the rows of a table were made before those of another. */
  private boolean isBefore(String table, String other) {
    List<String> order = new ArrayList<>(made.keySet());
    return order.indexOf(table) <= order.indexOf(other);
  }

  private static Row converted(TablePlace place, Governing.Link link, Row row, Row target) {
    Row result = row;
    for (int column = 0; column < link.columns().size(); column++) {
      String name = link.columns().get(column);
      Object value = target.get(link.toColumns().get(column));
      if (place.columns().containsKey(name)) {
        result = result.with(name, Conversions.to(place.columns().get(name).type(), value));
      }
    }
    return result;
  }

  /** Two declared references may ask for values that no row has together. */
  private List<Row> withoutDangling(String table, List<Row> all) {
    List<Row> result = all;
    TablePlace place = layout.find(table).orElseThrow();
    for (Relationship declared : model.relationships()) {
      if (!declared.from().equals(table)
          || !declared.isDeclared()
          || layout.find(declared.to()).isEmpty()
          || !place.columns().keySet().containsAll(declared.fromColumns())
          || !Governing.fit(layout, Governing.link(declared))) {
        continue;
      }
      Set<Tuple> there = new LinkedHashSet<>();
      TablePlace target = layout.find(declared.to()).orElseThrow();
      made.get(declared.to())
          .forEach(row -> there.add(TablePlace.values(row, declared.toColumns())));
      List<Row> kept = new ArrayList<>();
      for (Row row : result) {
        List<Object> values = new ArrayList<>();
        for (int column = 0; column < declared.fromColumns().size(); column++) {
          values.add(
              Conversions.to(
                  target.columns().get(declared.toColumns().get(column)).type(),
                  row.get(declared.fromColumns().get(column))));
        }
        if (values.contains(null) || there.contains(new Tuple(values))) {
          kept.add(row);
        }
      }
      result = kept;
    }
    return result;
  }
}
