package org.portolan.advisor.serve;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.portolan.design.cost.EngineCosts;
import org.portolan.design.cost.Work;

/**
 * A step of an access path on the designed store.
 *
 * @param table the table of the schema whose rows it reads or writes
 * @param by the columns whose values it is given, with the names of the schema
 * @param index the index that it reads
 * @param found how many rows, items or entries it finds, or changes, in all
 * @param trips the round trips in sequence, on an engine with transactions; 0 if it goes with the
 *     step before
 * @param changes for a write, the entries of indexes and counters that it changes
 * @param bytes what it reads or writes, about
 * @param use the place of the use in the access path whose rows it reads or writes
 * @param ends whether LIMIT ends the read: the first rows that it finds, of those that the lines of
 *     Java keep, are the first rows of the result
 */
public record Step(
    Kind kind,
    String table,
    List<String> by,
    Optional<IndexChoice> index,
    double found,
    double trips,
    double changes,
    double bytes,
    int use,
    boolean ends) {

  /** What a step does. */
  public enum Kind {
    /** Reads rows by their keys. */
    GET,
    /** Reads columns of the owner's row. */
    GET_PART,
    /** Reads the items of rows in the order of their keys. */
    ITEMS,
    /** Reads items by their keys. */
    GET_ITEM,
    /** Looks up the key of the row that has a unique value. */
    UNIQUE,
    /** Lists keys, with the columns of the order. */
    LIST,
    /** Scans the rows that agree in the first columns of the key. */
    SCAN,
    /** Reads a counter. */
    COUNT,
    /** Reads a sum. */
    SUM,
    /** Writes rows, also in the place of rows that exist. This kind and all behind it write. */
    PUT,
    /** Writes rows that must not exist. */
    INSERT,
    /** Looks a row up by a key and changes it; writes a new one if there is none. */
    UPSERT,
    /** Writes a row, unless there is one with an equal unique key. */
    INSERT_NEW,
    /** Deletes the rows with an equal unique key, and writes a new one. */
    REPLACE,
    UPDATE,
    DELETE,
    PUT_ITEM,
    DELETE_ITEM,
    /** Changes a set or columns in the owner's row. */
    UPDATE_OWNER;

    private static final Set<Kind> WRITES =
        Collections.unmodifiableSet(EnumSet.range(PUT, UPDATE_OWNER));

    private static final Set<Kind> ORDERED = Set.of(ITEMS, LIST, SCAN);
    private static final Set<Kind> BY_KEY = Set.of(GET, GET_PART, GET_ITEM);

    public boolean isWrite() {
      return WRITES.contains(this);
    }

    /** Returns whether it reads neighbours in order, not single rows. */
    public boolean isOrdered() {
      return ORDERED.contains(this);
    }
  }

  public Step {
    by = List.copyOf(by);
  }

  /** Returns whether steps read the rows or items of a use by their keys: a write knows them. */
  static boolean areReadByKey(List<Step> steps, int use) {
    return steps.stream().anyMatch(step -> step.use() == use && Kind.BY_KEY.contains(step.kind()));
  }

  static Step read(
      Kind kind, String table, List<String> by, double found, double trips, double bytes) {
    return new Step(kind, table, by, Optional.empty(), found, trips, 0, bytes, 0, false);
  }

  static Step list(IndexChoice index, double found, double trips) {
    Kind kind = index.unique() ? Kind.UNIQUE : Kind.LIST;
    return new Step(
        kind, index.table(), index.on(), Optional.of(index), found, trips, 0, found * 60, 0, false);
  }

  static Step write(
      Kind kind,
      String table,
      List<String> by,
      double found,
      double trips,
      double changes,
      double bytes) {
    return new Step(kind, table, by, Optional.empty(), found, trips, changes, bytes, 0, false);
  }

  /** Returns the same step as a part of the round trip before it. */
  Step withoutTrip() {
    return new Step(kind, table, by, index, found, 0, changes, bytes, use, ends);
  }

  /** Returns the same step with more round trips. */
  Step withTrips(double more) {
    return new Step(kind, table, by, index, found, trips + more, changes, bytes, use, ends);
  }

  /** Returns the same step for a use of an access path. */
  Step of(int place) {
    return new Step(kind, table, by, index, found, trips, changes, bytes, place, ends);
  }

  /**
   * Returns the same step, whose read LIMIT ends or does not.
   *
   * @param wanted whether it does
   */
  Step ending(boolean wanted) {
    return new Step(kind, table, by, index, found, trips, changes, bytes, use, wanted);
  }

  /** Returns the cost in milliseconds. */
  public double millis(EngineCosts costs) {
    return work().millis(costs);
  }

  private Work work() {
    if (kind.isWrite()) {
      return Work.write(trips, found, changes, bytes);
    }
    return kind.isOrdered() ? Work.read(trips, 0, found, bytes) : Work.read(trips, found, 0, bytes);
  }
}
