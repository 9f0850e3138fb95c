package org.portolan.advisor.serve;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.JoinPredicate;
import org.portolan.advisor.access.ResultRows;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.access.Untold;
import org.portolan.advisor.infer.Statement;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.table.PlannedColumn;

/** What people are told of a statement whose rows are found: what the application does itself. */
final class StatementNotes {
  private final Draft draft;
  private final Statement statement;
  private final AccessPath path;
  private final List<Step> steps;
  private final Relations relations;
  private final FirstRows firstRows;

  /**
   * @param steps those that find the rows
   * @param relations how they find them
   * @param firstRows which of them end early
   */
  StatementNotes(
      Draft draft,
      Statement statement,
      AccessPath path,
      List<Step> steps,
      Relations relations,
      FirstRows firstRows) {
    this.draft = draft;
    this.statement = statement;
    this.path = path;
    this.steps = steps;
    this.relations = relations;
    this.firstRows = firstRows;
  }

  /** What takes the place of a lock: the conditions of the transaction that reads. */
  private String lock() {
    if (!draft.target().transactions()) {
      return "FOR UPDATE is not protected: "
          + draft.target().spelling()
          + " does not validate what a write only reads, so the write must change these rows,"
          + " if only by putting them as they are";
    }
    for (int place = 0; place < path.tables().size(); place++) {
      if (!Step.areReadByKey(steps, place)) {
        return "FOR UPDATE is not protected: the rows of "
            + draft.tables().get(path.tables().get(place).table()).name()
            + " are not read by their keys, which alone a commit validates";
      }
    }
    boolean listed = steps.stream().anyMatch(step -> step.kind().isOrdered());
    return "FOR UPDATE is protected without a lock: the write that depends on these rows reads"
        + " them by key, and runs again if one has changed before it commits"
        + (listed ? "; a row that comes to the list meanwhile is not noticed" : "");
  }

  private boolean isOfEntity() {
    return path.tables().stream()
        .anyMatch(use -> use.role() == TableUse.Role.INSERTED && draft.isEntity(use.table()));
  }

  /** The tables of the subqueries at whose rows the application looks. */
  private String ofFilteringTables() {
    Set<String> tables = new LinkedHashSet<>();
    for (int place = 0; place < path.tables().size(); place++) {
      if (path.result().parts().get(place) == ResultRows.Part.FILTER) {
        tables.add(draft.tables().get(path.tables().get(place).table()).name());
      }
    }
    return tables.isEmpty() ? "" : " of " + String.join(", ", tables);
  }

  /** What the application does so that an INSERT replaces nothing that an owner has. */
  private Optional<String> existing(Shape shape) {
    if (shape instanceof Shape.Items) {
      return Optional.of(
          path.ignores()
              ? "an item that exists stays as it is, and putItem replaces it: the application reads"
                  + " it first, in a round trip more"
              : "putItem replaces an item that exists: insertItem refuses it, and may read it"
                  + " first, in a round trip more");
    }
    // An element that is there stays.
    boolean none =
        !(shape instanceof Shape.Owned) || (shape instanceof Shape.Elements && path.ignores());
    return none
        ? Optional.empty()
        : Optional.of(
            path.ignores()
                ? "what exists in the owner's row stays as it is, and the lines replace it: the"
                    + " application looks there first"
                : "it replaces what exists in the owner's row: the application looks there first,"
                    + " if that must be refused");
  }

  /** What the comparisons of a column miss whose least values become null. */
  private Optional<String> zeroDates() {
    Set<String> columns = new LinkedHashSet<>();
    for (TableUse use : path.tables()) {
      Set<String> compared = new LinkedHashSet<>(use.equal());
      compared.addAll(use.listed());
      compared.addAll(use.range());
      compared.addAll(use.filtered());
      compared.removeIf(
          column ->
              draft
                  .tables()
                  .get(use.table())
                  .find(column)
                  .filter(PlannedColumn::hasZeroDates)
                  .isEmpty());
      columns.addAll(compared);
    }
    return columns.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "a zero date of "
                + String.join(", ", columns)
                + ", less than each date in the database, is null here and meets no comparison");
  }

  /** Adds the notes, in the order in which people read them. */
  void addTo(Set<String> notes) {
    String text = statement.template().text();
    if (text.contains("SQL_CALC_FOUND_ROWS")) {
      notes.add("the number of all rows, beyond the page, is not read: keep it as a counter");
    }
    if (!firstRows.isOneRow()) {
      notes.addAll(SortNotes.of(path.result()));
    }
    for (JoinPredicate join : path.joins()) {
      if (!JoinTypes.agree(draft, path, join)) {
        notes.add(
            "the application checks "
                + join.leftColumn()
                + " = "
                + join.rightColumn()
                + (JoinTypes.areOfTwoCollations(draft, path, join)
                    ? ", of two collations, by the one that the database takes"
                    : ", of two types, as the database converts them"));
      }
    }
    if (!path.writes()) {
      notes.addAll(relations.notes());
      notes.addAll(new Subqueries(draft, path, relations, firstRows).notes());
    }
    for (TableUse use : path.tables()) {
      if (!use.numbered().isEmpty()) {
        notes.add(
            "the application compares "
                + String.join(", ", use.numbered())
                + " with a number of another type, as the database does: both as numbers");
      }
    }
    zeroDates().ifPresent(notes::add);
    path.untold()
        .forEach(
            part -> notes.add(part.note() + (part == Untold.SUBQUERY ? ofFilteringTables() : "")));
    if (path.locks()) {
      notes.add(lock());
    }
    boolean lookedUp =
        ConflictKeys.areLookedUp(draft, path) && ConflictKeys.of(draft, path).refusal().isEmpty();
    if (path.ignores() && !path.upsert() && isOfEntity() && !lookedUp) {
      notes.add(
          "a row that exists stays as it is: the application looks for it in the same write, by its key"
              + " and its unique columns, and does not insert the new one");
    }
    if (!lookedUp) {
      Replacements.note(draft, statement, path, notes);
    }
    DatabaseActions.note(draft, path, notes);
    if (path.upsert() && !lookedUp && !Replacements.is(statement)) {
      notes.add("the application reads the row first: if it is there, it changes that");
    }
    for (TableUse use : path.tables()) {
      if (use.role() == TableUse.Role.INSERTED && !path.upsert()) {
        existing(draft.shape(use.table())).ifPresent(notes::add);
      }
      List<String> key = draft.tables().get(use.table()).identity().columns();
      if (use.role() == TableUse.Role.UPDATED && key.stream().anyMatch(use.written()::contains)) {
        notes.add("it changes a key: the application deletes the row and puts it anew");
      }
    }
    if (path.groups().isEmpty() && text.contains(" GROUP BY ")) {
      notes.add("the application groups the rows");
    }
    if (!path.groups().isEmpty()) {
      notes.add(
          "the application groups by "
              + String.join(
                  ", ", path.groups().stream().map(AccessPath.UsedColumn::column).toList()));
    } else if (!path.aggregates().isEmpty()) {
      List<String> functions =
          path.aggregates().stream()
              .map(any -> any.function() + (any.distinct() ? " of distinct values" : ""))
              .distinct()
              .toList();
      notes.add("the application computes " + String.join(", ", functions));
    }
    boolean several =
        steps.stream()
            .anyMatch(
                step ->
                    step.by().stream().anyMatch(path.tables().get(step.use()).listed()::contains));
    boolean ends = steps.stream().anyMatch(Step::ends) && !several;
    if (path.distinct() && !ends) {
      notes.add("the application returns equal rows once");
    }
    if (path.limited() && !ends && !firstRows.isOneRow()) {
      notes.add("the application takes the page: LIMIT ends no read here");
    }
    if (path.limited() && statement.limit().orElse(1) == 0) {
      notes.add("LIMIT 0 wants no row: the lines of Java find some, so do not call them for it");
    }
    if (path.offset()) {
      notes.add("the next page begins at the cursor of the last one, not at a number of rows");
    }
    double most = steps.stream().mapToDouble(Step::found).max().orElse(0);
    if (most > EntityAccess.READ_MAX) {
      notes.add(
          "it reads about %,.0f rows: keep the result in a row of its own, or read pages"
              .formatted(most));
    }
  }
}
