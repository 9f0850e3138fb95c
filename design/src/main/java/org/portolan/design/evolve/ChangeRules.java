package org.portolan.design.evolve;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.portolan.design.evolve.Verdict.Possible;
import org.portolan.design.evolve.Verdict.Refused;

/**
 * The rules by which a store can take another design while nothing else has it open, and the way
 * out where it cannot. Some changes depend on others: if a column goes from one family to another,
 * {@link DesignDiff} finds it dropped and added, and both are refused. Immutable.
 */
public final class ChangeRules {
  private final Map<Class<? extends DesignChange>, Function<DesignChange, Verdict>> rules =
      new HashMap<>();
  private final List<DesignChange> changes;
  private final Remedies remedies;
  private final Map<String, String> droppedTables;

  /**
   * @param changes all changes between the designs
   */
  public ChangeRules(List<DesignChange> changes) {
    this.changes = List.copyOf(changes);
    this.remedies = new Remedies(changes);
    this.droppedTables = TableNames.dropped(changes);
    entities();
    new ColumnChanges(changes, remedies).addTo(this);
    new ListChanges(remedies).addTo(this);
  }

  /** Returns whether the store can make a change, one of those given. */
  public Verdict of(DesignChange change) {
    for (String table : TableNames.added(change)) {
      if (droppedTables.containsKey(table)) {
        return new Refused(
            "its " + table + " would have the name of that of " + droppedTables.get(table),
            "drop that one first, by an evolution of its own, or choose another name");
      }
    }
    return rules.get(change.getClass()).apply(change);
  }

  boolean hasRuleFor(Class<?> kind) {
    return rules.containsKey(kind);
  }

  /** Sets the rule for one kind of change. */
  <C extends DesignChange> void on(Class<C> kind, Function<C, Verdict> rule) {
    rules.put(kind, change -> rule.apply(kind.cast(change)));
  }

  private void entities() {
    on(DesignChange.NameChanged.class, name -> atOnce());
    on(
        DesignChange.EntityAdded.class,
        added -> atOnce(new Effect("rows", "there are none yet" + notRenamed(added))));
    on(
        DesignChange.EntityDropped.class,
        dropped -> removed("all its rows, with their items; " + Effect.NOTHING_BACK));
    on(
        DesignChange.KeyChanged.class,
        key ->
            new Refused(
                "the key is the place of each row, and this release does not move rows",
                remedies.export()));
    on(
        DesignChange.KeyLayoutChanged.class,
        layout ->
            new Refused(
                "under another key layout each row has another place, and this release does not"
                    + " move rows",
                remedies.export()));
    on(
        DesignChange.PartitionChanged.class,
        partition ->
            new Refused(
                "in other partitions each row has another place, and this release does not move"
                    + " rows",
                remedies.export()));
    on(
        DesignChange.CollectionAdded.class,
        added -> atOnce(new Effect("items", "there are none yet")));
    on(
        DesignChange.CollectionDropped.class,
        dropped -> removed("all its items; " + Effect.NOTHING_BACK));
    on(
        DesignChange.ItemKeyChanged.class,
        key ->
            new Refused(
                "the key is the place of each item, and this release does not move items",
                remedies.export()));
    on(
        DesignChange.StorageChanged.class,
        storage ->
            new Refused(
                "items would lie elsewhere, and this release does not move items",
                remedies.export()));
  }

  /** Says of an entity beside a dropped one of the same key that it does not get its rows. */
  private String notRenamed(DesignChange.EntityAdded added) {
    for (DesignChange change : changes) {
      if (change instanceof DesignChange.EntityDropped dropped
          && dropped.design().key().equals(added.design().key())) {
        return ", also not those of '" + dropped.entity() + "': an entity cannot be renamed";
      }
    }
    return "";
  }

  static Possible atOnce(Effect... effects) {
    return new Possible(Way.AT_ONCE, List.of(effects));
  }

  static Possible removed(String lost) {
    return new Possible(Way.REMOVED, List.of(new Effect("loses", lost)));
  }
}
