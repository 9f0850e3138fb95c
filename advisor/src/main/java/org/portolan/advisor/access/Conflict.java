package org.portolan.advisor.access;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What an INSERT does if there is a row with an equal unique key: ON CONFLICT, ON DUPLICATE KEY
 * UPDATE, INSERT IGNORE, REPLACE.
 *
 * @param inserted the columns whose values the INSERT tells
 * @param nulls those of them that are null, whatever the values of the statement are
 * @param target the columns of the only key at which the row is looked for; empty if any key counts
 * @param fate what becomes of the row
 * @param assigned the new values of the row's columns
 * @param refusal why this is not all that the statement says, for people; empty if it is
 */
public record Conflict(
    List<String> inserted,
    Set<String> nulls,
    Optional<List<String>> target,
    Fate fate,
    Map<String, Assigned> assigned,
    Optional<String> refusal) {

  /** What becomes of a row that is there. */
  public enum Fate {
    /** It stays, and no row is inserted. */
    STAYS,
    /** It is changed, and no row is inserted. */
    IS_CHANGED,
    /** It is deleted, and the new one inserted. */
    IS_REPLACED
  }

  /** How a new value comes about. */
  public enum Source {
    /** It is that of a column of the row that is not inserted. */
    GIVEN,
    /** It is a value of the statement. */
    VALUE,
    /** One of the statement is added to it. */
    ADDED,
    /** It is that of another column of the row as it was. */
    COPIED,
    /** It is computed from the row as it was, and values of the statement. */
    COMPUTED
  }

  /**
   * A new value.
   *
   * @param columns those that it comes from
   */
  public record Assigned(Source source, List<String> columns) {
    public Assigned {
      columns = List.copyOf(columns);
    }
  }

  public Conflict {
    inserted = List.copyOf(inserted);
    nulls = Set.copyOf(nulls);
    target = target.map(List::copyOf);
    assigned = Collections.unmodifiableMap(new LinkedHashMap<>(assigned));
  }

  /** Returns the clause of a statement that replaces rows by any of their keys. */
  static Conflict replacing(List<String> inserted, Set<String> nulls) {
    return new Conflict(
        inserted, nulls, Optional.empty(), Fate.IS_REPLACED, Map.of(), Optional.empty());
  }

  /** Returns whether the row is changed. */
  public boolean updates() {
    return fate == Fate.IS_CHANGED;
  }

  /** Returns whether the row is deleted and a new one inserted. */
  public boolean replaces() {
    return fate == Fate.IS_REPLACED;
  }

  /** Returns the columns to whose old value one of the statement is added. */
  public List<String> added() {
    List<String> added = new ArrayList<>();
    assigned.forEach(
        (column, value) -> {
          if (value.source() == Source.ADDED) {
            added.add(column);
          }
        });
    return added;
  }
}
