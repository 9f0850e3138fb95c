package org.portolan.engine.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.AtomicAdd;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.engine.Change;
import org.portolan.engine.Condition;
import org.portolan.engine.Family;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Scan;
import org.portolan.types.Tuple;

/** Random operations on the table {@code events}, on so few keys that they often collide. */
final class RandomOperations {
  private static final List<String> USERS = List.of("", "a", "a\u0000", "aa", "b", "\uFFFF");
  private static final int TIMES = 4;
  private static final int RANKS = 3;

  private final Random random;
  private final Capabilities capabilities;

  RandomOperations(Random random, Capabilities capabilities) {
    this.random = random;
    this.capabilities = capabilities;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  private Tuple key() {
    return Tuple.of(USERS.get(below(USERS.size())), (long) below(TIMES) - 1);
  }

  private Tuple itemKey() {
    return Tuple.of((long) below(RANKS) - 1, USERS.get(below(USERS.size())));
  }

  private String text() {
    return below(5) == 0 ? null : "x".repeat(below(40)) + below(1_000);
  }

  Mutation mutation(boolean conditions) {
    List<Change> changes = new ArrayList<>();
    for (int count = below(4); count >= 0; count--) {
      changes.add(change());
    }
    Tuple key = key();
    if (!conditions || !capabilities.conditionalWrite() || below(4) > 0) {
      return Mutation.of(ContractTables.EVENTS, key, changes);
    }
    if (capabilities.transactions() == TransactionScope.COLUMNS) {
      changes.removeIf(change -> !List.of("body", "mark").contains(change.family()));
      changes.add(new Change.PutColumns("body", Arrays.asList(text(), below(4))));
    }
    return Mutation.of(ContractTables.EVENTS, key, changes)
        .on(
            below(2) == 0
                ? new Condition.Absent("body")
                : new Condition.ColumnEquals("body", "number", below(4)));
  }

  private Change change() {
    while (true) {
      int dice = below(10);
      if (dice < 3) {
        return new Change.PutColumns("body", Arrays.asList(text(), below(4)));
      } else if (dice == 3) {
        return new Change.PutColumns("mark", Arrays.asList(below(2) == 0 ? null : true));
      } else if (dice == 4) {
        return new Change.DeleteFamily(family());
      } else if (dice == 5 && capabilities.atomicAdd() != AtomicAdd.NONE) {
        return new Change.Add("hits", below(9) - 4L);
      } else if (dice == 6 && capabilities.itemRanges() && below(2) == 0) {
        return new Change.DeleteItems("entries", removable());
      } else if (dice < 9 && capabilities.items()) {
        return new Change.PutItem("entries", itemKey(), Arrays.asList(text()));
      } else if (capabilities.items()) {
        return new Change.DeleteItem("entries", itemKey());
      }
    }
  }

  /** Returns a range whose bounds have at most one column after the columns that they share. */
  private KeyRange removable() {
    Tuple from = itemKey();
    Tuple to = below(2) == 0 ? itemKey() : Tuple.of(from.get(0), itemKey().get(1));
    int least = from.get(0).equals(to.get(0)) ? 1 : 0;
    return new KeyRange(
        from.slice(0, least + below(2)),
        below(2) == 0,
        to.slice(0, least + below(2)),
        below(2) == 0);
  }

  private String family() {
    List<String> families =
        ContractTables.events(capabilities).families().stream().map(Family::name).toList();
    return families.get(below(families.size()));
  }

  List<Get> gets() {
    return Stream.generate(() -> new Get(ContractTables.EVENTS, key(), reads()))
        .limit(1 + below(3))
        .toList();
  }

  Scan scan() {
    return new Scan(
        ContractTables.EVENTS,
        range(key(), key()),
        below(2) == 0,
        1 + below(12),
        Scan.BYTES_DEFAULT,
        reads());
  }

  private KeyRange range(Tuple from, Tuple to) {
    return new KeyRange(
        from.slice(0, below(from.size() + 1)),
        below(2) == 0,
        to.slice(0, below(to.size() + 1)),
        below(2) == 0);
  }

  private List<FamilyRead> reads() {
    List<FamilyRead> reads = new ArrayList<>();
    if (below(3) > 0) {
      reads.add(
          switch (below(3)) {
            case 0 -> FamilyRead.all("body");
            case 1 -> new FamilyRead.Columns("body", List.of("number"));
            default -> new FamilyRead.Presence("body");
          });
    }
    if (below(3) == 0) {
      reads.add(FamilyRead.all("mark"));
    }
    if (below(3) == 0 && capabilities.atomicAdd() != AtomicAdd.NONE) {
      reads.add(new FamilyRead.Counter("hits"));
    }
    if (below(2) == 0 && capabilities.items()) {
      reads.add(
          below(3) == 0
              ? new FamilyRead.ItemsByKey("entries", List.of(itemKey(), itemKey()))
              : new FamilyRead.Items(
                  "entries", range(itemKey(), itemKey()), 1 + below(5), below(2) == 0));
    }
    return reads.isEmpty() ? List.of(FamilyRead.all("body")) : reads;
  }
}
