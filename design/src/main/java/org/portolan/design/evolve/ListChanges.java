package org.portolan.design.evolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.design.CounterDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.design.evolve.Verdict.Possible;
import org.portolan.design.evolve.Verdict.Refused;

/** The rules for changes of what is derived from rows: indexes, counters and references. */
final class ListChanges {
  private static final String MORE_WORK = "each write of a row changes it too";

  private final Remedies remedies;

  ListChanges(Remedies remedies) {
    this.remedies = remedies;
  }

  void addTo(ChangeRules rules) {
    rules.on(DesignChange.IndexAdded.class, added -> built(added.index(), true));
    rules.on(
        DesignChange.IndexDropped.class,
        dropped ->
            ChangeRules.removed(
                "its entries; a read of index '" + dropped.index().name() + "' fails then"));
    rules.on(DesignChange.IndexChanged.class, this::changed);
    rules.on(DesignChange.EntriesChanged.class, entries -> replaced(entries.list()));
    rules.on(
        DesignChange.CounterAdded.class,
        added ->
            new Possible(
                Way.BUILT, List.of(new Effect("readers", "get the number of all rows at once"))));
    rules.on(
        DesignChange.CounterDropped.class, dropped -> removedCounter(dropped.counter().name()));
    rules.on(DesignChange.CounterChanged.class, this::changed);
    rules.on(
        DesignChange.ExtremeAdded.class,
        added -> extreme(Optional.empty(), Optional.of(added.extreme())));
    rules.on(
        DesignChange.ExtremeDropped.class,
        dropped -> extreme(Optional.of(dropped.extreme()), Optional.empty()));
    rules.on(
        DesignChange.ExtremeChanged.class,
        other -> extreme(Optional.of(other.before()), Optional.of(other.after())));
    rules.on(DesignChange.ReferenceAdded.class, added -> built(added.reference()));
    rules.on(
        DesignChange.ReferenceDropped.class,
        dropped ->
            ChangeRules.removed(
                "the promise that the rows of '" + dropped.reference().to() + "' exist"));
    rules.on(DesignChange.ReferenceChanged.class, this::changed);
  }

  private Possible built(IndexDesign index, boolean isNew) {
    List<Effect> effects = new ArrayList<>();
    if (index.unique()) {
      effects.add(
          new Effect(
              "unless", "two rows have one value: then it is not built, and such rows are named"));
    }
    if (isNew) {
      effects.add(new Effect("writers", MORE_WORK));
    }
    return new Possible(Way.BUILT, effects);
  }

  private Verdict changed(DesignChange.IndexChanged change) {
    if (!change.before().within().equals(change.after().within())) {
      return new Refused(
          "its entries would move into the rows of another entity, or out of them, which this"
              + " release does not do",
          remedies.rename("index") + "; or " + remedies.export());
    }
    return isOnlyOfWhoDecides(change.before(), change.after())
        ? ChangeRules.atOnce(
            new Effect(
                "layout",
                change.after().automatic()
                    ? "stays until the store finds a better one"
                    : "stays; the store no longer changes it"))
        : replaced(change.after());
  }

  /** Returns whether all that differs is whether the store may change the layout. */
  private static boolean isOnlyOfWhoDecides(IndexDesign before, IndexDesign after) {
    return before.automatic() != after.automatic()
        && before.layout().equals(after.layout())
        && before.on().equals(after.on())
        && before.order().equals(after.order());
  }

  /**
   * Decides about an index whose entries change. An index with a table of its own gets a new table.
   * Entries within the rows of another entity cannot be replaced.
   */
  private Verdict replaced(IndexDesign index) {
    return index.within().isEmpty()
        ? built(index, false)
        : new Refused(
            "its entries lie within the rows of '"
                + index.within().get().entity()
                + "', where this release does not replace them",
            "drop the index by an evolution of its own, and add it again by the next");
  }

  private static Possible removedCounter(String name) {
    return ChangeRules.removed("its value; a read of counter '" + name + "' fails then");
  }

  private Verdict changed(DesignChange.CounterChanged change) {
    CounterDesign before = change.before();
    CounterDesign after = change.after();
    if (!before.counted().equals(after.counted())) {
      return new Possible(Way.BUILT, List.of());
    }
    return before.shards() == after.shards()
        ? ChangeRules.atOnce()
        : new Possible(
            Way.BUILT,
            List.of(new Effect("on line", "no row is read: additions go to other shards")));
  }

  /** A counter of a least or greatest value is a list, its own or that of an index. */
  private static Possible extreme(Optional<ExtremeDesign> before, Optional<ExtremeDesign> after) {
    boolean had = before.flatMap(ExtremeDesign::layout).isPresent();
    boolean has = after.flatMap(ExtremeDesign::layout).isPresent();
    if (has) {
      return new Possible(Way.BUILT, had ? List.of() : List.of(new Effect("writers", MORE_WORK)));
    }
    if (had) {
      return before.isPresent() && after.isEmpty()
          ? removedCounter(before.get().name())
          : ChangeRules.removed("its own list; the index has its value");
    }
    return after
        .map(served -> ChangeRules.atOnce(new Effect("readers", "get it from an index")))
        .orElseGet(ChangeRules::atOnce);
  }

  private static Possible built(ReferenceDesign reference) {
    return new Possible(
        Way.BUILT,
        List.of(
            new Effect(
                "unless",
                "a row refers to a '"
                    + reference.to()
                    + "' that does not exist: then it is not built, and such rows are named"),
            new Effect("writers", "each write of a row that refers also changes a list")));
  }

  private Verdict changed(DesignChange.ReferenceChanged change) {
    ReferenceDesign before = change.before();
    ReferenceDesign after = change.after();
    boolean sameLists =
        before.on().equals(after.on())
            && before.to().equals(after.to())
            && before.shards() == after.shards()
            && before.storageSpelling().equals(after.storageSpelling());
    return sameLists
        ? ChangeRules.atOnce(
            new Effect(
                "writers",
                "a deletion in '" + after.to() + "' follows " + after.onDelete().spelling()))
        : built(after);
  }
}
