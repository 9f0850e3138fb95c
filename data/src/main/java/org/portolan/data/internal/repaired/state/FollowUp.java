package org.portolan.data.internal.repaired.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.engine.Change;
import org.portolan.engine.Mutation;
import org.portolan.types.Tuple;

/**
 * One change that follows from the change of a row. It changes an item, an index cell or a row of a
 * collection, or it is the receipt of a counter. Idempotent: its version orders it among the
 * changes of the same target, even if it arrives late or more than once.
 *
 * <p>See {@code docs/life-of-a-write.md}: step 4.
 *
 * @param values in the order of the declared columns, null for a removal
 */
public record FollowUp(Target target, List<Object> values, long version) {

  /**
   * The place that a follow-up changes.
   *
   * @param item the item's key; empty for all columns of the family
   */
  public record Target(String table, Tuple key, String family, Optional<Tuple> item) {}

  /** Returns a change of a row as a follow-up. */
  public static FollowUp of(String table, Tuple key, Change change, long version) {
    if (change instanceof Change.PutItem put) {
      return new FollowUp(
          new Target(table, key, put.family(), Optional.of(put.itemKey())), put.values(), version);
    }
    if (change instanceof Change.DeleteItem delete) {
      return new FollowUp(
          new Target(table, key, delete.family(), Optional.of(delete.itemKey())), null, version);
    }
    if (change instanceof Change.PutColumns put) {
      return new FollowUp(
          new Target(table, key, put.family(), Optional.empty()), put.values(), version);
    }
    if (change instanceof Change.DeleteFamily delete) {
      return new FollowUp(new Target(table, key, delete.family(), Optional.empty()), null, version);
    }
    throw new IllegalArgumentException("an addition is not idempotent: " + change);
  }

  public FollowUp at(long newVersion) {
    return new FollowUp(target, values, newVersion);
  }

  public Change change() {
    String family = target.family();
    return target
        .item()
        .<Change>map(
            item ->
                values == null
                    ? new Change.DeleteItem(family, item)
                    : new Change.PutItem(family, item, values))
        .orElseGet(
            () ->
                values == null
                    ? new Change.DeleteFamily(family)
                    : new Change.PutColumns(family, values));
  }

  /** Returns the mutations that make some follow-ups, those of one row and version together. */
  public static List<Mutation> mutations(Collection<FollowUp> followUps) {
    record Place(String table, Tuple key, long version) {}
    Map<Place, List<Change>> changes = new LinkedHashMap<>();
    for (FollowUp followUp : followUps) {
      Target target = followUp.target();
      changes
          .computeIfAbsent(
              new Place(target.table(), target.key(), followUp.version()),
              place -> new ArrayList<>())
          .add(followUp.change());
    }
    List<Mutation> mutations = new ArrayList<>(changes.size());
    changes.forEach(
        (place, list) ->
            mutations.add(Mutation.of(place.table(), place.key(), list).at(place.version())));
    return mutations;
  }
}
