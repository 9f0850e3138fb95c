package org.portolan.advisor.serve;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.table.PlannedColumn;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.types.ScalarType;

/** Finds the rows of an entity, in the cheapest way that a draft has. */
final class EntityAccess {
  /** Rows of a page, if a statement does not tell. */
  static final long PAGE = 50;

  /** The rows that a statement may read to return a few. */
  static final double READ_MAX = 10_000;

  /** The share of a list that lies between two bounds of which nothing is known. */
  private static final double RANGE_SHARE = 0.01;

  /** Rows under a value that a further condition is worth its place in an index for. */
  private static final double NARROWED_MIN = 100;

  /** More than any way that may be taken. */
  private static final double REFUSED = 1e9;

  private final Draft draft;
  private final Indexes indexes;
  private final Estimates estimates;

  EntityAccess(Draft draft, Indexes indexes, Estimates estimates) {
    this.draft = draft;
    this.indexes = indexes;
    this.estimates = estimates;
  }

  /**
   * A way to the rows.
   *
   * @param found the rows that it finds
   * @param refusal why it must not be taken; empty if it may be
   */
  record Way(List<Step> steps, double found, List<String> notes, Optional<String> refusal) {
    double millis(Draft draft) {
      return steps.stream().mapToDouble(step -> step.millis(draft.costs())).sum()
          + (refusal.isPresent() ? REFUSED : 0);
    }
  }

  /**
   * Returns the cheapest way to the rows of a use.
   *
   * @param page how many of them the statement wants, if the first are the first of the result
   *     ({@link FirstRows}); empty for all
   * @param keysOnly whether the number of rows is all that is wanted
   */
  Way way(Known known, OptionalDouble page, boolean keysOnly) {
    PlannedTable table = draft.tables().get(known.use().table());
    double bytes = estimates.rowBytes(table);
    if (table.identity().isIn(known.columns())) {
      double rows = known.values();
      List<String> notes = new ArrayList<>();
      note(
          known,
          table,
          known.others(table.identity().columns()),
          table.identity().columns(),
          rows <= 1,
          notes);
      return new Way(
          List.of(
              Step.read(
                  Step.Kind.GET,
                  known.use().table(),
                  table.identity().columns(),
                  rows,
                  1,
                  rows * bytes)),
          rows,
          notes,
          Optional.empty());
    }
    List<Way> ways = new ArrayList<>();
    scan(known, table, page).ifPresent(ways::add);
    IndexChoice wanted = wanted(known, table);
    for (IndexChoice index : indexes.of(known.use().table(), wanted)) {
      if (known.columns().containsAll(index.on())) {
        ways.add(list(index, known, table, page, keysOnly));
      }
    }
    return ways.stream()
        .min(Comparator.comparingDouble(way -> way.millis(draft)))
        .orElseGet(
            () ->
                new Way(
                    List.of(), 0, List.of(), Optional.of("it reads every row of " + table.name())));
  }

  /** The rows that agree in the first columns of the key, where the engine has them in order. */
  private Optional<Way> scan(Known known, PlannedTable table, OptionalDouble page) {
    List<String> key = table.identity().columns();
    int leading = 0;
    while (leading < key.size() && known.columns().contains(key.get(leading))) {
      leading++;
    }
    if (leading == 0 || !draft.target().orderedPartitions()) {
      return Optional.empty();
    }
    List<String> by = key.subList(0, leading);
    List<TableUse.Order> order =
        key.subList(leading, key.size()).stream()
            .map(column -> new TableUse.Order(column, false))
            .toList();
    IndexChoice asIndex = new IndexChoice(known.use().table(), by, order, false);
    boolean ordered = asIndex.isOrderedBy(FirstRows.order(known.use(), by));
    List<String> notes = new ArrayList<>();
    double found = found(known, estimates.perValue(table, by), ordered, page, known.others(by));
    note(known, table, known.others(by), by, ordered, notes);
    Step step =
        // The ranges of several beginnings are read one after the other.
        Step.read(
            Step.Kind.SCAN,
            known.use().table(),
            by,
            found,
            Math.max(1, known.values()),
            found * estimates.rowBytes(table));
    boolean ends = ends(found, known, table, ordered, page, known.others(by));
    return Optional.of(new Way(List.of(step.ending(ends)), found, notes, Optional.empty()));
  }

  private Way list(
      IndexChoice index, Known known, PlannedTable table, OptionalDouble page, boolean keysOnly) {
    if (index.unique()) {
      Step lookup = Step.list(index, known.values(), 1);
      List<String> notes = new ArrayList<>();
      note(known, table, known.others(index.on()), index.on(), known.values() <= 1, notes);
      return new Way(
          List.of(lookup, get(known, table, known.values())),
          known.values(),
          notes,
          Optional.empty());
    }
    List<String> notes = new ArrayList<>();
    String first = index.order().isEmpty() ? "" : index.order().get(0).column();
    boolean ranged = known.use().range().contains(first);
    boolean nulls = !ranged && isNullKept(table, known, first);
    boolean ordered =
        index.isOrderedBy(nulls ? nullsFirst(first, known, index) : orders(known, index));
    Set<String> left = known.others(index.on());
    boolean entered = ranged || nulls || known.use().present().contains(first);
    if (entered && !known.use().opaque().contains(first)) {
      left.remove(first);
    }
    double share = ranged ? RANGE_SHARE : nulls ? estimates.nullShare(table, first) : 1;
    double perValue = Math.max(1, estimates.perValue(table, index.on()) * share);
    boolean whole = index.on().isEmpty() && !ranged;
    double found = found(known, perValue, ordered, page, left);
    note(known, table, left, index.on(), ordered, notes);
    List<Step> steps = new ArrayList<>();
    boolean ends = ends(found, known, table, ordered, page, left);
    steps.add(Step.list(index, found, 1).ending(ends));
    boolean counted = keysOnly && left.isEmpty() && (!ranged || isEntered(index, known, table));
    if (!counted && !isCovering(index, known, table, nulls ? first : "")) {
      steps.add(get(known, table, found));
      if (ranged && !ends && isLeftToPages(index, known)) {
        // Of keys alone, the lines read all.
        notes.add(rangeNote(first));
      }
    }
    if (nulls) {
      notes.add("the index is entered where its nulls of " + first + " begin");
    }
    return new Way(steps, found, notes, refusal(whole, known, table, found));
  }

  private static Optional<String> refusal(
      boolean whole, Known known, PlannedTable table, double found) {
    if (whole && !known.use().checked().isEmpty() && found > READ_MAX) {
      return Optional.of(
          "it reads every row of "
              + table.name()
              + " to look at "
              + String.join(", ", known.use().checked())
              + ": keep what it looks for in a column that an index can list, or in a search"
              + " engine");
    }
    return whole && found > READ_MAX
        ? Optional.of(
            "it reads every row of "
                + table.name()
                + ": read pages of it, or do it in a job that reads an export")
        : Optional.empty();
  }

  private Step get(Known known, PlannedTable table, double rows) {
    return Step.read(
        Step.Kind.GET,
        known.use().table(),
        table.identity().columns(),
        rows,
        1,
        rows * estimates.rowBytes(table));
  }

  /** Whether keys and the values under which they are listed are all that is read. */
  private static boolean isCovering(
      IndexChoice index, Known known, PlannedTable table, String empty) {
    if (known.use().readsAll() || known.use().role() != TableUse.Role.READ) {
      return false;
    }
    Set<String> there = new LinkedHashSet<>(table.identity().columns());
    index.on().stream()
        .filter(column -> !known.use().isNarrowed(column) && !known.hidden().contains(column))
        .forEach(there::add);
    if (!known.use().filtered().contains(empty) && !known.hidden().contains(empty)) {
      there.add(empty);
    }
    return there.containsAll(known.use().read());
  }

  /** Whether all entries from the one at which a list is entered are in the range. */
  private static boolean isEntered(IndexChoice index, Known known, PlannedTable table) {
    TableUse.Order first = index.order().get(0);
    if (first.descending() && table.column(first.column()).mayBeNull()) {
      // Nulls are the lowest values: the list ends with them.
      return false;
    }
    TableUse.End start = first.descending() ? TableUse.End.TO : TableUse.End.FROM;
    return Set.of(start).equals(known.use().ends().get(first.column()));
  }

  /**
   * Whether the lines read the first page of a range alone. Pages of a statement, ranges without
   * another end and those in the opposite order are read on, and a change is of the whole list.
   */
  private static boolean isLeftToPages(IndexChoice index, Known known) {
    TableUse.Order first = index.order().get(0);
    Set<TableUse.End> ends = known.use().ends().getOrDefault(first.column(), Set.of());
    boolean goesOn = ends.stream().allMatch(end -> end.isLower() != first.descending());
    List<TableUse.Order> orders = orders(known, index);
    boolean turned = !IndexChoice.startsWith(index.order(), orders) && known.values() <= 1;
    return !goesOn
        && !(turned && index.isOrderedBy(orders))
        && known.use().role() == TableUse.Role.READ;
  }

  private static String rangeNote(String column) {
    return "the list ends at no value of "
        + column
        + ": the lines of Java leave out the rows beyond its range, and the application reads pages"
        + " until one reaches its end";
  }

  private void note(
      Known known,
      PlannedTable table,
      Set<String> others,
      List<String> by,
      boolean ordered,
      List<String> notes) {
    Shape shape = draft.shape(known.use().table());
    known.note(others, LineChecks.of(known.use(), table, shape), by, ordered, notes);
  }

  private static double found(
      Known known, double perValue, boolean ordered, OptionalDouble page, Set<String> others) {
    // Conditions that are checked afterwards may leave nearly nothing: then no page ends early.
    double each =
        ordered && others.isEmpty() && page.isPresent()
            ? Math.min(perValue, page.getAsDouble())
            : perValue;
    return known.values() * each;
  }

  /** Whether LIMIT ends a read, because its first rows are those of the result. */
  private boolean ends(
      double found,
      Known known,
      PlannedTable table,
      boolean ordered,
      OptionalDouble page,
      Set<String> left) {
    return page.isPresent()
        && ordered
        && found <= known.values() * page.getAsDouble()
        && FirstRows.areChecked(left, known.use(), table, draft.shape(known.use().table()));
  }

  private static List<TableUse.Order> orders(Known known, IndexChoice index) {
    return FirstRows.order(known.use(), index.on());
  }

  /**
   * Whether an index in the order of a column finds the rows in which it must be null. It does not
   * if a default takes the place of nulls.
   */
  private static boolean isNullKept(PlannedTable table, Known known, String column) {
    return known.use().absent().contains(column)
        && table.column(column).rule().defaultValue().isEmpty();
  }

  /**
   * The order in which the rows without a value of a column are neighbours, in the wanted order.
   * Null is the lowest value, so they are at the end of a descending list, and a read that begins
   * at null finds nothing else; an ascending list has them at its beginning, and is read from its
   * first value backwards.
   */
  private static List<TableUse.Order> nullsFirst(String column, Known known, IndexChoice index) {
    List<TableUse.Order> order = new ArrayList<>();
    order.add(new TableUse.Order(column, true));
    order.addAll(orders(known, index));
    return order;
  }

  /** The index that would serve a use best: all columns with a value, then its range and order. */
  private IndexChoice wanted(Known known, PlannedTable table) {
    List<String> on = new ArrayList<>();
    for (PlannedColumn column : table.columns()) {
      String name = column.source().name();
      if (known.columns().contains(name) && isOrderable(table, name)) {
        on.add(name);
      }
    }
    for (List<String> unique : table.uniqueKeys()) {
      if (on.containsAll(unique) && !unique.equals(table.identity().columns())) {
        return new IndexChoice(known.use().table(), unique, List.of(), true);
      }
    }
    List<TableUse.Order> order = new ArrayList<>();
    known.use().range().stream()
        .filter(column -> !on.contains(column) && isOrderable(table, column))
        .findFirst()
        .ifPresent(column -> order.add(new TableUse.Order(column, isDescending(known, column))));
    boolean many = on.isEmpty() || estimates.perValue(table, on) > NARROWED_MIN;
    if (order.isEmpty() && many) {
      known.use().absent().stream()
          .filter(column -> isNullKept(table, known, column) && isOrderable(table, column))
          .findFirst()
          .ifPresent(column -> order.add(new TableUse.Order(column, true)));
    }
    for (TableUse.Order column : FirstRows.order(known.use(), on)) {
      boolean listed = order.stream().anyMatch(other -> other.column().equals(column.column()));
      if (on.contains(column.column()) || listed) {
        continue;
      }
      if (!isOrderable(table, column.column())) {
        break;
      }
      order.add(column);
    }
    if (on.isEmpty() && order.isEmpty() && known.use().ordered().isEmpty()) {
      // A page of rows with a value needs no other condition: they are neighbours.
      known.use().present().stream()
          .filter(column -> isOrderable(table, column))
          .findFirst()
          .ifPresent(column -> order.add(new TableUse.Order(column, false)));
    }
    return new IndexChoice(known.use().table(), on, order, false);
  }

  private static boolean isDescending(Known known, String column) {
    return known.use().ordered().stream()
        .anyMatch(order -> order.column().equals(column) && order.descending());
  }

  private static boolean isOrderable(PlannedTable table, String column) {
    PlannedColumn planned = table.column(column);
    return planned.isKeyable()
        && planned.keyType() instanceof ScalarType
        && (planned.type().equals(planned.keyType()) || isOfKey(table, column));
  }

  /** Long texts are listed by no index, unless a key of the schema has them. */
  private static boolean isOfKey(PlannedTable table, String column) {
    return table.source().keys().stream()
        .anyMatch(key -> key.columns().stream().anyMatch(column::equalsIgnoreCase));
  }
}
