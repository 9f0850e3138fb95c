package org.portolan.engine;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.types.Tuple;

/**
 * An atomic change of one row, possibly on a condition.
 *
 * @param condition what must hold of the row at that moment
 * @param version where {@link Capabilities#versions}, the place of this change among others of the
 *     same columns or items, in milliseconds or any other number that rises, is at least 1 and not
 *     above the time by more than {@link #VERSION_LEAD_MAX}: one of a lower version that arrives
 *     later is void, a removal included, and a change that arrives twice is as if it had arrived
 *     once. The engine remembers a removal for at least an hour. Of two changes with the same
 *     version a removal wins. On a condition, the condition orders the columns and the version only
 *     the items; so a family of columns is changed either always on conditions or never, and those
 *     changes have versions that never fall, all of them or none: an engine may give the columns
 *     that version too. Without a version, the engine gives one by its clock. Not for counters.
 */
public record Mutation(
    String table,
    Tuple key,
    List<Change> changes,
    Optional<Condition> condition,
    OptionalLong version) {

  /** How far a version may be ahead of the clock, in milliseconds: a day. */
  public static final long VERSION_LEAD_MAX = 86_400_000;

  public Mutation {
    changes = List.copyOf(changes);
  }

  public static Mutation of(String table, Tuple key, Change... changes) {
    return of(table, key, List.of(changes));
  }

  public static Mutation of(String table, Tuple key, List<Change> changes) {
    return new Mutation(table, key, changes, Optional.empty(), OptionalLong.empty());
  }

  /** Returns this change on a condition. */
  public Mutation on(Condition newCondition) {
    return new Mutation(table, key, changes, Optional.of(newCondition), version);
  }

  /** Returns this change with a version. */
  public Mutation at(long newVersion) {
    return new Mutation(table, key, changes, condition, OptionalLong.of(newVersion));
  }

  public RowKey rowKey() {
    return new RowKey(table, key);
  }
}
