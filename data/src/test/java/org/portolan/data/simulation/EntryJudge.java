package org.portolan.data.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.portolan.data.Item;
import org.portolan.data.history.Model;
import org.portolan.data.simulation.Judge.Attempt;
import org.portolan.data.simulation.Judge.Step;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.engine.simulated.SimulationFailure;
import org.portolan.types.Tuple;

/**
 * Judges the reads of items and counters during a history.
 *
 * <p>For a while, readers may miss derived changes of a write; they never see a change that no
 * write has made. So every listed item is of a write that was made, a least or greatest value is
 * one that such a write gave to a row of its group, and a counter is between the sum of all
 * possible subtractions and the sum of all possible additions. A write that commits has read the
 * items of its rows exactly.
 */
final class EntryJudge {
  private final Design design;
  private final List<Page> pages = new ArrayList<>();
  private final List<OwnPage> ownPages = new ArrayList<>();
  private final List<Value> values = new ArrayList<>();
  private final List<Extreme> extremes = new ArrayList<>();
  private final Set<String> corrected = new HashSet<>();
  private final List<String> faults = new ArrayList<>();

  private record Page(RowId row, String collection, List<Item> items) {}

  private record OwnPage(Attempt attempt, RowId row, RowState from, Page page) {}

  private record Extreme(
      EntityDesign entity, ExtremeDesign counter, Tuple group, Object value, long attempts) {}

  private record Value(EntityDesign entity, CounterDesign counter, long value, long attempts) {}

  EntryJudge(Design design) {
    this.design = design;
  }

  void listed(RowId row, String collection, List<Item> items) {
    pages.add(new Page(row, collection, items));
  }

  /**
   * Notes the items that a write has read before it changed anything of their row.
   *
   * @param from the row as the write has read it
   */
  void listed(Attempt attempt, RowId row, RowState from, String collection, List<Item> items) {
    ownPages.add(new OwnPage(attempt, row, from, new Page(row, collection, items)));
  }

  /**
   * Notes the value of a counter.
   *
   * @param attempts the number of the last attempt that had begun when it was read
   */
  void counted(EntityDesign entity, CounterDesign counter, long value, long attempts) {
    if (!corrected.contains(counter.name())) {
      values.add(new Value(entity, counter, value, attempts));
    }
  }

  /**
   * Notes a least or greatest value.
   *
   * @param attempts the number of the last attempt that had begun when it was read
   */
  void extreme(
      EntityDesign entity, ExtremeDesign counter, Tuple group, Object value, long attempts) {
    extremes.add(new Extreme(entity, counter, group, value, attempts));
  }

  /**
   * Notes that a counter outside the transactions is going to be corrected beside writers.
   * Additions that are on their way may then be counted twice: from now on, no bounds hold until
   * the check of the store at rest.
   */
  void corrects(CounterDesign counter) {
    corrected.add(counter.name());
  }

  /** Notes what a check has found wrong that no fault of a server explains. */
  void found(String fault) {
    faults.add(fault);
  }

  void forgiveFaults() {
    faults.clear();
  }

  /**
   * Judges everything.
   *
   * @param byRow all attempts
   * @param done the attempts that are known to have been made
   * @param possible tells whether an attempt may have been made
   */
  void judge(Map<RowId, List<Attempt>> byRow, Set<Attempt> done, Predicate<Attempt> possible) {
    if (!faults.isEmpty()) {
      throw new SimulationFailure("a check beside writers found " + faults);
    }
    pages.forEach(page -> requireWritten(page, byRow, possible));
    ownPages.stream()
        .filter(own -> done.contains(own.attempt()) && own.attempt().steps.containsKey(own.row()))
        .forEach(EntryJudge::requireExact);
    values.forEach(value -> requireBetween(value, byRow, possible));
    extremes.forEach(extreme -> requireGiven(extreme, byRow, possible));
  }

  private static Map<Tuple, Map<String, Object>> items(RowState state, String collection) {
    return state.items().getOrDefault(collection, Map.of());
  }

  private static void requireWritten(
      Page page, Map<RowId, List<Attempt>> byRow, Predicate<Attempt> possible) {
    for (Item item : page.items()) {
      boolean ever =
          byRow.getOrDefault(page.row(), List.of()).stream()
              .filter(possible)
              .map(attempt -> items(attempt.steps.get(page.row()).to(), page.collection()))
              .anyMatch(items -> item.values().equals(items.get(item.key())));
      if (!ever) {
        throw new SimulationFailure(
            "row "
                + page.row()
                + " lists "
                + item
                + " in "
                + page.collection()
                + ", which no committed write put there");
      }
    }
  }

  private static void requireExact(OwnPage own) {
    Map<Tuple, Map<String, Object>> found = new HashMap<>();
    own.page().items().forEach(item -> found.put(item.key(), item.values()));
    Map<Tuple, Map<String, Object>> expected = items(own.from(), own.page().collection());
    if (!found.equals(expected)) {
      throw new SimulationFailure(
          "attempt "
              + own.attempt()
              + " was made, but had read "
              + own.page()
              + " instead of "
              + expected);
    }
  }

  private void requireGiven(
      Extreme extreme, Map<RowId, List<Attempt>> byRow, Predicate<Attempt> possible) {
    for (Map.Entry<RowId, List<Attempt>> row : byRow.entrySet()) {
      if (row.getKey().entity().equals(extreme.entity().name())) {
        for (Attempt attempt : row.getValue()) {
          boolean given =
              attempt.number <= extreme.attempts()
                  && possible.test(attempt)
                  && attempt
                      .steps
                      .get(row.getKey())
                      .to()
                      .row()
                      .flatMap(
                          after ->
                              Model.inGroup(
                                  design,
                                  extreme.entity(),
                                  extreme.counter(),
                                  extreme.group(),
                                  after))
                      .filter(extreme.value()::equals)
                      .isPresent();
          if (given) {
            return;
          }
        }
      }
    }
    throw new SimulationFailure(
        "counter "
            + extreme.counter().name()
            + " of "
            + extreme.group()
            + " was read as "
            + extreme.value()
            + ", which no committed write gave to a row of this group");
  }

  private static void requireBetween(
      Value value, Map<RowId, List<Attempt>> byRow, Predicate<Attempt> possible) {
    ToLongFunction<RowState> counted =
        state ->
            value
                .counter()
                .collection()
                .map(collection -> (long) items(state, collection).size())
                .orElseGet(
                    () ->
                        state
                            .row()
                            .map(row -> Model.counted(value.counter(), row.values()))
                            .orElse(0L));
    long least = 0;
    long most = 0;
    for (Map.Entry<RowId, List<Attempt>> row : byRow.entrySet()) {
      if (!row.getKey().entity().equals(value.entity().name())) {
        continue;
      }
      for (Attempt attempt : row.getValue()) {
        if (attempt.number <= value.attempts() && possible.test(attempt)) {
          Step step = attempt.steps.get(row.getKey());
          long delta = counted.applyAsLong(step.to()) - counted.applyAsLong(step.from());
          least += Math.min(0, delta);
          most += Math.max(0, delta);
        }
      }
    }
    if (value.value() < least || value.value() > most) {
      throw new SimulationFailure(
          "counter "
              + value.counter().name()
              + " was read as "
              + value.value()
              + ", but no writes made so far lead below "
              + least
              + " or above "
              + most);
    }
  }
}
