package org.portolan.data.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.portolan.data.EntityRow;
import org.portolan.data.history.Model;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.IndexDesign;
import org.portolan.engine.Durability;
import org.portolan.engine.simulated.Losses;
import org.portolan.engine.simulated.SimulationFailure;
import org.portolan.types.Tuple;

/**
 * Notes the changes of every attempt and the answer to its writer, and judges all reads.
 *
 * <p>Each attempt leaves its number in every row that it changes, where it has read the number of
 * the attempt before. So the attempts of a row form chains: from no row to a number, from a number
 * to the next, until an attempt removes the row. Every acknowledged attempt must be in a chain; no
 * refused attempt may be in one; an attempt of unknown outcome may. An attempt is in the chains of
 * all its rows or of none. Each state has exactly one successor, except the last.
 */
final class Judge {
  private final Design design;
  private final Map<Long, Attempt> attempts = new TreeMap<>();
  private final Map<RowId, List<Attempt>> byRow = new LinkedHashMap<>();
  private final List<Sight> sights = new ArrayList<>();
  private final List<Listing> listings = new ArrayList<>();
  private final EntryJudge entries;
  private final ForgottenWrites forgotten;
  private long numbers;

  /** The answer to a writer. */
  enum Ending {
    ACKNOWLEDGED,
    REFUSED,
    UNKNOWN
  }

  /** The change of one row by an attempt. */
  record Step(RowState from, RowState to) {}

  /** One run of the work of a write. */
  static final class Attempt {
    final long number;
    final String writer;
    final Durability durability;
    final long begunMillis;
    final Map<RowId, Step> steps = new LinkedHashMap<>();

    /** The attempts that were made before this one, if it was made. */
    final List<Attempt> before = new ArrayList<>();

    /** Whether it is a part of a group of writes of its process that are made together. */
    boolean grouped;

    /** Whether its write changes other rows too, though the rows are judged one by one. */
    boolean besideOthers;

    /** Whether its work has failed, and its caller was told so. */
    boolean failed;

    Ending ending = Ending.UNKNOWN;
    long endedNanos = Long.MAX_VALUE;

    Attempt(long number, String writer, Durability durability, long begunMillis) {
      this.number = number;
      this.writer = writer;
      this.durability = durability;
      this.begunMillis = begunMillis;
    }

    @Override
    public String toString() {
      return number + " of " + writer + " (" + ending + ")";
    }
  }

  /**
   * A state of a row that was read.
   *
   * @param by the attempt that read it; null if none did
   */
  private record Sight(RowId row, long number, long startNanos, Attempt by) {

    /**
     * Returns whether the state may be one that was never committed: a part of a group sees the
     * changes of the parts before it. If it was made, or its failure was told, they were made.
     */
    boolean mayBeOfItsGroup(Attempt seen) {
      return by != null
          && by.grouped
          && seen.grouped
          && seen.writer.equals(by.writer)
          && by.ending != Ending.ACKNOWLEDGED
          && !by.failed;
    }
  }

  /** A row that was found in an index. */
  private record Listing(RowId row, IndexDesign index, Tuple value, String reader) {}

  Judge(Design design, Losses losses) {
    this.design = design;
    this.entries = new EntryJudge(design);
    this.forgotten = new ForgottenWrites(design, losses);
  }

  Attempt begin(String writer, Durability durability, long nowMillis) {
    Attempt attempt = new Attempt(++numbers, writer, durability, nowMillis);
    attempts.put(attempt.number, attempt);
    return attempt;
  }

  /** Notes the changes that an attempt is about to commit. */
  void committing(Attempt attempt, Map<RowId, Step> steps) {
    attempt.steps.putAll(steps);
    steps
        .keySet()
        .forEach(row -> byRow.computeIfAbsent(row, any -> new ArrayList<>()).add(attempt));
  }

  /** Notes the answer to the writer of an attempt. */
  void ended(Attempt attempt, Ending ending, long nanos) {
    attempt.ending = ending;
    attempt.endedNanos = nanos;
  }

  /** Returns whether indexes and counters may be wrong until a check with repair. */
  boolean mayHaveTorn() {
    return attempts.values().stream().anyMatch(forgotten::mayHaveTorn);
  }

  /**
   * Notes what a check or a recount found wrong. On engines of rows it may find nothing, at any
   * moment, unless buffered writes may have been forgotten: each error that is looked at again is
   * one of the protocol.
   */
  void found(String fault) {
    if (!mayHaveTorn()) {
      entries.found(fault);
    }
  }

  /** Forgets the errors that checks have found: there is a reason for them. */
  void forgiveFaults() {
    entries.forgiveFaults();
  }

  /** Notes the value of a counter. */
  void counted(EntityDesign entity, CounterDesign counter, long value) {
    if (!mayHaveTorn()) {
      entries.counted(entity, counter, value, numbers);
    }
  }

  /** Notes the value of a group of a counter of extremes. */
  void extreme(EntityDesign entity, ExtremeDesign extreme, Tuple group, Object value) {
    if (!mayHaveTorn()) {
      entries.extreme(entity, extreme, group, value, numbers);
    }
  }

  Set<RowId> rows() {
    return byRow.keySet();
  }

  /**
   * Judges a row that was read.
   *
   * @return the state that it shows
   */
  RowState saw(EntityDesign entity, Tuple key, Optional<EntityRow> read, long startNanos) {
    return saw(
        entity,
        key,
        read,
        startNanos,
        failure -> {
          throw failure;
        },
        null);
  }

  /**
   * Judges a row that was read.
   *
   * @param torn receives the failure if the families of the row are of several writes
   * @param by the attempt that read the row; null if none did
   * @return the state that it shows, by its newest write if it is torn
   */
  RowState saw(
      EntityDesign entity,
      Tuple key,
      Optional<EntityRow> read,
      long startNanos,
      Consumer<SimulationFailure> torn,
      Attempt by) {
    RowId row = RowId.of(entity, key);
    long number = read.map(found -> found.longValue(SimulatedDesign.LAST)).orElse(0L);
    RowState state = state(row, number);
    if (number != 0) {
      Model.ModelRow expected = state.row().orElseThrow();
      EntityRow found = read.orElseThrow();
      if (!expected.values().equals(found.values()) || !expected.key().equals(found.key())) {
        torn.accept(
            new SimulationFailure(
                "row " + row + " shows " + found + ", attempt " + number + " wrote " + expected));
        return state;
      }
    }
    sights.add(new Sight(row, number, startNanos, by));
    return state;
  }

  private RowState state(RowId row, long number) {
    if (number == 0) {
      return RowState.ABSENT;
    }
    Attempt attempt = attempts.get(number);
    if (attempt == null || !attempt.steps.containsKey(row)) {
      throw new SimulationFailure("row " + row + " shows " + number + ", which nobody wrote there");
    }
    return attempt.steps.get(row).to();
  }

  void listed(EntityDesign entity, Tuple key, IndexDesign index, Tuple value, String reader) {
    listings.add(new Listing(RowId.of(entity, key), index, value, reader));
  }

  /** Returns the judge of items and counters. */
  EntryJudge entries() {
    return entries;
  }

  /**
   * Judges the whole history by the states of the rows at the end.
   *
   * @param last the state that each row shows
   * @return how many acknowledged attempts servers have forgotten
   */
  long judge(Map<RowId, RowState> last) {
    Set<Attempt> done = new LinkedHashSet<>();
    Deque<Attempt> found = new ArrayDeque<>();
    attempts.values().stream()
        .filter(attempt -> attempt.ending == Ending.ACKNOWLEDGED)
        .filter(attempt -> !forgotten.mayInclude(attempt))
        .forEach(found::add);
    last.forEach((row, state) -> require(state, found));
    sights.stream()
        .filter(sight -> sight.number() != 0)
        .filter(sight -> !sight.mayBeOfItsGroup(attempts.get(sight.number())))
        .map(sight -> attempts.get(sight.number()))
        .filter(attempt -> !forgotten.mayInclude(attempt))
        .forEach(found::add);
    close(found, done);
    Set<Attempt> made = complete(done, last);
    requireListed(made);
    requireFresh();
    entries.judge(byRow, made, attempt -> made.contains(attempt) || mayHaveBeenMade(attempt));
    return attempts.values().stream()
        .filter(attempt -> attempt.ending == Ending.ACKNOWLEDGED && !attempt.steps.isEmpty())
        .filter(attempt -> !made.contains(attempt))
        .count();
  }

  /** Returns whether an attempt may have been made, as far as its writer and the servers know. */
  private boolean mayHaveBeenMade(Attempt attempt) {
    return attempt.ending != Ending.REFUSED || forgotten.mayInclude(attempt);
  }

  private void require(RowState state, Deque<Attempt> found) {
    if (state.number() != 0) {
      found.add(attempts.get(state.number()));
    }
  }

  /**
   * Adds the attempts that must have been made because a made attempt has read their numbers in its
   * rows.
   */
  private void close(Deque<Attempt> found, Set<Attempt> done) {
    while (!found.isEmpty()) {
      Attempt attempt = found.remove();
      if (!done.add(attempt)) {
        continue;
      }
      if (attempt.ending == Ending.REFUSED) {
        throw new SimulationFailure("attempt " + attempt + " was refused, and was made");
      }
      attempt.steps.values().forEach(step -> require(step.from(), found));
      attempt.before.stream().filter(each -> !forgotten.mayInclude(each)).forEach(found::add);
    }
  }

  /**
   * Each state that is not the last of its row has one successor. If only attempts of unknown
   * outcome can be the successor, each of them is tried.
   *
   * @return all attempts that were made
   */
  private Set<Attempt> complete(Set<Attempt> done, Map<RowId, RowState> last) {
    for (Attempt attempt : done) {
      for (Map.Entry<RowId, Step> step : attempt.steps.entrySet()) {
        RowId row = step.getKey();
        RowState state = step.getValue().to();
        if (state.number() != 0 && !hasSuccessor(row, state, done, last.get(row))) {
          return completed(row, state, done, last);
        }
      }
    }
    return done;
  }

  private Set<Attempt> completed(
      RowId row, RowState state, Set<Attempt> done, Map<RowId, RowState> last) {
    SimulationFailure failure =
        new SimulationFailure(
            "row "
                + row
                + " shows "
                + last.get(row).number()
                + " in the end: attempt "
                + attempts.get(state.number())
                + " is lost, nothing went over it; candidates "
                + after(row, state));
    for (Attempt possible : after(row, state)) {
      if (mayRemove(row, possible)) {
        try {
          Set<Attempt> more = new LinkedHashSet<>(done);
          close(new ArrayDeque<>(List.of(possible)), more);
          return complete(more, last);
        } catch (SimulationFailure impossible) {
          failure.addSuppressed(impossible);
        }
      }
    }
    throw failure;
  }

  private List<Attempt> after(RowId row, RowState state) {
    return byRow.get(row).stream()
        .filter(each -> each.steps.get(row).from().number() == state.number())
        .toList();
  }

  private boolean hasSuccessor(RowId row, RowState state, Set<Attempt> done, RowState last) {
    List<Attempt> made = after(row, state).stream().filter(done::contains).toList();
    boolean isLast = last.number() == state.number();
    if (made.size() + (isLast ? 1 : 0) > 1) {
      throw new SimulationFailure(
          "row "
              + row
              + ": attempt "
              + attempts.get(state.number())
              + " was overwritten by "
              + made
              + (isLast ? ", and still stands" : "")
              + ": a write was lost");
    }
    return isLast || made.size() == 1;
  }

  /** Returns whether an attempt of unknown outcome may have removed a row, or attempts after it. */
  private boolean mayRemove(RowId row, Attempt attempt) {
    if (attempt.ending != Ending.UNKNOWN && !forgotten.mayInclude(attempt)) {
      return false;
    }
    long to = attempt.steps.get(row).to().number();
    return to == 0
        || byRow.get(row).stream()
            .filter(each -> each.steps.get(row).from().number() == to)
            .anyMatch(each -> mayRemove(row, each));
  }

  private void requireListed(Set<Attempt> done) {
    for (Listing listing : listings) {
      EntityDesign entity = design.entity(listing.row().entity()).orElseThrow();
      boolean ever =
          byRow.getOrDefault(listing.row(), List.of()).stream()
              .filter(attempt -> done.contains(attempt) || mayHaveBeenMade(attempt))
              .map(attempt -> attempt.steps.get(listing.row()).to())
              .anyMatch(state -> lists(entity, listing, state));
      if (!ever) {
        throw new SimulationFailure(
            listing.reader()
                + " found "
                + listing.row()
                + " in "
                + listing.index().name()
                + " under "
                + listing.value()
                + ", which no committed write put there");
      }
    }
  }

  private boolean lists(EntityDesign entity, Listing listing, RowState state) {
    if (state.row().isEmpty()) {
      return false;
    }
    Model model = new Model(design);
    state.load(model, entity, state.row().get().key());
    return !model.listed(entity, listing.index(), listing.value()).isEmpty();
  }

  /**
   * A read shows every write acknowledged before it began, or a newer state. For a write of several
   * rows, this holds only for the row that decides, which is not known here; so only writes of one
   * row are judged. See {@code Guarantee}.
   */
  private void requireFresh() {
    for (Sight sight : sights) {
      for (Attempt attempt : byRow.getOrDefault(sight.row(), List.of())) {
        if (attempt.ending == Ending.ACKNOWLEDGED
            && !forgotten.mayInclude(attempt)
            && isOfOneRow(attempt)
            && attempt.endedNanos < sight.startNanos()
            && attempt.number != sight.number()
            && isBefore(sight.row(), sight.number(), attempt)) {
          throw new SimulationFailure(
              "row " + sight.row() + " was read as " + sight.number() + " after " + attempt);
        }
      }
    }
  }

  /**
   * Returns whether a write changed one row. A buffered write that changes unique values or
   * references is made as one write of all its rows.
   */
  private boolean isOfOneRow(Attempt attempt) {
    return attempt.steps.size() == 1 && !(attempt.besideOthers && hasGuards());
  }

  private boolean hasGuards() {
    return SimulatedDesign.refers(design)
        || design.entities().stream()
            .flatMap(entity -> entity.indexes().stream())
            .anyMatch(IndexDesign::unique);
  }

  private boolean isBefore(RowId row, long number, Attempt later) {
    if (number == 0) {
      return false;
    }
    Attempt each = later;
    while (true) {
      long from = each.steps.get(row).from().number();
      if (from == number) {
        return true;
      }
      if (from == 0) {
        return false;
      }
      each = attempts.get(from);
    }
  }
}
