package org.portolan.engine.ignite;

import java.util.Optional;
import org.apache.ignite.binary.BinaryObject;
import org.portolan.engine.Change;
import org.portolan.engine.Condition;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;

/**
 * A mutation, checked against its table and the limits, and encoded: after that only the cluster
 * can fail.
 *
 * @param bytes the size of all keys and values written
 */
record EncodedMutation(
    RowKey row, BinaryObject key, PartMap<Write> writes, Optional<Test> condition, long bytes) {

  /** A condition on a part. */
  record Test(FamilyHandle.OfColumns family, Condition condition) {
    boolean holds(Object found) {
      if (condition instanceof Condition.ColumnEquals equal) {
        if (found == null) {
          return false;
        }
        int position = family.declared().position(equal.column());
        boolean[] wanted = new boolean[family.family().columns().size()];
        wanted[position] = true;
        return equal
            .value()
            .equals(family.form().decode((BinaryObject) found, wanted).get(position));
      }
      return found == null;
    }
  }

  static EncodedMutation of(TableHandle table, Mutation mutation) {
    Limits.CAPABILITIES.requireFor(mutation);
    BinaryObject key = table.encode(mutation.key());
    PartMap<Write> writes = new PartMap<>();
    long bytes = 0;
    for (Change change : mutation.changes()) {
      FamilyHandle family = table.family(change.family());
      Write write;
      bytes += Limits.ENTRY_BYTES + key.size();
      if (change instanceof Change.PutColumns put) {
        BinaryObject value = table.columns(put.family()).encode(put.values());
        Limits.requireValue(family, value.size());
        bytes += value.size();
        write = new Write.Put(value);
      } else if (change instanceof Change.Add add) {
        table.counter(add.family());
        write = new Write.Add(add.delta());
      } else if (change instanceof Change.DeleteFamily) {
        write = new Write.Delete();
      } else {
        throw table.otherKind(change.family(), "items");
      }
      Write before = writes.get(family.cache(), key);
      writes.put(family.cache(), key, before == null ? write : before.then(write));
    }
    Limits.requireTransaction(bytes);
    return new EncodedMutation(
        mutation.rowKey(),
        key,
        writes,
        mutation.condition().map(condition -> test(table, condition)),
        bytes);
  }

  private static Test test(TableHandle table, Condition condition) {
    if (condition instanceof Condition.ColumnEquals equal) {
      FamilyHandle.OfColumns family = table.columns(equal.family());
      family.declared().position(equal);
      return new Test(family, condition);
    }
    return new Test(table.columns(((Condition.Absent) condition).family()), condition);
  }

  /** Adds the parts that must be read before this mutation can be written. */
  void addReads(PartMap<RowKey> reads) {
    condition.ifPresent(test -> reads.put(test.family().cache(), key, row));
    addCounters(writes, (cache, part) -> reads.put(cache, part, row));
  }

  interface Counter {
    void accept(String cache, BinaryObject key);
  }

  static void addCounters(PartMap<Write> writes, Counter counter) {
    writes.forEach(
        (cache, key, write) -> {
          if (write instanceof Write.Add) {
            counter.accept(cache, key);
          }
        });
  }

  /** Whether it does not depend on stored values and has no parts that must change together. */
  boolean isSimple() {
    return condition.isEmpty()
        && writes.size() == 1
        && writes.byCache().values().stream()
            .flatMap(keys -> keys.values().stream())
            .noneMatch(Write.Add.class::isInstance);
  }
}
