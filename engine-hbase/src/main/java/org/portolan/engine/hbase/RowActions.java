package org.portolan.engine.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;
import org.portolan.engine.EngineException;

/**
 * Writes as HBase's own requests. Puts and removals have the write's timestamp; if a family of
 * items is removed and items are put, the removal's timestamp is just before. Counters take the
 * timestamp of the region server, which sees all additions to one row.
 */
final class RowActions {
  /** No column and no item has this name. */
  private static final byte[] NO_QUALIFIER = {};

  /** A timestamp older than any write. */
  private static final long OLDEST = 1;

  private RowActions() {}

  /** Returns the request, null if there is nothing to change and nothing to check. */
  static Row of(RowWrite write, long timestamp, Durability durability) {
    List<Mutation> mutations = mutations(write, timestamp);
    if (write.test().isEmpty()) {
      mutations.forEach(mutation -> mutation.setDurability(durability));
      return mutations.isEmpty() ? null : together(write, mutations);
    }
    RowWrite.Test test = write.test().get();
    CheckAndMutate.Builder builder = check(write.key(), test);
    if (mutations.isEmpty()) {
      mutations.add(nothing(write.key(), test.family.nativeName()));
    }
    mutations.forEach(mutation -> mutation.setDurability(durability));
    Row action = together(write, mutations);
    if (action instanceof Put put) {
      return builder.build(put);
    } else if (action instanceof Delete delete) {
      return builder.build(delete);
    } else if (action instanceof Increment increment) {
      return builder.build(increment);
    }
    return builder.build((RowMutations) action);
  }

  /** Returns a request that goes through the log and changes nothing. */
  static Delete nothing(byte[] row, byte[] family) {
    return new Delete(row).addColumn(family, NO_QUALIFIER, OLDEST);
  }

  private static Row together(RowWrite write, List<Mutation> mutations) {
    if (mutations.size() == 1) {
      return mutations.get(0);
    }
    try {
      return RowMutations.of(mutations);
    } catch (IOException impossible) {
      throw new EngineException("cannot change row " + write.row() + " as a whole", impossible);
    }
  }

  private static List<Mutation> mutations(RowWrite write, long timestamp) {
    Put put = new Put(write.key());
    Delete delete = new Delete(write.key());
    Increment increment = new Increment(write.key()).setReturnResults(false);
    for (Map.Entry<FamilyHandle, RowWrite.Part> entry : write.parts().entrySet()) {
      byte[] family = entry.getKey().nativeName();
      if (entry.getValue() instanceof RowWrite.Columns columns) {
        var handle = (FamilyHandle.OfColumns) entry.getKey();
        if (columns.values == null) {
          delete.addFamily(family, timestamp);
        } else {
          for (int position = 0; position < columns.values.length; position++) {
            put.addColumn(family, handle.qualifier(position), timestamp, columns.values[position]);
          }
        }
      } else if (entry.getValue() instanceof RowWrite.Items items) {
        addItems(family, items, timestamp, put, delete);
      } else {
        addCounter(family, (RowWrite.Counter) entry.getValue(), put, increment);
      }
    }
    List<Mutation> mutations = new ArrayList<>(1);
    for (Mutation mutation : List.of(delete, put, increment)) {
      if (!mutation.isEmpty()) {
        mutations.add(mutation);
      }
    }
    return mutations;
  }

  private static void addItems(
      byte[] family, RowWrite.Items items, long timestamp, Put put, Delete delete) {
    if (items.cleared) {
      delete.addFamily(family, RowWrite.putsItems(items) ? timestamp - 1 : timestamp);
    }
    items.values.forEach(
        (itemKey, value) -> {
          if (value == null) {
            delete.addColumns(family, itemKey.unsafeArray(), timestamp);
          } else {
            put.addColumn(family, itemKey.unsafeArray(), timestamp, value);
          }
        });
  }

  private static void addCounter(
      byte[] family, RowWrite.Counter counter, Put put, Increment increment) {
    if (counter.cleared) {
      put.addColumn(family, FamilyHandle.OfCounter.VALUE, Bytes.toBytes(counter.sum));
      put.addColumn(family, FamilyHandle.OfCounter.ADDITIONS, Bytes.toBytes(counter.additions));
    } else {
      increment.addColumn(family, FamilyHandle.OfCounter.VALUE, counter.sum);
      increment.addColumn(family, FamilyHandle.OfCounter.ADDITIONS, counter.additions);
    }
  }

  private static CheckAndMutate.Builder check(byte[] key, RowWrite.Test test) {
    CheckAndMutate.Builder builder = CheckAndMutate.newBuilder(key);
    byte[] family = test.family.nativeName();
    return test.value == null
        ? builder.ifNotExists(family, test.qualifier)
        : builder.ifEquals(family, test.qualifier, test.value);
  }
}
