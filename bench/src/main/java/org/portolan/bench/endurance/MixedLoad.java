package org.portolan.bench.endurance;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.Worker;
import org.portolan.bench.load.Workload;
import org.portolan.bench.random.Sampler;
import org.portolan.bench.random.Seeds;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.types.Tuple;

/**
 * Writes of every kind that changes counters or indexes: an item is added to a group, is deleted,
 * gets another owner, or moves to another group, which subtracts one from a counter and adds one to
 * another. A worker deletes only items that it has added, so the store keeps its size.
 */
record MixedLoad(Store store, GroupedItems shape) implements Workload {
  static final List<String> OPERATIONS = List.of("insert", "update", "rename", "delete");
  private static final int INSERT = 0;
  private static final int UPDATE = 1;
  private static final int RENAME = 2;
  private static final int DELETE = 3;

  /** Ids of added items are drawn from a range so large that no id is drawn twice. */
  private static final long ADDED_FIRST = 1L << 50;

  private static final int KEPT_MAX = 100;

  @Override
  public String name() {
    return "endurance";
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of("rows", Long.toString(shape.rows()));
  }

  @Override
  public List<String> operations() {
    return OPERATIONS;
  }

  @Override
  public Worker worker(int number, long seed) {
    return new Writer(new Seeds(seed).stream("endurance", number));
  }

  private final class Writer implements Worker {
    private final RandomGenerator random;
    private final Sampler groups;
    private final Deque<Long> added = new ArrayDeque<>();

    Writer(RandomGenerator random) {
      this.random = random;
      this.groups = GroupedItems.SKEW.sampler(GroupedItems.GROUPS, random);
    }

    @Override
    public Outcome perform() {
      int operation = operation();
      try {
        boolean found =
            switch (operation) {
              case INSERT -> insert();
              case UPDATE -> update(random.nextLong(shape.rows()));
              case RENAME -> rename(random.nextLong(shape.rows()));
              default -> delete(added.removeFirst());
            };
        return found ? Outcome.ok(operation) : Outcome.notFound(operation);
      } catch (RuntimeException e) {
        return Outcome.of(operation, e);
      }
    }

    /** Three of ten are updates, four renames; the rest keeps the number of items. */
    private int operation() {
      int draw = random.nextInt(10);
      if (draw < 3) {
        return UPDATE;
      }
      if (draw < 7) {
        return RENAME;
      }
      return added.isEmpty() || (random.nextBoolean() && added.size() < KEPT_MAX) ? INSERT : DELETE;
    }

    private int group() {
      return (int) groups.next(GroupedItems.GROUPS);
    }

    private boolean insert() {
      // Not from the seed: another run on this store must not add an item that already exists.
      long id = ADDED_FIRST + ThreadLocalRandom.current().nextLong(ADDED_FIRST);
      int group = group();
      Map<String, Object> item = shape.item(id, random.nextLong(), group);
      store.write(
          transaction -> {
            transaction.put(GroupedItems.ITEM, Tuple.of(id), item);
            enter(transaction, id, group);
            return null;
          });
      added.add(id);
      return true;
    }

    private boolean update(long id) {
      Map<String, Object> change = Map.of(GroupedItems.OWNER, shape.owner(random.nextLong()));
      return store.write(
          transaction -> transaction.update(GroupedItems.ITEM, Tuple.of(id), change));
    }

    private boolean rename(long id) {
      int drawn = group();
      return store.write(
          transaction -> {
            Optional<Integer> old = groupOf(transaction, id);
            if (old.isEmpty()) {
              return false;
            }
            int group = drawn == old.get() ? (drawn + 1) % GroupedItems.GROUPS : drawn;
            Map<String, Object> change = Map.of(GroupedItems.GROUP, group);
            transaction.update(GroupedItems.ITEM, Tuple.of(id), change);
            leave(transaction, id, old.get());
            enter(transaction, id, group);
            return true;
          });
    }

    private boolean delete(long id) {
      return store.write(
          transaction -> {
            Optional<Integer> group = groupOf(transaction, id);
            if (group.isEmpty()) {
              return false;
            }
            transaction.delete(GroupedItems.ITEM, Tuple.of(id));
            leave(transaction, id, group.get());
            return true;
          });
    }

    private Optional<Integer> groupOf(StoreTransaction transaction, long id) {
      Optional<EntityRow> row = transaction.get(GroupedItems.ITEM, Tuple.of(id), Columns.ALL);
      return row.map(found -> found.intValue(GroupedItems.GROUP));
    }

    private void enter(StoreTransaction transaction, long id, int group) {
      transaction.addItem(
          GroupedItems.BOARD,
          shape.board(id),
          GroupedItems.collection(group),
          Tuple.of(id),
          GroupedItems.entry(System.currentTimeMillis()));
    }

    private void leave(StoreTransaction transaction, long id, int group) {
      transaction.deleteItem(
          GroupedItems.BOARD, shape.board(id), GroupedItems.collection(group), Tuple.of(id));
    }
  }
}
