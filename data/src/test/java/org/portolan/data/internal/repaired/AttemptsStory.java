package org.portolan.data.internal.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.portolan.data.StoreTransaction;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.counter.CounterReceipts;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.FollowUp.Target;
import org.portolan.data.internal.write.WriteAttempts.Done;
import org.portolan.engine.Durability;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/** Writes of pages by attempts, and their outcomes. */
abstract class AttemptsStory extends AttemptsFixture {
  static final RowKey A = page("A");
  static final RowKey B = page("B");
  static final RowKey OTHER = page("other");
  static final Duration MILLI = Duration.ofMillis(1);

  /** A follow-up that an earlier write has left. */
  final FollowUp follows = parts.listing(OTHER);

  static void put(StoreTransaction transaction, RowKey row, String text) {
    transaction.put("page", row.key(), Map.of("text", text, "links", Set.of("target")));
  }

  Done<String> write(Durability durability, RowKey... rows) {
    return attempts.attempt(
        durability,
        null,
        transaction -> {
          for (RowKey row : rows) {
            put(transaction, row, "new");
          }
          return "result";
        });
  }

  Done<String> write(RowKey... rows) {
    return write(Durability.SYNCED, rows);
  }

  boolean isListed(RowKey row) {
    return parts.isListed(row);
  }

  /** Returns an entry whose key no engine accepts. */
  FollowUp never(List<Object> values) {
    Target place = follows.target();
    Tuple key = Tuple.of("x".repeat(1 << 20));
    Target never = new Target(place.table(), place.key(), place.family(), Optional.of(key));
    return new FollowUp(never, values, NOW);
  }

  long pages() {
    return CounterReceipts.value(new Access(parts.engine, null), parts.pages());
  }

  boolean isIdle() {
    parts.membership.hasWorked();
    return !parts.membership.hasWorked();
  }

  static Predicate<List<Mutation>> writes(RowKey row) {
    return mutations -> mutations.stream().anyMatch(each -> each.rowKey().equals(row));
  }

  static Predicate<List<Mutation>> writesTable(String table) {
    return mutations -> mutations.stream().anyMatch(each -> each.table().equals(table));
  }

  void fail(Predicate<List<Mutation>> which, Supplier<RuntimeException> failure) {
    parts.engine.beforeWrite =
        mutations -> {
          if (which.test(mutations)) {
            throw failure.get();
          }
        };
  }

  void requireUntouched(RowKey row) {
    assertThat(parts.text(row)).isEmpty();
    assertThat(parts.store.state(row).exists()).isFalse();
  }
}
