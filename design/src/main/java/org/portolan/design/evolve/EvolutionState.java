package org.portolan.design.evolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.IndexDesign;

/**
 * What a store keeps about its evolution: the slots of its rows, the generations of its indexes,
 * and the change of the design that is under way. A store whose design never changed has none.
 * Immutable.
 *
 * @param epoch rises with every change of this state, so that no text of it occurs twice
 * @param slots those in force
 * @param generations of the indexes that the store had before the change under way, by their names;
 *     those of the first generation may be left out
 * @param remainders of counters, see {@link CounterStates}; a change begins and ends with others
 * @param uniqueGenerations whether a unique index was ever added on line to an entity that there
 *     was before: its table may have a generation, which earlier releases do not expect
 * @param underWay the change of the design that has begun and not ended
 */
public record EvolutionState(
    long epoch,
    Slots slots,
    Map<String, Integer> generations,
    Map<String, Long> remainders,
    boolean uniqueGenerations,
    Optional<UnderWay> underWay) {
  /** The newest version of the text that this release reads and writes. */
  public static final int FORMAT_VERSION = 7;

  /** From this version on, the text tells of generations, and of changes that are made on line. */
  public static final int WITH_GENERATIONS = 2;

  /** From this version on, the text tells how counters are read. */
  public static final int WITH_COUNTERS = 3;

  /** From this version on, a change that is made on line may add columns and tables of rows. */
  public static final int WITH_ADDITIONS = 4;

  /** From this version on, a change that is made on line may drop them, and counters. */
  public static final int WITH_DROPS = 5;

  /** From this version on, a unique index may have a generation, and be built on line. */
  public static final int WITH_UNIQUE_GENERATIONS = 6;

  /** From this version on, a change that is made on line may add counters to entities. */
  public static final int WITH_NEW_COUNTERS = 7;

  /** What has been done of a change. Each step is begun when the one before has ended. */
  public enum Step {
    /** The store is closed to everybody else; its rows are settled and looked at. */
    BEGUN(false),
    /** Tables are created and altered. The design in force is still the old one. */
    ALTERING(false),
    /** The new design is in force; what the old one had more is removed. */
    REMOVING(true),
    /** The change is given up; what it has added is removed. */
    CANCELLING(false),

    /** On line: tables are created and altered for what is added. */
    PREPARING(false),
    /** On line: what is added can be decoded, and so can the tables of new generations. */
    ANNOUNCED(false),
    /**
     * On line: writes keep what is added, and remove it with its row; they remove entries from new
     * generations, and change new counters if their row is counted.
     */
    DELETING(false),
    /**
     * On line: writes add entries to new generations and count their rows too; all other rows are
     * listed and counted.
     */
    WRITING(false),
    /**
     * On line: the new design is in force; writes go on in what the old one had more, and no
     * application sees it.
     */
    SWITCHED(true),
    /** On line: nobody writes to what the old design had more; it is removed. */
    RETIRING(true),
    /** On line: the change is given up; writes still remove entries from new generations. */
    WITHDRAWING(false),
    /** On line: nobody writes to the new generations; they are removed. */
    WITHDRAWN(false);

    private final boolean targetInForce;

    Step(boolean targetInForce) {
      this.targetInForce = targetInForce;
    }

    /** Returns whether stores can be opened meanwhile: applications go on. */
    public boolean isOnline() {
      return compareTo(PREPARING) >= 0;
    }

    /** Returns whether the new design is in force, so that the change cannot be given up. */
    public boolean isTargetInForce() {
      return targetInForce;
    }

    /** Returns the step as the text spells it. */
    public String spelling() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A change that is under way.
   *
   * @param target the new design
   * @param removals what is removed at the end: a table, or a family as {@code table.family}
   * @param nextGenerations of the target's indexes, as those of the state once the change is made
   * @param shards how many shards are read meanwhile, see {@link CounterStates}
   * @param adds whether it is made on line and adds entities, families, collections or columns
   * @param drops whether it is made on line and drops some of them, or counters
   * @param counts whether it is made on line and adds counters to entities that are there
   */
  public record UnderWay(
      Step step,
      Design target,
      Renames renames,
      List<String> removals,
      Map<String, Integer> nextGenerations,
      Map<String, Integer> shards,
      boolean adds,
      boolean drops,
      boolean counts) {
    public UnderWay {
      removals = List.copyOf(removals);
      nextGenerations = IndexStates.sorted(nextGenerations);
      shards = CounterStates.sortedShards(shards);
    }

    /** A change that adds and drops none of these, or is made in a stopped store. */
    public UnderWay(
        Step step,
        Design target,
        Renames renames,
        List<String> removals,
        Map<String, Integer> nextGenerations,
        Map<String, Integer> shards) {
      this(step, target, renames, removals, nextGenerations, shards, false, false, false);
    }

    /** A change that leaves the shards of counters, or is made while the store is stopped. */
    public UnderWay(
        Step step,
        Design target,
        Renames renames,
        List<String> removals,
        Map<String, Integer> nextGenerations) {
      this(step, target, renames, removals, nextGenerations, Map.of());
    }

    /** A change of a store without generations. */
    public UnderWay(Step step, Design target, Renames renames, List<String> removals) {
      this(step, target, renames, removals, Map.of());
    }

    UnderWay at(Step next) {
      return new UnderWay(
          next, target, renames, removals, nextGenerations, shards, adds, drops, counts);
    }
  }

  public EvolutionState {
    if (epoch < 1) {
      throw new IllegalArgumentException("an epoch is at least 1 but is " + epoch);
    }
    generations = IndexStates.sorted(generations);
    remainders = CounterStates.sortedRemainders(remainders);
  }

  /** The state of a store without generations. */
  public EvolutionState(long epoch, Slots slots, Optional<UnderWay> underWay) {
    this(epoch, slots, Map.of(), underWay);
  }

  /** The state of a store whose counters have no remainders. */
  public EvolutionState(
      long epoch, Slots slots, Map<String, Integer> generations, Optional<UnderWay> underWay) {
    this(epoch, slots, generations, Map.of(), false, underWay);
  }

  /** The state of a store whose unique indexes have no generations. */
  public EvolutionState(
      long epoch,
      Slots slots,
      Map<String, Integer> generations,
      Map<String, Long> remainders,
      Optional<UnderWay> underWay) {
    this(epoch, slots, generations, remainders, false, underWay);
  }

  /** Returns the next state: a change has come to a step. */
  public EvolutionState at(Step step, Slots inForce) {
    return new EvolutionState(
        epoch + 1,
        inForce,
        generations,
        remainders,
        uniqueGenerations,
        Optional.of(underWay.orElseThrow().at(step)));
  }

  /**
   * Returns the remainders after a change that is made while the store is stopped: those of
   * counters that are not built anew.
   *
   * @param old the design before, with the columns' names of the target
   */
  public Map<String, Long> remaindersKept(Design old, Design target) {
    Map<String, Long> kept = new TreeMap<>();
    for (EntityDesign entity : target.entities()) {
      for (CounterDesign counter : entity.counters()) {
        boolean stays =
            old.entity(entity.name()).stream()
                .flatMap(found -> found.counters().stream())
                .anyMatch(
                    found ->
                        found.name().equals(counter.name())
                            && found.counted().equals(counter.counted())
                            && found.shards() == counter.shards());
        if (stays && remainders.containsKey(counter.name())) {
          kept.put(counter.name(), remainders.get(counter.name()));
        }
      }
    }
    return kept;
  }

  /** Returns the same state with other remainders of counters; it must not be written as it is. */
  public EvolutionState with(Map<String, Long> otherRemainders) {
    return new EvolutionState(
        epoch, slots, generations, otherRemainders, uniqueGenerations, underWay);
  }

  /**
   * Returns the same state, whose unique indexes may have generations; it must not be written as it
   * is.
   */
  public EvolutionState withUniqueGenerations() {
    return new EvolutionState(epoch, slots, generations, remainders, true, underWay);
  }

  /** Returns the next state: a change begins. */
  public EvolutionState beginning(UnderWay change) {
    return new EvolutionState(
        epoch + 1, slots, generations, remainders, uniqueGenerations, Optional.of(change));
  }

  /**
   * Returns the next state: no change is under way. It was made if its target is in force, and was
   * given up otherwise.
   */
  public EvolutionState ended(Slots inForce) {
    return new EvolutionState(
        epoch + 1, inForce, generationsInForce(), remainders, uniqueGenerations, Optional.empty());
  }

  /** Returns whether the change under way is made on line and adds something. */
  public boolean adds() {
    return underWay.filter(UnderWay::adds).isPresent();
  }

  /** Returns whether the change under way is made on line and drops something. */
  public boolean drops() {
    return underWay.filter(UnderWay::drops).isPresent();
  }

  /** Returns whether the change under way is made on line and adds counters to entities. */
  public boolean counts() {
    return underWay.filter(UnderWay::counts).isPresent();
  }

  /**
   * Returns the slots once the target of the change under way is in force. Those of what it drops
   * are among them until its end.
   *
   * @param text the design that the store's text of it names; the change is not in force yet
   */
  public Slots nextSlots(Design text) {
    UnderWay change = underWay.orElseThrow();
    return slots.after(text, Additions.widened(text, change.target()), change.renames());
  }

  /** Returns whether the target of the change under way is in force, and drops something. */
  public boolean hasDropped() {
    return drops() && underWay.orElseThrow().step().isTargetInForce();
  }

  /**
   * Returns the slots after the change under way: without a use are those of what it has dropped.
   */
  public Slots slotsAtEnd() {
    if (!hasDropped()) {
      return slots;
    }
    Design target = underWay.orElseThrow().target();
    return slots.after(target, target, Renames.NONE);
  }

  /** Returns how the counters are read. */
  public CounterStates counterStates() {
    return new CounterStates(underWay.map(UnderWay::shards).orElse(Map.of()), remainders);
  }

  /**
   * Returns the design in force.
   *
   * @param text the design that the store's text of it names; it is replaced at the end of a change
   */
  public Design designInForce(Design text) {
    return underWay
        .filter(change -> change.step().isTargetInForce())
        .map(UnderWay::target)
        .orElse(text);
  }

  /**
   * Returns the generations after a change that is made while the store is stopped. An index stays
   * in its table, also if that is built anew; one that is dropped, becomes unique or is unique no
   * more has no generation any more.
   */
  public Map<String, Integer> generationsKept(Design old, Design target) {
    Map<String, Integer> kept = new TreeMap<>();
    for (EntityDesign entity : target.entities()) {
      for (IndexDesign index : entity.indexes()) {
        boolean stays =
            index.within().isEmpty()
                && OnlineChanges.find(old, entity.name(), index.name())
                    .filter(found -> found.unique() == index.unique())
                    .isPresent();
        if (stays && generations.containsKey(index.name())) {
          kept.put(index.name(), generations.get(index.name()));
        }
      }
    }
    return kept;
  }

  private Map<String, Integer> generationsInForce() {
    return underWay
        .filter(change -> change.step().isTargetInForce())
        .map(UnderWay::nextGenerations)
        .orElse(generations);
  }

  /**
   * Returns where the indexes of the design in force are, and what else is to be maintained or
   * read. It follows from the two texts alone, so all processes that have read them do the same.
   *
   * @param text the design that the store's text of it names
   */
  public IndexStates indexStates(Design text) {
    return new IndexStates(generationsInForce(), shadows(text), counterStates());
  }

  private List<Shadow> shadows(Design text) {
    if (underWay.isEmpty() || !underWay.get().step().isOnline()) {
      return List.of();
    }
    UnderWay change = underWay.get();
    Design target = change.target();
    return switch (change.step()) {
      case PREPARING, ANNOUNCED, WITHDRAWN ->
          only(target, change.nextGenerations(), text, IndexState.KNOWN);
      case DELETING, WITHDRAWING ->
          only(target, change.nextGenerations(), text, IndexState.DELETE_ONLY);
      case WRITING -> only(target, change.nextGenerations(), text, IndexState.WRITE_ONLY);
      case SWITCHED -> only(text, generations, target, IndexState.WRITE_ONLY);
      case RETIRING -> only(text, generations, target, IndexState.KNOWN);
      case BEGUN, ALTERING, REMOVING, CANCELLING -> List.of();
    };
  }

  /**
   * Returns the indexes that a design has and the other one has not, or in another form; not those
   * of an entity that the other one does not have.
   */
  private static List<Shadow> only(
      Design design, Map<String, Integer> generations, Design other, IndexState state) {
    List<Shadow> only = new ArrayList<>();
    for (EntityDesign entity : design.entities()) {
      if (other.entity(entity.name()).isEmpty()) {
        continue;
      }
      for (IndexDesign index : entity.indexes()) {
        if (index.within().isEmpty() && !OnlineChanges.hasSame(other, entity.name(), index)) {
          int generation = generations.getOrDefault(index.name(), IndexStates.FIRST);
          only.add(new Shadow(entity.name(), index, generation, state));
        }
      }
    }
    return only;
  }
}
