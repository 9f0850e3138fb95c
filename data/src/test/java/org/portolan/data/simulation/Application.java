package org.portolan.data.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.portolan.data.Columns;
import org.portolan.data.DataException;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreReader;
import org.portolan.data.history.Model;
import org.portolan.data.history.Operation;
import org.portolan.data.history.RandomDesign;
import org.portolan.data.history.RandomOperations;
import org.portolan.data.history.RandomValues;
import org.portolan.data.simulation.Judge.Ending;
import org.portolan.data.simulation.Writes.Rows;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.IndexDesign;
import org.portolan.engine.Durability;
import org.portolan.engine.EngineException;
import org.portolan.engine.simulated.Scheduler;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.engine.simulated.SimulationFailure;
import org.portolan.types.Tuple;

/** The operations of a process on the store: random writes, reads and upkeep, one after another. */
final class Application {
  private static final int OVERSIZE = 90_000;
  private static final Paging ALL_ITEMS = Paging.first(100);
  private static final long AGAIN_NANOS = 1_000_000_000;

  private final Scheduler scheduler;
  private final Judge judge;
  private final Design design;
  private final List<Target> targets;
  private final String name;
  private final Profile profile;
  private Store store;
  private Writes writes;
  private boolean loaded;

  /** A row that is written. */
  record Target(EntityDesign entity, Tuple key) {
    @Override
    public String toString() {
      return entity.name() + key;
    }
  }

  Application(
      Scheduler scheduler,
      Judge judge,
      Design design,
      List<Target> targets,
      String name,
      Profile profile) {
    this.profile = profile;
    this.scheduler = scheduler;
    this.judge = judge;
    this.design = design;
    this.targets = targets;
    this.name = name;
  }

  void use(Store opened) {
    store = opened;
    writes = new Writes(scheduler, judge, design, opened, name, profile.putsUnread());
  }

  /** Returns whether the last operation was an acknowledged write that is not synced. */
  boolean hasLoaded() {
    return loaded;
  }

  /** Makes one random operation. */
  void operate(RandomGenerator random) {
    loaded = false;
    switch (profile.mix().next(random)) {
      case WRITE_ONE -> write(random, 1);
      case WRITE_SEVERAL -> write(random, 2 + random.nextInt(2));
      case LOAD -> load(random);
      case RENAME -> rename(random);
      case TIE -> tie(random);
      case TAKE -> take(random);
      case OVERSIZE -> oversize(random);
      case READ -> read(random);
      case READ_INDEX -> readIndex(random);
      case MAINTAIN -> maintain();
      case CHECK -> check(false);
      case REPAIR -> check(true);
      case RECOUNT -> recount(random);
    }
  }

  private void maintain() {
    if (store.guarantee() == Store.Guarantee.ATOMIC) {
      upkeep("merge", () -> store.mergeDeltas() + " changes of delta buckets merged");
    } else {
      upkeep("sweep", () -> store.sweep().summary());
    }
  }

  private Target target(RandomGenerator random) {
    boolean crowd = profile.crowded() && random.nextBoolean();
    return targets.get(crowd ? 0 : random.nextInt(targets.size()));
  }

  private List<Target> some(RandomGenerator random, int rows) {
    List<Target> chosen = new ArrayList<>();
    while (chosen.size() < Math.min(rows, targets.size())) {
      Target target = target(random);
      if (!chosen.contains(target)) {
        chosen.add(target);
      }
    }
    return chosen;
  }

  private void write(RandomGenerator random, int rows) {
    List<Target> chosen = some(random, rows);
    long seed = random.nextLong();
    writes.write(
        chosen.toString(),
        Durability.SYNCED,
        all -> {
          Random values = new Random(seed);
          chosen.forEach(target -> change(all, target, values));
        });
  }

  /**
   * Makes a buffered write, as in a bulk load. On a store that changes each row by itself, it
   * changes no items: a check does not repair items that a server forgets, and a real load would be
   * run again.
   */
  private void load(RandomGenerator random) {
    boolean columnsOnly = store.guarantee() == Store.Guarantee.REPAIRED;
    List<Target> chosen = new ArrayList<>(some(random, 1 + random.nextInt(4)));
    if (columnsOnly && SimulatedDesign.refers(design)) {
      // If servers forget a host that was loaded, documents that were written later refer to none.
      chosen.removeIf(target -> target.entity().name().equals(RandomDesign.HOST));
    }
    long seed = random.nextLong();
    scheduler.log().met("operation: load");
    Ending ending =
        writes.write(
            "load " + chosen,
            Durability.BUFFERED,
            all -> {
              Random values = new Random(seed);
              for (Target target : chosen) {
                if (!columnsOnly) {
                  change(all, target, values);
                } else if (all.row(target).isEmpty() || values.nextBoolean()) {
                  all.put(target, row(target.entity(), values));
                } else {
                  all.update(target, changes(target.entity(), values));
                }
              }
            });
    loaded = ending == Ending.ACKNOWLEDGED;
  }

  private void change(Rows rows, Target target, Random random) {
    RandomValues values = new RandomValues(random);
    EntityDesign entity = target.entity();
    int choice = random.nextInt(10);
    if (random.nextBoolean() && rows.maybePutUnread(target, row(entity, random))) {
      if (choice < 1) {
        rows.delete(target);
      } else if (choice < 3) {
        rows.put(target, row(entity, random));
      } else if (choice < 5) {
        rows.update(target, changes(entity, random));
      } else if (choice < 8 && !entity.collections().isEmpty()) {
        items(rows, target, random, values);
      }
      return;
    }
    boolean stands = rows.row(target).isPresent();
    if (choice < 2) {
      rows.delete(target);
    } else if (!stands && choice < 7) {
      rows.insert(target, row(entity, random));
    } else if (!stands || choice < 4) {
      rows.put(target, row(entity, random));
    } else if (choice < 6 || entity.collections().isEmpty()) {
      rows.update(target, changes(entity, random));
    }
    if (choice >= 5 && !entity.collections().isEmpty()) {
      items(rows, target, random, values);
    }
  }

  private Map<String, Object> row(EntityDesign entity, Random random) {
    return referring(new RandomValues(random).row(entity), random);
  }

  private Map<String, Object> changes(EntityDesign entity, Random random) {
    return referring(new RandomValues(random).changes(entity), random);
  }

  /** Lets most rows that refer to a host refer to one that may be there. */
  private Map<String, Object> referring(Map<String, Object> values, Random random) {
    if (values.containsKey(SimulatedDesign.AT_HOST) && random.nextInt(10) > 0) {
      List<Target> hosts = hosts();
      values.put(
          SimulatedDesign.AT_HOST,
          random.nextInt(3) == 0 ? null : hosts.get(random.nextInt(hosts.size())).key().get(0));
    }
    return values;
  }

  private List<Target> hosts() {
    return targets.stream()
        .filter(target -> target.entity().name().equals(RandomDesign.HOST))
        .toList();
  }

  /** Ties a row to a host, which the same write may make or delete; or removes the row. */
  private void tie(RandomGenerator random) {
    if (!SimulatedDesign.refers(design)) {
      return;
    }
    List<Target> hosts = hosts();
    Target host = hosts.get(random.nextInt(hosts.size()));
    int number = random.nextInt(3);
    int choice = random.nextInt(10);
    scheduler.log().met("operation: tie");
    writes.write(
        "tie " + number + " to " + host,
        Durability.SYNCED,
        rows -> {
          if (choice < 6) {
            rows.tie(number, host);
          } else if (choice < 7) {
            rows.untie(number);
          }
          if (choice > 3 && choice < 6 && rows.row(host).isEmpty()) {
            rows.insert(host, Map.of());
          } else if (choice >= 7) {
            rows.delete(host);
          }
        });
  }

  private void items(Rows rows, Target target, Random random, RandomValues values) {
    List<Operation> operations = new ArrayList<>();
    for (int count = 1 + random.nextInt(3); count > 0; count--) {
      operations.addAll(itemOperations(target, random, values));
    }
    rows.items(target, operations);
  }

  private List<Operation> itemOperations(Target target, Random random, RandomValues values) {
    EntityDesign entity = target.entity();
    CollectionDesign collection =
        entity.collections().get(random.nextInt(entity.collections().size()));
    Tuple itemKey = values.key(collection.itemKey());
    Tuple key = target.key();
    Operation operation =
        switch (random.nextInt(6)) {
          case 0, 1 -> new Operation.DeleteItem(entity, key, collection, itemKey);
          case 2, 3 ->
              new Operation.PutItem(
                  entity, key, collection, itemKey, values.values(collection.columns(), 0.8));
          default ->
              new Operation.InsertItem(
                  entity, key, collection, itemKey, values.values(collection.columns(), 0.8));
        };
    return new RandomOperations(design, random).withListed(operation);
  }

  private void rename(RandomGenerator random) {
    Target old = target(random);
    List<Target> others =
        targets.stream()
            .filter(each -> each.entity().equals(old.entity()) && !each.equals(old))
            .toList();
    if (others.isEmpty()) {
      return;
    }
    Target young = others.get(random.nextInt(others.size()));
    scheduler.log().met("operation: rename");
    writes.write(
        "rename " + old + " to " + young,
        Durability.SYNCED,
        rows -> {
          Optional<Model.ModelRow> row = rows.row(old);
          if (row.isPresent()) {
            rows.delete(old);
            rows.put(young, row.get().values());
          }
        });
  }

  /** Takes pieces out of one row, or moves them to another row. */
  private void take(RandomGenerator random) {
    List<Target> chosen = some(random, 1 + random.nextInt(2));
    int pieces = 1 + random.nextInt(3);
    boolean back = random.nextBoolean();
    scheduler.log().met("operation: take");
    writes.write(
        "take " + pieces + " " + chosen,
        Durability.SYNCED,
        rows -> {
          rows.add(chosen.get(0), back ? pieces : -pieces);
          if (chosen.size() > 1) {
            rows.add(chosen.get(1), back ? -pieces : pieces);
          }
        });
  }

  private void oversize(RandomGenerator random) {
    Target target = target(random);
    Target other = target(random);
    boolean two = random.nextBoolean() && !other.equals(target);
    String column =
        target.entity().columns().anyMatch(each -> each.name().equals("label")) ? "label" : "note";
    int size = random.nextBoolean() ? OVERSIZE : 1_200;
    scheduler.log().met("operation: value over a limit");
    writes.write(
        "oversize " + target,
        Durability.SYNCED,
        rows -> {
          if (two && rows.row(other).isPresent()) {
            rows.update(other, Map.of());
          }
          rows.put(target, Map.of(column, "x".repeat(size)));
        });
  }

  /** Does work that may fail in the ways in which a store may fail. */
  private void upkeep(String what, Supplier<String> work) {
    scheduler.note(what.toUpperCase(Locale.ROOT));
    scheduler.log().met("operation: " + what);
    try {
      scheduler.note(what + " ends: " + work.get());
    } catch (EngineException | DataException e) {
      scheduler.note(what + " fails: " + e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }

  private void read(RandomGenerator random) {
    Target target = target(random);
    String entity = target.entity().name();
    Paging items = random.nextBoolean() ? ALL_ITEMS : Paging.last(ALL_ITEMS.limit());
    upkeep(
        "read",
        () -> {
          long start = scheduler.nowNanos();
          StoreReader reader = OldView.of(design, store.design()).of(store);
          Optional<EntityRow> row = reader.get(entity, target.key(), Columns.ALL);
          RowState state = judge.saw(target.entity(), target.key(), row, start);
          int count = 0;
          for (CollectionDesign collection : target.entity().collections()) {
            List<Item> page =
                reader.items(entity, target.key(), collection.name(), items).entries();
            judge
                .entries()
                .listed(RowId.of(target.entity(), target.key()), collection.name(), page);
            count += page.size();
          }
          for (CounterDesign counter : target.entity().counters()) {
            long value = store.counter(counter.name());
            judge.counted(target.entity(), counter, value);
          }
          for (ExtremeDesign extreme : target.entity().extremes()) {
            Tuple group = group(target, extreme, row, random);
            store
                .extreme(extreme.name(), group)
                .ifPresent(
                    value -> {
                      scheduler.log().met("state: extreme read beside writers");
                      judge.extreme(target.entity(), extreme, group, value);
                    });
          }
          return target + " is of attempt " + state.number() + " with " + count + " items";
        });
  }

  /** Returns a group of a row that was read, or any. */
  private Tuple group(
      Target target, ExtremeDesign extreme, Optional<EntityRow> row, RandomGenerator random) {
    List<Tuple> groups =
        row.map(
                found ->
                    Model.groups(
                        design,
                        target.entity(),
                        extreme,
                        new Model.ModelRow(found.key(), found.values())))
            .orElse(List.of());
    return groups.isEmpty()
        ? new RandomValues(new Random(random.nextLong())).indexed(target.entity(), extreme.by())
        : groups.get(random.nextInt(groups.size()));
  }

  private void readIndex(RandomGenerator random) {
    EntityDesign entity = target(random).entity();
    if (entity.indexes().isEmpty()) {
      return;
    }
    IndexDesign index = entity.indexes().get(random.nextInt(entity.indexes().size()));
    Tuple value = new RandomValues(new Random(random.nextLong())).indexed(entity, index.on());
    Paging page = random.nextBoolean() ? Paging.first(100) : Paging.last(100);
    upkeep(
        "index read",
        () -> {
          List<Tuple> keys = store.index(index.name(), value, page).entries();
          keys.forEach(key -> judge.listed(entity, key, index, value, name));
          return index.name() + " " + value + ": " + keys;
        });
  }

  private void check(boolean repair) {
    StoreCheck.Options options = new StoreCheck.Options(repair, false, Duration.ofMillis(500), 100);
    if (repair) {
      store.design().entities().forEach(entity -> entity.counters().forEach(this::corrects));
    }
    upkeep(
        repair ? "check with repair" : "check",
        () -> store.check(options).run(this::found, looked -> {}).toString());
  }

  private void recount(RandomGenerator random) {
    List<CounterDesign> counters = target(random).entity().counters();
    if (counters.isEmpty()) {
      return;
    }
    CounterDesign counter = counters.get(random.nextInt(counters.size()));
    if (profile.kind() == Kind.STORE && !DriftingCounters.mayDrift(counter, Kind.STORE)) {
      // Without snapshots, a recount beside writers may count a write that is being made.
      return;
    }
    corrects(counter);
    upkeep(
        "recount",
        () -> {
          long changed = store.recount(counter.name());
          if (changed != 0) {
            wrong("counter " + counter.name() + " by " + -changed);
          }
          return counter.name() + " changed by " + changed;
        });
  }

  private void found(StoreCheck.Finding finding) {
    scheduler.note("finding: " + finding);
    if (finding.kind() == StoreCheck.Kind.MISSING || finding.kind() == StoreCheck.Kind.DANGLING) {
      wrong(finding.toString());
    }
  }

  private void wrong(String fault) {
    if (store.guarantee() == Store.Guarantee.REPAIRED) {
      judge.found(fault);
    }
  }

  private void corrects(CounterDesign counter) {
    if (DriftingCounters.mayDrift(counter, profile.kind())) {
      judge.entries().corrects(counter);
    }
  }

  /** Writes every row once more; this must succeed, if necessary after some attempts. */
  void writeAll(long endNanos) {
    for (Target target : targets) {
      while (writeOnce(target) != Ending.ACKNOWLEDGED) {
        if (scheduler.nowNanos() > endNanos) {
          throw new SimulationFailure("row " + target + " cannot be written any more");
        }
        scheduler.pass(AGAIN_NANOS);
      }
    }
  }

  private Ending writeOnce(Target target) {
    return writes.write(
        "once more " + target,
        Durability.SYNCED,
        rows -> {
          if (rows.row(target).isPresent()) {
            rows.update(target, Map.of());
          } else {
            rows.put(target, Map.of());
          }
        });
  }
}
