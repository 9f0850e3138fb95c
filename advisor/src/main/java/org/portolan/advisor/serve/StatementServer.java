package org.portolan.advisor.serve;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.JoinPredicate;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.access.Untold;
import org.portolan.advisor.infer.Statement;
import org.portolan.advisor.shape.Shape;

/**
 * Finds the steps in which a draft serves statements. Joins become steps one after the other: the
 * table whose rows are found cheapest comes first, and each following one is found by the values of
 * those before. Not thread-safe.
 */
public final class StatementServer {
  /** More tables in one statement take too many steps to be worth an order. */
  private static final int TABLES_MAX = 16;

  private final Draft draft;
  private final EntityAccess entities;
  private final OwnedAccess owned;
  private final Aggregates aggregates;
  private final WriteSteps writes;

  /**
   * @param indexes those that reads may use; writes maintain the indexes of the draft
   */
  public StatementServer(Draft draft, Indexes indexes, Estimates estimates) {
    this.draft = draft;
    this.entities = new EntityAccess(draft, indexes, estimates);
    this.owned = new OwnedAccess(draft, indexes, estimates);
    this.aggregates = new Aggregates(draft, indexes);
    this.writes = new WriteSteps(draft, estimates);
  }

  /** Returns the server of a draft with its own indexes. */
  public static StatementServer of(Draft draft, Estimates estimates) {
    return new StatementServer(draft, (table, wanted) -> draft.indexes(table), estimates);
  }

  /** Returns how the draft serves a statement. */
  public Served serve(Statement statement) {
    if (statement.path().isEmpty()) {
      return Served.refused(statement, statement.failure());
    }
    AccessPath path = statement.path().get();
    for (TableUse use : path.tables()) {
      if (!use.known()) {
        return Served.refused(statement, "the schema has no table " + use.table());
      }
      if (!draft.tables().containsKey(use.table())) {
        return Served.refused(statement, use.table() + " is left out by choice");
      }
    }
    Optional<Untold> refusing = path.untold().stream().filter(Untold::refuses).findFirst();
    if (refusing.isPresent()) {
      return Served.refused(statement, refusing.get().reason());
    }
    if (path.tables().isEmpty()) {
      return Served.refused(statement, "it reads and writes no table");
    }
    if (path.tables().size() > TABLES_MAX) {
      return Served.refused(
          statement, "it joins more than " + TABLES_MAX + " tables: split it into several reads");
    }
    Served whole = aggregates.serve(statement, path).orElseGet(() -> served(statement, path, path));
    int tables = path.tables().size() * path.sides().size();
    if (tables == 0 || tables > TABLES_MAX) {
      return whole;
    }
    Served sides = OrSides.served(statement, path, side -> served(statement, side, path));
    return OrSides.cheaper(whole, sides, draft.costs());
  }

  /**
   * Serves a statement, or one side of its OR. What no read compares, the application does, by the
   * rows that belong together: then all of them are read.
   */
  private Served served(Statement statement, AccessPath path, AccessPath whole) {
    Run run = new Run(statement, path, new Relations(draft, path, whole, false));
    Served served = run.serve();
    return run.isCompared()
        ? served
        : new Run(statement, path, new Relations(draft, path, whole, true)).serve();
  }

  /** One statement while it is served. */
  private final class Run {
    private final Statement statement;
    private final AccessPath path;
    private final List<Step> steps = new ArrayList<>();
    private final List<Served.Hop> hops = new ArrayList<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private final Set<Integer> done = new LinkedHashSet<>();
    private final double[] found;
    private final FirstRows firstRows;
    private final Relations relations;
    private double lastFound = 1;

    Run(Statement statement, AccessPath path, Relations relations) {
      this.statement = statement;
      this.path = path;
      this.relations = relations;
      this.found = new double[path.tables().size()];
      this.firstRows = new FirstRows(draft, path);
    }

    Served serve() {
      List<Integer> open = new ArrayList<>();
      for (int place = 0; place < path.tables().size(); place++) {
        if (path.tables().get(place).role() != TableUse.Role.INSERTED) {
          open.add(place);
        }
      }
      while (!open.isEmpty()) {
        Integer next = null;
        EntityAccess.Way best = null;
        for (Integer place : open) {
          if (isLater(place, open)) {
            continue;
          }
          EntityAccess.Way way = way(place);
          if (best == null || way.millis(draft) < best.millis(draft)) {
            next = place;
            best = way;
          }
        }
        if (best.refusal().isPresent()) {
          return Served.refused(
              statement,
              best.refusal().get()
                  + otherTypes(next)
                  + numbers(path.tables().get(next))
                  + SortNotes.refusal(path.result()));
        }
        take(next, best);
        open.remove(next);
      }
      new StatementNotes(draft, statement, path, steps, relations, firstRows).addTo(notes);
      boolean first = true;
      for (int place = 0; place < path.tables().size(); place++) {
        TableUse use = path.tables().get(place);
        if (use.role() != TableUse.Role.READ) {
          boolean inserted = use.role() == TableUse.Role.INSERTED;
          if (inserted && ConflictKeys.areLookedUp(draft, path)) {
            add(place, List.of(writes.lookedUp(path)));
            continue;
          }
          if (inserted && path.upsert() && path.conflict().isEmpty()) {
            add(place, writes.lookUp(use));
          }
          double rows = inserted ? lastFound : Math.max(1, found[place]);
          add(place, writes.of(use, rows, isReadByKey(place), path.upsert(), first));
          first = false;
        }
      }
      return new Served(statement, steps, hops, List.copyOf(notes), Optional.empty());
    }

    /** Whether each equality of two columns is how the rows of one side are found. */
    boolean isCompared() {
      return path.writes() || relations.open().isEmpty();
    }

    /** Whether rows that may be missing beside those of a use are to be found after these. */
    private boolean isLater(int place, List<Integer> open) {
      int turn = path.tables().get(place).turn();
      return open.stream()
          .filter(other -> path.isSamePart(place, other))
          .anyMatch(other -> path.tables().get(other).turn() < turn);
    }

    /** Why a join does not find the rows of a use: empty if none has two types. */
    private String otherTypes(int place) {
      return path.joins().stream()
          .filter(join -> join.isOf(place))
          .filter(join -> !JoinTypes.agree(draft, path, join))
          .findFirst()
          .map(
              join ->
                  "; "
                      + join.leftColumn()
                      + " = "
                      + join.rightColumn()
                      + (JoinTypes.areOfTwoCollations(draft, path, join)
                          ? " joins texts of two collations, which the database compares by one of"
                              + " them and a key by its own: give both columns one collation"
                          : " joins columns of two types, which the database converts ('012' = 12)"
                              + " and no key does: keep the value in a column of the same type"))
          .orElse("");
    }

    /** Why a comparison finds no rows of a use: empty if none is with a number of another type. */
    private static String numbers(TableUse use) {
      return use.numbered().isEmpty()
          ? ""
          : "; the database compares "
              + String.join(", ", use.numbered())
              + " with a number of another type as numbers ('05' = 5), and no key does: if that is not"
              + " meant, give a value of the column's type, as '5' for a text";
    }

    private boolean isReadByKey(int place) {
      return Step.areReadByKey(steps, place);
    }

    private void add(int place, List<Step> more) {
      more.forEach(step -> steps.add(step.of(place)));
    }

    private void take(int place, EntityAccess.Way way) {
      noteHop(place, way);
      relations.found(place, known(place, path.tables().get(place)).columns(), way.steps());
      add(place, isReadAgain(place, way) ? List.of(way.steps().get(0).withoutTrip()) : read(way));
      notes.addAll(way.notes());
      found[place] = way.found();
      lastFound = Math.max(1, way.found());
      firstRows.found(place, way);
      done.add(place);
    }

    /** The steps of a way; a transaction reads each item by itself. */
    private List<Step> read(EntityAccess.Way way) {
      return way.steps().stream()
          .map(
              step ->
                  path.writes() && step.kind() == Step.Kind.GET_ITEM && step.found() > 1
                      ? step.withTrips(step.found() - 1)
                      : step)
          .toList();
    }

    /** Whether a write has read the same rows for another use: a transaction reads a row once. */
    private boolean isReadAgain(int place, EntityAccess.Way way) {
      TableUse use = path.tables().get(place);
      if (!path.writes() || way.steps().size() != 1 || way.steps().get(0).kind() != Step.Kind.GET) {
        return false;
      }
      List<String> key = draft.tables().get(use.table()).identity().columns();
      return done.stream()
          .filter(other -> path.tables().get(other).table().equals(use.table()))
          .filter(this::isReadByKey)
          .anyMatch(
              other ->
                  key.stream()
                      .allMatch(
                          column ->
                              path.joins()
                                  .contains(
                                      new JoinPredicate(
                                          Math.min(place, other),
                                          column,
                                          Math.max(place, other),
                                          column))));
    }

    /** A row that is read by its key only because another row names it could be a part of that. */
    private void noteHop(int place, EntityAccess.Way way) {
      TableUse use = path.tables().get(place);
      boolean byKey =
          way.steps().size() == 1
              && way.steps().get(0).kind() == Step.Kind.GET
              && use.role() == TableUse.Role.READ;
      if (!byKey) {
        return;
      }
      for (JoinPredicate join : path.joins()) {
        int other = join.other(place);
        if (join.isOf(place) && done.contains(other) && path.tables().get(other).known()) {
          Set<String> columns = new LinkedHashSet<>(use.read());
          draft.tables().get(use.table()).identity().columns().forEach(columns::remove);
          hops.add(
              new Served.Hop(
                  path.tables().get(other).table(), use.table(), columns, way.steps().get(0)));
          return;
        }
      }
    }

    private EntityAccess.Way way(int place) {
      TableUse use = path.tables().get(place);
      Known known = known(place, use);
      OptionalDouble page =
          firstRows.areOf(place)
              ? OptionalDouble.of((double) statement.limit().orElse(EntityAccess.PAGE))
              : OptionalDouble.empty();
      Shape shape = draft.shape(use.table());
      return shape instanceof Shape.Owned in
          ? owned.way(known, in, isOwnerRead(in), page)
          : entities.way(known, page, isCount(use));
    }

    /** Whether only the number of rows is wanted, which the entries of an index tell. */
    private boolean isCount(TableUse use) {
      return path.tables().size() == 1
          && path.aggregated()
          && !path.aggregates().isEmpty()
          && !path.sifted()
          && use.filtered().isEmpty()
          && use.present().isEmpty()
          && path.aggregates().stream()
              .allMatch(
                  any ->
                      any.function().equals("count") && any.column().isEmpty() && !any.distinct());
    }

    /** Whether what lies in a row is read with it; a transaction reads items by themselves. */
    private boolean isOwnerRead(Shape.Owned shape) {
      return !(path.writes() && shape instanceof Shape.Items)
          && steps.stream()
              .anyMatch(step -> step.kind() == Step.Kind.GET && step.table().equals(shape.owner()));
    }

    private boolean changes() {
      return path.tables().stream()
          .anyMatch(
              use -> use.role() == TableUse.Role.UPDATED || use.role() == TableUse.Role.DELETED);
    }

    private Known known(int place, TableUse use) {
      Set<String> columns = new LinkedHashSet<>(use.equal());
      columns.addAll(use.listed());
      double values = use.listed().isEmpty() ? 1 : Estimates.LISTED_VALUES;
      boolean fromRows = false;
      double rows = 1;
      for (JoinPredicate join : path.joins()) {
        int other = join.other(place);
        if (join.isOf(place)
            && done.contains(other)
            && join.finds(place)
            && JoinTypes.agree(draft, path, join)) {
          columns.add(join.column(place));
          fromRows = true;
          rows = Math.max(rows, found[other]);
        }
      }
      // A change compares within its write what it has read by keys, of the rows that find others,
      // too: an entry of an index may be of an earlier state.
      Set<String> hidden = changes() ? use.read() : relations.hidden(place);
      return new Known(use, columns, hidden, fromRows, Math.max(values, rows));
    }
  }
}
