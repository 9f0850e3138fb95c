package org.portolan.design.evolve;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.portolan.design.CollectionDesign;
import org.portolan.design.ColumnRule;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.DesignDifferences;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.IndexDesign.OrderColumn;
import org.portolan.design.PortableDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.types.Collation;
import org.portolan.types.Column;
import org.portolan.types.ScalarType;

/** Finds the changes from the design of a store to another design. */
public final class DesignDiff {
  private final List<DesignChange> changes = new ArrayList<>();

  private final Design original;
  private final Design stored;
  private final Design given;
  private final Renames renames;
  private final boolean moves;

  private DesignDiff(Design original, Design given, Renames renames, boolean moves) {
    this.original = original;
    this.stored = renames.applied(original);
    this.given = given;
    this.renames = renames;
    this.moves = moves;
  }

  /**
   * Returns the changes between two designs, in the order of the stored one. An index whose layout
   * the given design leaves to the store keeps the layout that it has.
   *
   * @return empty exactly if {@link DesignDifferences#between} is empty
   */
  public static List<DesignChange> between(Design stored, Design given) {
    return between(stored, given, Renames.NONE);
  }

  /**
   * As above, with columns that have another name in the given design. Other changes of such a
   * column, and of parts that name it, have its new name before and after.
   *
   * @throws IllegalArgumentException if the renames do not lead from one design to the other
   */
  public static List<DesignChange> between(Design stored, Design given, Renames renames) {
    return between(stored, given, renames, false);
  }

  /**
   * As {@link #between(Design, Design)}, but an index with an automatic layout moves to the layout
   * that the given design names: the change that a store makes by itself.
   */
  public static List<DesignChange> withPresentLayouts(Design stored, Design given) {
    return between(stored, given, Renames.NONE, true);
  }

  private static List<DesignChange> between(
      Design stored, Design given, Renames renames, boolean moves) {
    renames.requireFit(stored, given);
    DesignDiff diff = new DesignDiff(stored, given, renames, moves);
    if (!stored.name().equals(given.name())) {
      diff.changes.add(new DesignChange.NameChanged(stored.name(), given.name()));
    }
    diff.parts(
        diff.stored.entities(),
        given.entities(),
        EntityDesign::name,
        DesignChange.EntityDropped::new,
        DesignChange.EntityAdded::new,
        diff::entity);
    return List.copyOf(diff.changes);
  }

  private void entity(EntityDesign before, EntityDesign after) {
    String entity = after.name();
    addIfDifferent(new DesignChange.KeyChanged(before, after));
    addIfDifferent(new DesignChange.KeyLayoutChanged(before, after));
    addIfDifferent(new DesignChange.PartitionChanged(before, after));
    parts(
        before.families(),
        after.families(),
        FamilyDesign::name,
        family -> new DesignChange.FamilyDropped(entity, family),
        family -> new DesignChange.FamilyAdded(entity, family),
        (one, other) -> {});
    List<String> families = before.families().stream().map(FamilyDesign::name).toList();
    List<String> newFamilies = after.families().stream().map(FamilyDesign::name).toList();
    if (isReordered(families, newFamilies) || !families.get(0).equals(newFamilies.get(0))) {
      changes.add(new DesignChange.FamiliesReordered(entity, families, newFamilies));
    }
    Set<String> rekeyed = new TreeSet<>();
    collations(before, after, rekeyed);
    for (FamilyDesign family : before.families()) {
      after.families().stream()
          .filter(other -> other.name().equals(family.name()))
          .forEach(other -> family(entity, family, other, rekeyed));
    }
    parts(
        before.collections(),
        after.collections(),
        CollectionDesign::name,
        items -> new DesignChange.CollectionDropped(entity, items),
        items -> new DesignChange.CollectionAdded(entity, items),
        (one, other) -> collection(entity, one, other));
    parts(
        before.indexes(),
        after.indexes(),
        IndexDesign::name,
        index -> new DesignChange.IndexDropped(entity, index),
        index -> new DesignChange.IndexAdded(entity, index),
        (one, other) -> index(entity, one, other, rekeyed));
    parts(
        before.counters(),
        after.counters(),
        CounterDesign::name,
        counter -> new DesignChange.CounterDropped(entity, counter),
        counter -> new DesignChange.CounterAdded(entity, counter),
        (one, other) -> addIfDifferent(new DesignChange.CounterChanged(entity, one, other)));
    parts(
        before.extremes(),
        after.extremes(),
        ExtremeDesign::name,
        extreme -> new DesignChange.ExtremeDropped(entity, extreme),
        extreme -> new DesignChange.ExtremeAdded(entity, extreme),
        (one, other) -> extreme(entity, one, other, rekeyed));
    parts(
        before.references(),
        after.references(),
        ReferenceDesign::name,
        reference -> new DesignChange.ReferenceDropped(entity, reference),
        reference -> new DesignChange.ReferenceAdded(entity, reference),
        (one, other) -> addIfDifferent(new DesignChange.ReferenceChanged(entity, one, other)));
  }

  /** Compares how indexes compare the columns, whether or not the design says it for a column. */
  private void collations(EntityDesign before, EntityDesign after, Set<String> rekeyed) {
    Map<String, Collation> ones = stored.collations(before);
    Map<String, Collation> others = given.collations(after);
    for (Column column : before.columns().toList()) {
      if (after.column(column.name()).isPresent()) {
        Collation one = ones.getOrDefault(column.name(), Collation.BINARY);
        Collation other = others.getOrDefault(column.name(), Collation.BINARY);
        if (one != other) {
          changes.add(new DesignChange.CollationChanged(after.name(), column.name(), one, other));
          rekeyed.add(column.name());
        }
      }
    }
  }

  private void family(String entity, FamilyDesign before, FamilyDesign after, Set<String> rekeyed) {
    Part part = Part.family(entity, after.name());
    renamed(part);
    columns(part, before.columns(), before::rule, after.columns(), after::rule, rekeyed);
    rules(part, before.columns(), before::rule, after.columns(), after::rule);
  }

  private void collection(String entity, CollectionDesign before, CollectionDesign after) {
    Part part = Part.collection(entity, after.name());
    addIfDifferent(new DesignChange.ItemKeyChanged(entity, before, after));
    addIfDifferent(new DesignChange.StorageChanged(entity, before, after));
    renamed(part);
    Set<String> notIndexed = new TreeSet<>();
    columns(part, before.columns(), before::rule, after.columns(), after::rule, notIndexed);
    rules(part, before.columns(), before::rule, after.columns(), after::rule);
  }

  private void renamed(Part part) {
    EntityDesign entity = original.entity(part.entity()).orElseThrow();
    List<Column> columns =
        part.kind() == Part.Kind.FAMILY
            ? entity.families().stream()
                .filter(family -> family.name().equals(part.name()))
                .flatMap(family -> family.columns().stream())
                .toList()
            : entity.collection(part.name()).orElseThrow().columns();
    for (Column column : columns) {
      String after = renames.after(part.entity(), part.name(), column.name());
      if (!after.equals(column.name())) {
        changes.add(new DesignChange.ColumnRenamed(part, column.name(), after));
      }
    }
  }

  private void columns(
      Part part,
      List<Column> before,
      Function<String, ColumnRule> ruleBefore,
      List<Column> after,
      Function<String, ColumnRule> ruleAfter,
      Set<String> rekeyed) {
    parts(
        before,
        after,
        Column::name,
        column -> new DesignChange.ColumnDropped(part, column),
        column -> new DesignChange.ColumnAdded(part, column, ruleAfter.apply(column.name())),
        (one, other) -> {
          if (!one.equals(other)) {
            rekeyed.add(one.name());
            changes.add(
                new DesignChange.ColumnRetyped(
                    part, one, other, ruleBefore.apply(one.name()), ruleAfter.apply(other.name())));
          }
        });
    List<String> names = before.stream().map(Column::name).toList();
    List<String> newNames = after.stream().map(Column::name).toList();
    if (isReordered(names, newNames)) {
      changes.add(new DesignChange.ColumnsReordered(part, names, newNames));
    }
  }

  private void rules(
      Part part,
      List<Column> before,
      Function<String, ColumnRule> ruleBefore,
      List<Column> after,
      Function<String, ColumnRule> ruleAfter) {
    for (Column column : before) {
      if (after.contains(column) && column.type() instanceof ScalarType) {
        ColumnRule one = ruleBefore.apply(column.name());
        ColumnRule other = ruleAfter.apply(column.name());
        addIfDifferent(new DesignChange.RuleChanged(part, column, one, other));
      }
    }
  }

  private void index(String entity, IndexDesign before, IndexDesign other, Set<String> rekeyed) {
    IndexDesign after = moves ? other : PortableDesign.withPresentLayout(other, before);
    if (!addIfDifferent(new DesignChange.IndexChanged(entity, before, after))) {
      entries(entity, "index", after, rekeyed);
    }
  }

  private void extreme(
      String entity, ExtremeDesign before, ExtremeDesign after, Set<String> rekeyed) {
    if (!addIfDifferent(new DesignChange.ExtremeChanged(entity, before, after))
        && after.layout().isPresent()) {
      entries(entity, "counter", after.list(), rekeyed);
    }
  }

  private void entries(String entity, String kind, IndexDesign list, Set<String> rekeyed) {
    List<String> columns =
        Stream.concat(list.on().stream(), list.order().stream().map(OrderColumn::column))
            .filter(rekeyed::contains)
            .distinct()
            .toList();
    if (!columns.isEmpty()) {
      changes.add(new DesignChange.EntriesChanged(entity, kind, list, columns));
    }
  }

  private boolean addIfDifferent(DesignChange change) {
    return !change.differences().isEmpty() && changes.add(change);
  }

  /** Adds the parts that only one side has, and passes on those that both sides have. */
  private <T> void parts(
      List<T> before,
      List<T> after,
      Function<T, String> name,
      Function<T, DesignChange> dropped,
      Function<T, DesignChange> added,
      BiConsumer<T, T> both) {
    Set<String> names = new LinkedHashSet<>();
    before.forEach(part -> names.add(name.apply(part)));
    after.forEach(part -> names.add(name.apply(part)));
    for (String each : names) {
      Optional<T> one = before.stream().filter(part -> name.apply(part).equals(each)).findFirst();
      Optional<T> other = after.stream().filter(part -> name.apply(part).equals(each)).findFirst();
      Consumer<T> onlyBefore = part -> changes.add(dropped.apply(part));
      Consumer<T> onlyAfter = part -> changes.add(added.apply(part));
      if (other.isEmpty()) {
        one.ifPresent(onlyBefore);
      } else if (one.isEmpty()) {
        other.ifPresent(onlyAfter);
      } else {
        both.accept(one.get(), other.get());
      }
    }
  }

  private static boolean isReordered(List<String> before, List<String> after) {
    return !before.equals(after) && Set.copyOf(before).equals(Set.copyOf(after));
  }
}
