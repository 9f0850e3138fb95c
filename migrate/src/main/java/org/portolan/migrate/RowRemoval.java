package org.portolan.migrate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.ReferenceException;
import org.portolan.data.ReferenceException.Reason;
import org.portolan.data.Store;
import org.portolan.engine.Durability;
import org.portolan.types.Bytes;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * Deletes rows of a store in an order that references allow: whatever refers to a row is deleted
 * before it, and rows that refer to each other in a ring are deleted in one write. Rows are tried
 * by the hundred first. The memory that it takes grows with the longest chain of rows that refer to
 * each other. Writes are buffered. Used by one thread.
 */
final class RowRemoval {
  private static final int BATCH_ROWS = 100;

  private final Store store;
  private final Referrers referrers;
  private final Map<String, KeyCodec> codecs = new HashMap<>();

  /** The rows to delete, each because it refers to the one before it. */
  private final List<Row> stack = new ArrayList<>();

  private final Map<Row, Integer> places = new HashMap<>();
  private final Map<Row, String> refused = new LinkedHashMap<>();
  private long deleted;

  /**
   * A row, whatever the spelling of its key.
   *
   * @param identity of the key under its collation
   */
  record Row(String entity, Bytes identity, Tuple key) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Row row && row.entity.equals(entity) && row.identity.equals(identity);
    }

    @Override
    public int hashCode() {
      return 31 * entity.hashCode() + identity.hashCode();
    }
  }

  /** Decides about rows that refer to a row to delete. */
  interface Referrers {
    /**
     * Returns whether a row may be deleted too.
     *
     * @param reference by which it refers to the target, {@code order.customer}
     */
    boolean mayGo(Row referrer, Row target, String reference);
  }

  RowRemoval(Store store, Referrers referrers) {
    this.store = store;
    this.referrers = referrers;
  }

  Row row(String entity, Tuple key) {
    KeyCodec codec =
        codecs.computeIfAbsent(
            entity, name -> new KeyCodec(store.design().entity(name).orElseThrow().key()));
    return new Row(entity, Bytes.wrap(codec.encode(key)), key);
  }

  /** Returns how many rows were deleted so far. */
  long deleted() {
    return deleted;
  }

  /** Deletes rows, and returns those that stay, each with the reason. */
  Map<Row, String> delete(Collection<Row> rows) {
    refused.clear();
    // A row refers more often to an older one, so the last go first.
    List<Row> left = new ArrayList<>(rows);
    Collections.reverse(left);
    List<Row> single = new ArrayList<>();
    for (int from = 0; from < left.size(); from += BATCH_ROWS) {
      List<Row> batch = left.subList(from, Math.min(left.size(), from + BATCH_ROWS));
      if (refusal(batch).isPresent()) {
        single.addAll(batch);
      }
    }
    for (Row row : single) {
      if (!refused.containsKey(row)) {
        deleteAfterReferrers(row);
      }
    }
    return new LinkedHashMap<>(refused);
  }

  private void deleteAfterReferrers(Row first) {
    push(first);
    int from = 0;
    while (!stack.isEmpty()) {
      List<Row> group = stack.subList(from, stack.size());
      Optional<ReferenceException> refusal = refusal(group);
      if (refusal.isEmpty()) {
        group.forEach(places::remove);
        group.clear();
        from = Math.max(0, stack.size() - 1);
        continue;
      }
      ReferenceException found = refusal.get();
      Row target = row(found.target().entity(), found.target().key());
      Row referrer = row(found.referrers().get(0).entity(), found.referrers().get(0).key());
      Integer place = places.get(referrer);
      if (place != null && place < from) {
        from = place; // a ring
      } else if (place == null
          && found.reason() == Reason.REFERRED_TO
          && !refused.containsKey(referrer)
          && referrers.mayGo(referrer, target, found.reference())) {
        push(referrer);
        from = stack.size() - 1;
      } else {
        String reason = found.getMessage().replaceFirst("; .*", "");
        stack.forEach(row -> refused.put(row, reason));
        places.clear();
        stack.clear();
      }
    }
  }

  private void push(Row row) {
    places.put(row, stack.size());
    stack.add(row);
  }

  /** Deletes rows in one write; returns why they cannot be deleted, if so. */
  private Optional<ReferenceException> refusal(List<Row> rows) {
    try {
      deleted +=
          store.write(
              Durability.BUFFERED,
              transaction ->
                  rows.stream().filter(row -> transaction.delete(row.entity(), row.key())).count());
      return Optional.empty();
    } catch (ReferenceException e) {
      return e.reason() == Reason.TOO_MANY && rows.size() == 1
          ? cascading(rows.get(0))
          : Optional.of(e);
    }
  }

  private Optional<ReferenceException> cascading(Row row) {
    try {
      deleted += store.deleteCascading(row.entity(), row.key()) ? 1 : 0;
      return Optional.empty();
    } catch (ReferenceException e) {
      return Optional.of(e);
    }
  }
}
