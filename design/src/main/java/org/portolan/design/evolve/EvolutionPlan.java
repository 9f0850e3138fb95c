package org.portolan.design.evolve;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.DesignDifferences;
import org.portolan.design.PortableDesign;
import org.portolan.design.evolve.StoreFigures.Precision;
import org.portolan.design.evolve.StoreFigures.Units;
import org.portolan.design.evolve.Verdict.Possible;
import org.portolan.design.evolve.Verdict.Refused;
import org.portolan.design.evolve.Work.Unit;

/**
 * The way of a store from its design to another one. Immutable.
 *
 * @param given with the present layouts of indexes that are automatic
 * @param steps the changes that can be made, in the order in which they are made: first those at
 *     once, then what is checked and built, at last what is removed
 * @param refusals the changes that cannot be made; a plan with any of them is not carried out
 * @param keptOptions options of tables that differ, which tables keep as they were created
 * @param newCounters which counters the engine of the store can add while applications go on
 */
public record EvolutionPlan(
    Design stored,
    Design given,
    Renames renames,
    List<Step> steps,
    List<Refusal> refusals,
    List<String> keptOptions,
    NewCounters newCounters) {

  public EvolutionPlan {
    steps = List.copyOf(steps);
    refusals = List.copyOf(refusals);
    keptOptions = List.copyOf(keptOptions);
  }

  /** A change that can be made. */
  public record Step(DesignChange change, Way way, List<Effect> effects, Work work) {
    public Step {
      effects = List.copyOf(effects);
    }
  }

  /**
   * A change that cannot be made.
   *
   * @param change empty if the engine cannot keep the new design, whatever the change
   */
  public record Refusal(Optional<DesignChange> change, String reason, String remedy) {}

  /**
   * Plans the way from one design to another.
   *
   * @param given made concrete for the engine of the store
   * @param figures of the store; {@link StoreFigures#NONE} if nothing is known of its rows
   * @param engineRefusals why the engine cannot keep the given design, each with a way out
   * @throws IllegalArgumentException if the renames do not lead from one design to the other
   */
  public static EvolutionPlan of(
      Design stored,
      Design given,
      Renames renames,
      StoreFigures figures,
      List<String> engineRefusals) {
    List<DesignChange> changes = DesignDiff.between(stored, given, renames);
    ChangeRules rules = new ChangeRules(changes);
    List<Step> steps = new ArrayList<>();
    List<Refusal> refusals = new ArrayList<>();
    for (String reason : engineRefusals) {
      refusals.add(new Refusal(Optional.empty(), reason, ""));
    }
    for (DesignChange change : changes) {
      Verdict verdict = rules.of(change);
      if (verdict instanceof Refused refused) {
        refusals.add(new Refusal(Optional.of(change), refused.reason(), refused.remedy()));
      } else if (verdict instanceof Possible possible) {
        steps.add(
            new Step(change, possible.way(), possible.effects(), work(change, possible, figures)));
      }
    }
    steps.sort(Comparator.comparing(Step::way));
    return new EvolutionPlan(
        stored,
        PortableDesign.withPresentLayouts(given, stored),
        renames,
        steps,
        refusals,
        DesignDifferences.ofOptions(renames.applied(stored), given),
        NewCounters.ANY);
  }

  /** Returns the same plan for a store on an engine that can add such counters on line. */
  public EvolutionPlan on(NewCounters ability) {
    return new EvolutionPlan(stored, given, renames, steps, refusals, keptOptions, ability);
  }

  /** Returns whether every change can be made. */
  public boolean isPossible() {
    return refusals.isEmpty();
  }

  /** Returns whether the changes can be made while applications go on. */
  public OnlineChanges online() {
    return OnlineChanges.between(stored, given, renames).on(newCounters);
  }

  /** Returns whether the designs do not differ. */
  public boolean isEmpty() {
    return steps.isEmpty() && refusals.isEmpty();
  }

  private static Work work(DesignChange change, Possible possible, StoreFigures figures) {
    return switch (possible.way()) {
      case AT_ONCE -> Work.NONE;
      case CHECKED -> checking(change, figures);
      case BUILT -> building(change, figures);
      case REMOVED -> removing(change, figures);
    };
  }

  private static Work checking(DesignChange change, StoreFigures figures) {
    boolean ofItems =
        (change instanceof DesignChange.RuleChanged rule
                && rule.part().kind() == Part.Kind.COLLECTION)
            || (change instanceof DesignChange.ColumnRetyped retyped
                && retyped.part().kind() == Part.Kind.COLLECTION);
    return Work.reading(ofItems, figures.rowsOf(change.entity()));
  }

  private static Work building(DesignChange change, StoreFigures figures) {
    Optional<Units> rows = figures.rowsOf(change.entity());
    if (change instanceof DesignChange.CounterAdded added) {
      return counting(added.counter(), rows);
    } else if (change instanceof DesignChange.CounterChanged changed) {
      return counting(changed.after(), rows);
    }
    return Work.reading(false, rows).writing(Unit.ENTRY, figures.given(list(change)));
  }

  private static Work counting(CounterDesign counter, Optional<Units> rows) {
    return Work.reading(counter.collection().isPresent(), rows)
        .writing(Unit.NUMBER, Optional.of(new Units(1, Precision.EXACT, OptionalLong.empty())));
  }

  private static Work removing(DesignChange change, StoreFigures figures) {
    if (change instanceof DesignChange.EntityDropped dropped) {
      return Work.removing(Unit.ROW, figures.rowsOf(dropped.entity()));
    } else if (change instanceof DesignChange.CounterDropped) {
      return Work.removing(
          Unit.NUMBER, Optional.of(new Units(1, Precision.EXACT, OptionalLong.empty())));
    } else if (change instanceof DesignChange.FamilyDropped dropped) {
      return Work.removing(Unit.ROW_PART, figures.rowsOf(dropped.entity()).map(Work::withoutBytes));
    } else if (change instanceof DesignChange.CollectionDropped) {
      return Work.removing(Unit.ITEM, Optional.empty());
    }
    return Work.removing(Unit.ENTRY, figures.stored(list(change)));
  }

  /** Returns the key of the list that a change builds or removes. */
  private static String list(DesignChange change) {
    if (change instanceof DesignChange.IndexAdded index) {
      return StoreFigures.index(index.index().name());
    } else if (change instanceof DesignChange.IndexDropped index) {
      return StoreFigures.index(index.index().name());
    } else if (change instanceof DesignChange.IndexChanged index) {
      return StoreFigures.index(index.after().name());
    } else if (change instanceof DesignChange.EntriesChanged entries) {
      return entries.kind() + " " + entries.list().name();
    } else if (change instanceof DesignChange.ExtremeAdded extreme) {
      return StoreFigures.counter(extreme.extreme().name());
    } else if (change instanceof DesignChange.ExtremeDropped extreme) {
      return StoreFigures.counter(extreme.extreme().name());
    } else if (change instanceof DesignChange.ExtremeChanged extreme) {
      return StoreFigures.counter(extreme.after().name());
    } else if (change instanceof DesignChange.ReferenceChanged changed) {
      return StoreFigures.reference(changed.entity(), changed.after().name());
    } else if (change instanceof DesignChange.ReferenceAdded added) {
      return StoreFigures.reference(added.entity(), added.reference().name());
    } else if (change instanceof DesignChange.ReferenceDropped dropped) {
      return StoreFigures.reference(dropped.entity(), dropped.reference().name());
    }
    throw new IllegalArgumentException("no list belongs to " + change);
  }
}
