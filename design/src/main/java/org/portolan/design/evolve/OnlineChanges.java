package org.portolan.design.evolve;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.portolan.design.CollectionDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.IndexDesign;
import org.portolan.types.ScalarType;

/**
 * Whether a change of a store's design can be made on line, while applications read and write, and
 * the tables that its indexes get. Indexes with tables of their own change so, since a new table
 * can be filled beside the old one, and the shards of counters, since more of them can be read than
 * are written. Columns, families, collections and entities are added and dropped so, and counters
 * are dropped, since writes can keep what their application does not see. Counters are added so
 * where rows can be counted beside writers ({@link #on}). Immutable.
 *
 * @param before the design of the store
 * @param after the new design
 * @param refusals the changes that need a stopped store
 */
public record OnlineChanges(Design before, Design after, List<Refusal> refusals) {
  /** As for all names, see {@code design.check.Names}: the limit of Cassandra. */
  private static final int NAME_LENGTH_MAX = 48;

  private static final String MEANS_OTHERS =
      "processes of both designs would read other entries under the same name";

  private static final String STILL_REFUSED =
      "processes that still follow it would refuse values that rows have given up";

  private static final String BECOMES_UNIQUE =
      "it becomes unique: give it another name, and drop this one";

  private static final String STOPPED =
      "only additions, drops, indexes and the shards of counters change while applications go on";

  private static final String NAMED_SO =
      "the store has another counter of this name, and processes of both designs would mix them up;"
          + " drop that one first, by an evolution of its own";

  private static final String STILL_CHECKED =
      "writes that still follow it would meet rows of writes that do not any more";

  public OnlineChanges {
    refusals = List.copyOf(refusals);
  }

  /** A change that needs a stopped store. */
  public record Refusal(DesignChange change, String reason) {
    /** Returns the change and the reason in one line. */
    public String line() {
      return PlanText.title(change) + ": " + reason;
    }
  }

  /**
   * Judges all changes between two designs.
   *
   * @param renames the columns that have another name in the new design; any of them is refused
   * @throws IllegalArgumentException if the renames do not lead from one design to the other
   */
  public static OnlineChanges between(Design before, Design after, Renames renames) {
    List<Refusal> refusals = new ArrayList<>();
    List<DesignChange> changes = DesignDiff.between(before, after, renames);
    ChangeRules rules = new ChangeRules(changes);
    for (DesignChange change : changes) {
      refusal(before, after, change)
          .or(() -> never(rules.of(change)))
          .ifPresent(reason -> refusals.add(new Refusal(change, reason)));
    }
    return new OnlineChanges(before, after, refusals);
  }

  private static Optional<String> never(Verdict verdict) {
    return verdict instanceof Verdict.Refused refused
        ? Optional.of(refused.reason())
        : Optional.empty();
  }

  private static boolean hasCounter(Design design, String name) {
    return design.entities().stream()
        .anyMatch(
            entity ->
                entity.counters().stream().anyMatch(counter -> counter.name().equals(name))
                    || entity.extremes().stream().anyMatch(counter -> counter.name().equals(name)));
  }

  /** Returns these changes as they can be made on an engine. */
  public OnlineChanges on(NewCounters ability) {
    List<Refusal> all = new ArrayList<>(refusals);
    for (DesignChange change : DesignDiff.between(before, after)) {
      if (change instanceof DesignChange.CounterAdded added) {
        ability.refusal(added.counter()).ifPresent(reason -> all.add(new Refusal(change, reason)));
      }
    }
    return new OnlineChanges(before, after, all);
  }

  /** Returns whether one of the changes can be made on line. */
  public boolean admits(DesignChange change) {
    return refusals.stream().noneMatch(refusal -> refusal.change().equals(change));
  }

  /** Returns whether all changes can be made on line. */
  public boolean isPossible() {
    return refusals.isEmpty();
  }

  private static Optional<String> refusal(Design before, Design after, DesignChange change) {
    if (change instanceof DesignChange.NameChanged) {
      return Optional.empty();
    } else if (change instanceof DesignChange.IndexAdded added) {
      return refusal(before, after, added.entity(), added.index());
    } else if (change instanceof DesignChange.IndexDropped dropped) {
      return dropped.index().unique()
          ? Optional.of(STILL_REFUSED)
          : refusal(before, after, dropped.entity(), dropped.index());
    } else if (change instanceof DesignChange.IndexChanged changed) {
      IndexDesign one = changed.before();
      IndexDesign other = changed.after();
      if (one.unique() || other.unique()) {
        return Optional.of(one.unique() ? STILL_REFUSED : BECOMES_UNIQUE);
      }
      return one.on().equals(other.on()) && one.order().equals(other.order())
          ? refusal(before, after, changed.entity(), one)
              .or(() -> refusal(before, after, changed.entity(), other))
          : Optional.of(MEANS_OTHERS);
    }
    if (change instanceof DesignChange.CounterChanged changed && changesOnlyShards(changed)) {
      return Optional.empty();
    } else if (change instanceof DesignChange.CounterAdded added) {
      return hasCounter(before, added.counter().name()) ? Optional.of(NAMED_SO) : Optional.empty();
    } else if (change instanceof DesignChange.RuleChanged changed) {
      return refusal(changed);
    } else if (change instanceof DesignChange.ColumnAdded
        || change instanceof DesignChange.FamilyAdded
        || change instanceof DesignChange.ColumnsReordered
        || change instanceof DesignChange.FamiliesReordered) {
      return Optional.empty();
    } else if (change instanceof DesignChange.CollectionAdded added) {
      return refusal(added.collection());
    } else if (change instanceof DesignChange.EntityAdded added) {
      return refusal(before, added.design());
    }
    if (Drops.isDrop(change)) {
      return Drops.refusal(before, change);
    }
    return Optional.of(change instanceof DesignChange.ReferenceDropped ? STILL_CHECKED : STOPPED);
  }

  private static Optional<String> refusal(DesignChange.RuleChanged rule) {
    if (rule.before().required() && !rule.after().required()) {
      return Optional.of("applications that know the column as required would read nulls in it");
    }
    boolean stricter =
        RuleComparison.isStricter((ScalarType) rule.column().type(), rule.before(), rule.after());
    return stricter
        ? Optional.of("the rows that break the rule must be found before anybody writes")
        : Optional.empty();
  }

  private static Optional<String> refusal(CollectionDesign added) {
    return added
        .listedBy()
        .map(
            lister ->
                "applications that do not know it would delete the items of '"
                    + lister
                    + "' that list its own");
  }

  private static Optional<String> refusal(Design before, EntityDesign added) {
    if (added.counters().stream().anyMatch(counter -> hasCounter(before, counter.name()))) {
      return Optional.of(NAMED_SO);
    }
    if (added.indexes().stream().anyMatch(index -> index.within().isPresent())) {
      return Optional.of("one of its indexes lies in the rows of another entity");
    }
    return added.references().stream()
        .filter(reference -> !reference.to().equals(added.name()))
        .findFirst()
        .map(
            reference ->
                "applications that do not know it would delete the rows of '"
                    + reference.to()
                    + "' to which its rows refer");
  }

  /** Returns whether something is added in which rows or items have values. */
  public boolean adds() {
    return Additions.are(before, after);
  }

  /** Returns whether something is dropped that writes must keep for a while; not only indexes. */
  public boolean drops() {
    return Drops.are(before, after);
  }

  /** Returns whether an entity that is there gets counters. */
  public boolean counts() {
    return DesignDiff.between(before, after).stream()
        .anyMatch(DesignChange.CounterAdded.class::isInstance);
  }

  /** Returns whether an application of the design before names something that is dropped. */
  public boolean lacks() {
    return DesignDiff.between(before, after).stream()
        .anyMatch(change -> Drops.isDrop(change) || change instanceof DesignChange.IndexDropped);
  }

  /**
   * Returns the names of the unique indexes that an entity gets which there was before: while they
   * are built, writes of applications that do not know them are refused.
   */
  public List<String> uniqueAdded() {
    return DesignDiff.between(before, after).stream()
        .filter(DesignChange.IndexAdded.class::isInstance)
        .map(change -> ((DesignChange.IndexAdded) change).index())
        .filter(IndexDesign::unique)
        .map(IndexDesign::name)
        .toList();
  }

  private static boolean changesOnlyShards(DesignChange.CounterChanged changed) {
    return changed.before().withShards(changed.after().shards()).equals(changed.after());
  }

  /**
   * Returns how many shards are read while the change is under way, of the counters whose shards it
   * changes: by a process of either design, what a process of the other one adds is seen.
   */
  public Map<String, Integer> shards() {
    Map<String, Integer> shards = new TreeMap<>();
    for (DesignChange change : DesignDiff.between(before, after)) {
      if (change instanceof DesignChange.CounterChanged changed
          && changed.before().shards() != changed.after().shards()) {
        int most = Math.max(changed.before().shards(), changed.after().shards());
        shards.put(changed.after().name(), most);
      }
    }
    return shards;
  }

  private static Optional<String> refusal(
      Design before, Design after, String entity, IndexDesign index) {
    if (index.within().isPresent()) {
      return Optional.of("its entries lie in the rows of another entity");
    }
    return after
        .entity(entity)
        .flatMap(
            found ->
                found.extremes().stream()
                    .filter(
                        extreme ->
                            isServed(before, entity, extreme, index)
                                != isServed(after, entity, extreme, index))
                    .findFirst())
        .map(extreme -> "counter '" + extreme.name() + "' would be read from another list");
  }

  private static boolean isServed(
      Design design, String entity, ExtremeDesign extreme, IndexDesign index) {
    return design
        .entity(entity)
        .flatMap(found -> found.serving(extreme))
        .filter(serving -> serving.name().equals(index.name()))
        .isPresent();
  }

  /**
   * Returns the generations of the new design's indexes, without those of the first. An index that
   * is added, or gets another layout, has one whose number no index of this store ever had before:
   * its number is that of the epoch, or higher. So an entry that a process wrote long ago, and that
   * arrives late, finds no table of its name.
   *
   * @param epoch of the state with which the change begins
   * @param generations those of the old design's indexes
   * @param tables the names of all tables that the store has
   * @throws IllegalArgumentException if a table's name would be too long
   */
  public Map<String, Integer> nextGenerations(
      long epoch, Map<String, Integer> generations, Set<String> tables) {
    Set<String> taken = new HashSet<>(tables);
    taken.addAll(TableNames.tables(before));
    taken.addAll(TableNames.tables(after));
    Map<String, Integer> next = new TreeMap<>();
    for (EntityDesign entity : after.entities()) {
      for (IndexDesign index : entity.indexes()) {
        int current = generations.getOrDefault(index.name(), IndexStates.FIRST);
        int generation = current;
        // The table of a unique index that comes with its entity has no generations.
        boolean comes = index.unique() && before.entity(entity.name()).isEmpty();
        if (!comes && !hasSame(before, entity.name(), index)) {
          boolean isNew = find(before, entity.name(), index.name()).isEmpty();
          int least = Math.max(isNew ? current : current + 1, Math.toIntExact(epoch));
          generation = free(index.name(), least, tables, taken);
          taken.add(IndexStates.table(index.name(), generation));
        }
        if (generation > IndexStates.FIRST) {
          next.put(index.name(), generation);
        }
      }
    }
    return next;
  }

  /** Returns the first number, from one on, whose table is there neither yet nor by a design. */
  private static int free(String index, int from, Set<String> tables, Set<String> taken) {
    int generation = from;
    // The name of an index is its own; only a table that was left over can be in its way.
    while ((generation == IndexStates.FIRST ? tables : taken)
        .contains(IndexStates.table(index, generation))) {
      generation++;
    }
    String table = IndexStates.table(index, generation);
    if (table.length() > NAME_LENGTH_MAX) {
      throw new IllegalArgumentException(
          "index '"
              + index
              + "' would get the table '"
              + table
              + "', whose name has more than "
              + NAME_LENGTH_MAX
              + " characters; use a shorter name, or make the change while the store is stopped");
    }
    return generation;
  }

  /** Returns whether a design has an index in the same form. */
  static boolean hasSame(Design design, String entity, IndexDesign index) {
    return find(design, entity, index.name())
        .map(found -> new DesignChange.IndexChanged(entity, found, index))
        .filter(change -> change.differences().isEmpty())
        .isPresent();
  }

  /** Returns an index of an entity, if the design has both. */
  static Optional<IndexDesign> find(Design design, String entity, String index) {
    return design.entity(entity).stream()
        .flatMap(found -> found.indexes().stream())
        .filter(found -> found.name().equals(index))
        .findFirst();
  }
}
