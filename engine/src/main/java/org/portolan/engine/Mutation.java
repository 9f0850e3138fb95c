package org.portolan.engine;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.types.Tuple;

/**
 * An atomic change of one row, possibly on a condition.
 *
 * @param condition the condition that must hold for the row when it is changed
 * @param version the order of this change among changes of the same columns or items, on engines
 *     with {@link Capabilities#versions}: milliseconds or any other rising number, at least 1 and
 *     not above the time by more than {@link #VERSION_LEAD_MAX}. If a change with a lower version
 *     arrives later, it has no effect, and neither has an older removal. A change that arrives
 *     twice has the same effect as once. The engine remembers a removal for at least an hour.
 *     Between two changes with the same version, a removal wins. In a mutation with a condition,
 *     the condition orders the columns, and the version orders only the items. So change a family
 *     of columns either always on conditions or never. Give versions to all of those changes or to
 *     none, and never let the versions fall: an engine may give the columns that version too.
 *     Without a version, the engine gives one by its clock. Changes of counters cannot have a
 *     version.
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
