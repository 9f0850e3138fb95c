package org.portolan.advisor.serve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.JoinPredicate;
import org.portolan.advisor.access.TableUse;
import org.portolan.types.Collation;

/**
 * Which values a list of keys does not tell. Of a list by one value the statement tells it, but for
 * the spelling of a text that is equal under a collation, which is the row's. Of lists by several
 * values, one behind the other, the keys do not tell the list from which they came: where the
 * result names the value, or rows of two tables belong together by it, the rows are read. Not
 * thread-safe.
 */
final class Relations {
  private static final Set<Step.Kind> OF_ONE =
      Set.of(Step.Kind.GET, Step.Kind.GET_PART, Step.Kind.GET_ITEM, Step.Kind.UNIQUE);

  private final Draft draft;
  private final AccessPath path;
  private final AccessPath whole;
  private final boolean strict;
  private final boolean cyclic;
  private final Set<Integer> done = new LinkedHashSet<>();

  /** The uses of which at most one row is found. */
  private final Set<Integer> single = new HashSet<>();

  /** The columns by which the rows of a use were found, with the joins that gave their values. */
  private final Map<Integer, Map<String, Optional<JoinPredicate>>> found = new HashMap<>();

  /** The columns that had values, by the uses. */
  private final Map<Integer, Set<String>> known = new HashMap<>();

  /**
   * @param whole the path of the whole statement, if this is that of one side of its OR
   * @param strict whether rows that belong together are always read: the application compares them
   */
  Relations(Draft draft, AccessPath path, AccessPath whole, boolean strict) {
    this.draft = draft;
    this.path = path;
    this.whole = whole;
    this.strict = strict;
    this.cyclic = isCyclic(path);
  }

  /** Whether rows of some tables belong together in two ways. */
  private static boolean isCyclic(AccessPath path) {
    int[] group = new int[path.tables().size()];
    for (int place = 0; place < group.length; place++) {
      group[place] = place;
    }
    Set<List<Integer>> pairs = new HashSet<>();
    for (JoinPredicate join : path.joins()) {
      if (!pairs.add(List.of(join.left(), join.right()))) {
        continue;
      }
      int left = group[join.left()];
      int right = group[join.right()];
      if (left == right) {
        return true;
      }
      for (int place = 0; place < group.length; place++) {
        group[place] = group[place] == right ? left : group[place];
      }
    }
    return false;
  }

  private TableUse use(int place) {
    return path.tables().get(place);
  }

  /** The join by which rows that were found give a column its values; empty if none does. */
  private Optional<JoinPredicate> source(int place, String column) {
    if (use(place).equal().contains(column) || use(place).listed().contains(column)) {
      return Optional.empty();
    }
    return path.joins().stream()
        .filter(join -> join.isOf(place, column))
        .filter(join -> join.finds(place) && done.contains(join.other(place)))
        .filter(join -> JoinTypes.agree(draft, path, join))
        .findFirst();
  }

  /** Whether a column that has values may have several. */
  private boolean isOfSeveral(int place, String column) {
    if (use(place).equal().contains(column)) {
      return !whole.tables().get(place).equal().contains(column);
    }
    return source(place, column).map(join -> !single.contains(join.other(place))).orElse(true);
  }

  /** Returns the columns that keys do not tell although these are found by their values. */
  Set<String> hidden(int place) {
    Set<String> hidden = new LinkedHashSet<>();
    for (String column : use(place).read()) {
      boolean named = use(place).needed().contains(column);
      boolean needed = named || relates(place, column);
      if ((needed && isOfSeveral(place, column))
          || (named && isOfSeveralSpellings(place, column))) {
        hidden.add(column);
      }
    }
    return hidden;
  }

  /** Whether a value finds rows with others, which are equal under the collation of the column. */
  private boolean isOfSeveralSpellings(int place, String column) {
    return draft.tables().get(use(place).table()).column(column).collation() != Collation.BINARY;
  }

  /** Whether rows of two tables belong together by a column, and the result depends on it. */
  private boolean relates(int place, String column) {
    Optional<JoinPredicate> source = source(place, column);
    return path.joins().stream()
        .filter(join -> join.isOf(place, column))
        .anyMatch(
            join ->
                strict
                    || cyclic
                    || !source.equals(Optional.of(join))
                    || !selects(join.other(place), place));
  }

  /**
   * Whether the rows of a use do nothing but select rows of another: the result has nothing of
   * them, they leave out none by a condition that is the application's, and multiply none.
   */
  private boolean selects(int selector, int selected) {
    TableUse use = use(selector);
    boolean named = !use.needed().isEmpty() || (use.readsAll() && use.within() < 0);
    return !path.sifted()
        && use.turn() == 0
        && use(selected).turn() == 0
        && use(selected).within() <= selector
        && use.role() == TableUse.Role.READ
        && !named
        && isChecked(selector)
        && (use.within() > selected || isUnique(selector, selected))
        && path.joins().stream()
            .filter(join -> join.isOf(selector))
            .map(join -> join.other(selector))
            .filter(next -> next != selected)
            .allMatch(next -> isSource(next, selector) && selects(next, selector));
  }

  /** Whether at most one row of a use belongs to a row of another. */
  private boolean isUnique(int place, int other) {
    List<String> columns = new ArrayList<>(use(place).equal());
    path.joins().stream()
        .filter(join -> join.isOf(place) && join.other(place) == other)
        .forEach(join -> columns.add(join.column(place)));
    return draft.tables().get(use(place).table()).source().isUnique(columns);
  }

  /** Whether no condition on a use's rows is left to the application. */
  private boolean isChecked(int place) {
    TableUse use = use(place);
    Set<String> open = new LinkedHashSet<>(use.equal());
    open.addAll(use.listed());
    open.addAll(use.range());
    open.addAll(use.checked());
    open.removeAll(LineChecks.of(use, draft.tables().get(use.table()), draft.shape(use.table())));
    open.removeIf(column -> by(place).containsKey(column) && !use.isNarrowed(column));
    return open.isEmpty();
  }

  private Map<String, Optional<JoinPredicate>> by(int place) {
    return found.getOrDefault(place, Map.of());
  }

  /** Returns whether the rows of a use were found by values of those of another one. */
  boolean isSource(int place, int of) {
    return by(of).values().stream()
        .anyMatch(join -> join.isPresent() && join.get().other(of) == place);
  }

  /** Notes how the rows of a use are found, the next after those that were before. */
  void found(int place, Set<String> columns, List<Step> steps) {
    Map<String, Optional<JoinPredicate>> by = new HashMap<>();
    steps.stream()
        .filter(step -> !step.kind().isWrite())
        .limit(1)
        .flatMap(step -> step.by().stream())
        .forEach(column -> by.put(column, source(place, column)));
    boolean one =
        !steps.isEmpty()
            && OF_ONE.contains(steps.get(0).kind())
            && steps.get(0).by().stream().noneMatch(column -> isOfSeveral(place, column));
    found.put(place, by);
    known.put(place, columns);
    if (one) {
      single.add(place);
    }
    done.add(place);
  }

  /** Returns the equalities that no read compares. */
  List<JoinPredicate> open() {
    List<JoinPredicate> open = new ArrayList<>();
    for (JoinPredicate join : path.joins()) {
      int place = later(join);
      boolean compared = Optional.of(join).equals(by(place).get(join.column(place)));
      if (!compared || isOfEachCombination(place)) {
        open.add(join);
      }
    }
    return open;
  }

  /** Returns the use of the two whose rows are found later. */
  private int later(JoinPredicate join) {
    List<Integer> order = List.copyOf(done);
    return order.indexOf(join.left()) < order.indexOf(join.right()) ? join.right() : join.left();
  }

  /** Whether rows are looked up by each row of one table with each of another one. */
  private boolean isOfEachCombination(int place) {
    return cyclic
        && by(place).values().stream()
                .flatMap(Optional::stream)
                .map(join -> join.other(place))
                .filter(other -> !single.contains(other))
                .distinct()
                .count()
            > 1;
  }

  /** Returns what the application does itself, of the equalities that no other note tells. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    for (JoinPredicate join : open()) {
      int place = later(join);
      String column = join.column(place);
      TableUse use = use(place);
      boolean noted =
          known.getOrDefault(place, Set.of()).contains(column)
              && !by(place).containsKey(column)
              && !LineChecks.of(use, draft.tables().get(use.table()), draft.shape(use.table()))
                  .contains(column);
      if (!noted && JoinTypes.agree(draft, path, join)) {
        notes.add(
            "the application checks %s = %s of the rows that it puts together"
                .formatted(
                    text(join.left(), join.leftColumn()), text(join.right(), join.rightColumn())));
      }
    }
    return notes;
  }

  private String text(int place, String column) {
    return use(place).alias() + "." + column;
  }
}
