package org.portolan.data.evolution;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.portolan.data.history.RandomAddition;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.ColumnRule;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.evolve.ChangeRules;
import org.portolan.design.evolve.DesignChange;
import org.portolan.design.evolve.DesignDiff;
import org.portolan.design.evolve.NewCounters;
import org.portolan.design.evolve.OnlineChanges;
import org.portolan.design.evolve.Renames;
import org.portolan.design.evolve.Verdict;
import org.portolan.design.index.HashedPartitions;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.OrderedTree;
import org.portolan.design.index.Representation;
import org.portolan.design.index.SinglePartition;
import org.portolan.design.key.PlainKey;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;

/** Random changes of a design that a store can make, from a source of random numbers. */
final class RandomEvolution {
  private static final int CHANGES_MAX = 6;

  private final Design before;
  private final Random random;
  private final List<Storage> storages;
  private final Optional<NewCounters> online;
  private Design target;
  private Renames renames = Renames.NONE;

  private RandomEvolution(
      Design before, Random random, List<Storage> storages, Optional<NewCounters> online) {
    this.online = online;
    this.before = before;
    this.random = random;
    this.storages = storages;
    this.target = before;
  }

  /** Returns an addition that can be made while applications go on. */
  static RandomEvolution adding(Design before, Random random, boolean items) {
    RandomEvolution evolution = new RandomEvolution(before, random, List.of(), Optional.empty());
    evolution.target = new RandomAddition(random, items).to(before);
    return evolution;
  }

  /**
   * @param storages of new collections
   */
  static RandomEvolution of(Design before, Random random, List<Storage> storages) {
    return of(before, random, storages, Optional.empty());
  }

  /**
   * As {@link #of(Design, Random, List)}, while applications go on; mostly something is dropped.
   */
  static RandomEvolution online(
      Design before, Random random, List<Storage> storages, NewCounters counters) {
    return of(before, random, storages, Optional.of(counters));
  }

  private static RandomEvolution of(
      Design before, Random random, List<Storage> storages, Optional<NewCounters> online) {
    RandomEvolution evolution = new RandomEvolution(before, random, storages, online);
    for (int tries = 0; tries < 200 && evolution.target.equals(before); tries++) {
      for (int change = 1 + random.nextInt(CHANGES_MAX); change > 0; change--) {
        evolution.change();
      }
    }
    if (evolution.target.equals(before)) {
      throw new AssertionError("no change of this design is possible: " + before);
    }
    return evolution;
  }

  Design target() {
    return target;
  }

  Renames renames() {
    return renames;
  }

  @Override
  public String toString() {
    return DesignDiff.between(before, target, renames).stream()
        .flatMap(change -> change.differences().stream())
        .toList()
        .toString();
  }

  private void change() {
    switch (random.nextInt(15)) {
      case 0 -> take(entities(this::withAnotherEntity), renames);
      case 1 -> take(entities(this::withoutAnEntity), renames);
      case 2 -> take(inEntity(this::withAnotherFamily), renames);
      case 3 -> take(inEntity(this::withoutAFamily), renames);
      case 4 -> take(inEntity(this::withAnotherCollection), renames);
      case 5 -> take(inEntity(this::withoutACollection), renames);
      case 6 -> rename();
      case 7 -> take(inColumns(this::without), renames);
      case 8 -> take(inColumns(this::widened), renames);
      case 9 -> take(inColumns(this::ruled), renames);
      case 10 -> take(inEntity(this::withAnotherIndex), renames);
      case 11 -> take(inEntity(this::withoutAnIndex), renames);
      case 12 -> take(inEntity(this::withAnotherCounter), renames);
      case 13 -> take(inEntity(this::withoutACounter), renames);
      default -> take(inColumns(this::withAnother), renames);
    }
  }

  /** Takes a design over if it is sound and a store can come to it. */
  private void take(Design candidate, Renames others) {
    if (!DesignReader.problems(candidate).isEmpty()) {
      return;
    }
    List<DesignChange> changes;
    try {
      changes = DesignDiff.between(before, candidate, others);
    } catch (IllegalArgumentException renamesDoNotFit) {
      return;
    }
    ChangeRules rules = new ChangeRules(changes);
    boolean possible = changes.stream().map(rules::of).allMatch(Verdict.Possible.class::isInstance);
    if (possible
        && !loosens(changes)
        && !changesEntriesWithin(changes)
        && (online.isEmpty()
            || OnlineChanges.between(before, candidate, others).on(online.get()).isPossible())) {
      target = candidate;
      renames = others;
    }
  }

  /** Whether entries within the rows of another entity would change, which is refused. */
  private static boolean changesEntriesWithin(List<DesignChange> changes) {
    return changes.stream()
        .anyMatch(
            change ->
                change instanceof DesignChange.EntriesChanged entries
                    && entries.list().within().isPresent());
  }

  /** Whether a column that rows may lack would no longer be required, which is refused. */
  private static boolean loosens(List<DesignChange> changes) {
    return changes.stream()
        .anyMatch(
            change ->
                (change instanceof DesignChange.RuleChanged rule
                        && rule.before().required()
                        && !rule.after().required())
                    || (change instanceof DesignChange.ColumnRetyped retyped
                        && retyped.ruleBefore().required()
                        && !retyped.ruleAfter().required()));
  }

  private Design entities(UnaryOperator<List<EntityDesign>> change) {
    return new Design(before.name(), change.apply(new ArrayList<>(target.entities())));
  }

  private Design inEntity(UnaryOperator<EntityDesign> change) {
    return entities(
        all -> {
          int place = random.nextInt(all.size());
          all.set(place, change.apply(all.get(place)));
          return all;
        });
  }

  private List<EntityDesign> withAnotherEntity(List<EntityDesign> all) {
    String name = free("extra");
    boolean cells = storages.contains(Storage.CELLS);
    all.add(
        random.nextInt(all.size() + 1),
        new EntityDesign(
            name,
            List.of(KeyColumn.of("id", ScalarType.LONG)),
            new PlainKey(),
            Map.of(),
            List.of(
                new FamilyDesign(
                    "main",
                    List.of(
                        new Column("label", ScalarType.TEXT), new Column("n", ScalarType.INT)))),
            List.of(),
            List.of(
                new IndexDesign(
                    name + "_of_label",
                    List.of("label"),
                    List.of(),
                    new IndexLayout(
                        cells ? Representation.CELLS : Representation.OBJECT,
                        new SinglePartition()),
                    Optional.empty())),
            List.of(new CounterDesign(name + "_rows", Optional.empty(), 1, true))));
    return all;
  }

  private <T> List<T> withoutOne(List<T> parts) {
    List<T> rest = new ArrayList<>(parts);
    if (!rest.isEmpty()) {
      rest.remove(random.nextInt(rest.size()));
    }
    return rest;
  }

  private List<EntityDesign> withoutAnEntity(List<EntityDesign> all) {
    all.remove(random.nextInt(all.size()));
    return all;
  }

  private EntityDesign withAnotherFamily(EntityDesign entity) {
    List<FamilyDesign> families = new ArrayList<>(entity.families());
    List<Column> columns = new ArrayList<>();
    Map<String, ColumnRule> rules = new HashMap<>();
    for (int count = random.nextInt(3); count > 0; count--) {
      columns.add(column(rules));
    }
    families.add(1 + random.nextInt(families.size()), new FamilyDesign(free("f"), columns, rules));
    return entity.with(families, entity.collections());
  }

  private EntityDesign withoutAFamily(EntityDesign entity) {
    return entity.with(withoutOne(entity.families()), entity.collections());
  }

  private EntityDesign withAnotherCollection(EntityDesign entity) {
    List<CollectionDesign> collections = new ArrayList<>(entity.collections());
    Storage storage = storages.get(random.nextInt(storages.size()));
    List<Column> columns = random.nextInt(4) == 0 ? List.of() : List.of(column(new HashMap<>()));
    collections.add(
        new CollectionDesign(
            free("c"),
            List.of(KeyColumn.of("position", ScalarType.INT)),
            columns,
            storage,
            storage == Storage.TREE
                ? Optional.of(new OrderedTree(OrderedTree.MEMBERS_LEAST))
                : Optional.empty(),
            Optional.empty(),
            Map.of()));
    return entity.with(entity.families(), collections);
  }

  private EntityDesign withoutACollection(EntityDesign entity) {
    return entity.with(entity.families(), withoutOne(entity.collections()));
  }

  private EntityDesign withAnotherIndex(EntityDesign entity) {
    List<String> columns =
        entity
            .columns()
            .filter(
                column ->
                    column.type().equals(ScalarType.TEXT)
                        || column.type().equals(ScalarType.INT)
                        || column.type().equals(ScalarType.LONG))
            .map(Column::name)
            .toList();
    List<String> on =
        columns.isEmpty() ? List.of() : List.of(columns.get(random.nextInt(columns.size())));
    List<IndexDesign> indexes = new ArrayList<>(entity.indexes());
    // Sometimes an index of the same name in another form.
    boolean other = !indexes.isEmpty() && random.nextBoolean();
    int place = other ? random.nextInt(indexes.size()) : indexes.size();
    IndexDesign made =
        new IndexDesign(
            other ? indexes.get(place).name() : free("i"),
            on,
            List.of(),
            new IndexLayout(
                storages.contains(Storage.CELLS) ? Representation.CELLS : Representation.OBJECT,
                random.nextBoolean()
                    ? new SinglePartition()
                    : new HashedPartitions(2 + random.nextInt(3))),
            Optional.empty());
    if (other) {
      indexes.set(place, made);
    } else if (online.isPresent() && !on.isEmpty() && random.nextBoolean()) {
      indexes.add(IndexDesign.unique(made.name(), on, Map.of()));
    } else {
      indexes.add(made);
    }
    return entity.withIndexes(indexes);
  }

  private EntityDesign withoutAnIndex(EntityDesign entity) {
    return entity.withIndexes(withoutOne(entity.indexes()));
  }

  private EntityDesign withAnotherCounter(EntityDesign entity) {
    List<CounterDesign> counters = new ArrayList<>(entity.counters());
    // Sometimes the name of one that there was before.
    counters.add(
        new CounterDesign(
            entity.name() + (random.nextBoolean() ? "_again" : free("_")),
            Optional.empty(),
            1 + random.nextInt(3),
            true));
    return entity.withDerived(entity.indexes(), counters, entity.extremes());
  }

  private EntityDesign withoutACounter(EntityDesign entity) {
    return entity.withDerived(entity.indexes(), withoutOne(entity.counters()), entity.extremes());
  }

  private void rename() {
    EntityDesign entity = before.entities().get(random.nextInt(before.entities().size()));
    Map<String, List<Column>> parts = new HashMap<>();
    entity.families().forEach(family -> parts.put(family.name(), family.columns()));
    entity.collections().forEach(items -> parts.put(items.name(), items.columns()));
    List<String> names = parts.keySet().stream().sorted().toList();
    String part = names.get(random.nextInt(names.size()));
    List<Column> columns = parts.get(part);
    if (columns.isEmpty()) {
      return;
    }
    String column = columns.get(random.nextInt(columns.size())).name();
    if (renames.of(entity.name(), part).containsKey(column)) {
      return;
    }
    Renames more = new Renames(Map.of(entity.name(), Map.of(part, Map.of(column, free("r")))));
    Map<String, Map<String, Map<String, String>>> all = new HashMap<>();
    for (Renames each : List.of(renames, more)) {
      each.names()
          .forEach(
              (of, ofParts) ->
                  ofParts.forEach(
                      (name, own) ->
                          all.computeIfAbsent(of, any -> new HashMap<>())
                              .computeIfAbsent(name, any -> new HashMap<>())
                              .putAll(own)));
    }
    take(more.applied(target), new Renames(all));
  }

  private record Columns(List<Column> columns, Map<String, ColumnRule> rules) {}

  /** Changes the columns of a family or collection. */
  private Design inColumns(UnaryOperator<Columns> change) {
    return inEntity(
        entity -> {
          List<FamilyDesign> families = new ArrayList<>(entity.families());
          List<CollectionDesign> collections = new ArrayList<>(entity.collections());
          int place = random.nextInt(families.size() + collections.size());
          if (place < families.size()) {
            FamilyDesign family = families.get(place);
            Columns changed = change.apply(copy(family.columns(), family.rules()));
            Map<String, org.portolan.types.Collation> collations =
                new HashMap<>(family.collations());
            collations.keySet().retainAll(changed.columns().stream().map(Column::name).toList());
            families.set(
                place,
                new FamilyDesign(family.name(), changed.columns(), changed.rules(), collations));
          } else {
            CollectionDesign items = collections.get(place - families.size());
            Columns changed = change.apply(copy(items.columns(), items.rules()));
            collections.set(
                place - families.size(),
                new CollectionDesign(
                    items.name(),
                    items.itemKey(),
                    changed.columns(),
                    changed.rules(),
                    items.storage(),
                    items.tree(),
                    items.listedBy(),
                    items.options()));
          }
          return entity.with(families, collections);
        });
  }

  private static Columns copy(List<Column> columns, Map<String, ColumnRule> rules) {
    return new Columns(new ArrayList<>(columns), new HashMap<>(rules));
  }

  private Columns withAnother(Columns part) {
    part.columns().add(random.nextInt(part.columns().size() + 1), column(part.rules()));
    if (random.nextInt(4) == 0) {
      Collections.shuffle(part.columns(), random);
    }
    return part;
  }

  private Columns without(Columns part) {
    if (!part.columns().isEmpty()) {
      Column gone = part.columns().remove(random.nextInt(part.columns().size()));
      part.rules().remove(gone.name());
    }
    return part;
  }

  private Columns widened(Columns part) {
    part.columns()
        .replaceAll(
            column ->
                column.type().equals(ScalarType.INT)
                    ? new Column(column.name(), ScalarType.LONG)
                    : column);
    part.rules()
        .replaceAll(
            (column, rule) ->
                new ColumnRule(
                    rule.required(),
                    rule.defaultValue().map(RandomEvolution::wide),
                    rule.min().map(RandomEvolution::wide),
                    rule.max().map(RandomEvolution::wide),
                    rule.pattern()));
    return part;
  }

  private static Object wide(Object value) {
    return value instanceof Integer number ? (Object) number.longValue() : value;
  }

  /** Gives an integer bounds or a default that admit every random value. */
  private Columns ruled(Columns part) {
    for (Column column : part.columns()) {
      boolean isInt = column.type().equals(ScalarType.INT);
      if (isInt || column.type().equals(ScalarType.LONG)) {
        ColumnRule old = part.rules().getOrDefault(column.name(), ColumnRule.NONE);
        int bound = 1_000 + random.nextInt(3);
        part.rules()
            .put(
                column.name(),
                new ColumnRule(
                    old.required(),
                    old.required() || random.nextBoolean()
                        ? Optional.of(number(isInt, random.nextInt(4)))
                        : Optional.empty(),
                    random.nextBoolean() ? Optional.of(number(isInt, -bound)) : Optional.empty(),
                    random.nextBoolean() ? Optional.of(number(isInt, bound)) : Optional.empty(),
                    Optional.empty()));
      }
    }
    return part;
  }

  private static Object number(boolean isInt, int number) {
    return isInt ? (Object) number : (Object) (long) number;
  }

  private Column column(Map<String, ColumnRule> rules) {
    List<ColumnType> types =
        List.of(
            ScalarType.INT, ScalarType.INT, ScalarType.LONG, ScalarType.TEXT, ScalarType.BOOLEAN);
    ColumnType type = types.get(random.nextInt(types.size()));
    // Sometimes the name of a column that there was before.
    String name = random.nextInt(4) == 0 ? "again" : free("a");
    Map<ColumnType, Object> defaults =
        Map.of(
            ScalarType.INT, 7, ScalarType.LONG, 8L, ScalarType.TEXT, "x", ScalarType.BOOLEAN, true);
    int kind = random.nextInt(3);
    if (kind > 0) {
      rules.put(
          name,
          new ColumnRule(
              kind == 1,
              Optional.of(defaults.get(type)),
              Optional.empty(),
              Optional.empty(),
              Optional.empty()));
    } else {
      rules.remove(name);
    }
    return new Column(name, type);
  }

  private String free(String beginning) {
    return beginning + random.nextInt(1_000_000);
  }
}
