package org.portolan.data.internal.repaired.recovery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.counter.CounterReceipts;
import org.portolan.data.internal.counter.CounterReceipts.Base;
import org.portolan.data.internal.repaired.commit.Receipts;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.session.SessionRecord;
import org.portolan.data.internal.session.Sessions;
import org.portolan.engine.Change;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.types.Tuple;

/**
 * Folds the receipts of counters into their bases.
 *
 * <h2>Why it is right</h2>
 *
 * A receipt below the floors of all sessions is final: the write that made it is done, no row lists
 * it any more, and no further write has such a version. The horizon is raised first, and the
 * sessions are read again after that: if a session joins in between, either this process sees it,
 * or it sees the horizon and begins above it. This does not depend on any clock: a session whose
 * clock is an hour ahead or behind only moves its own floor.
 *
 * <p>A receipt that is put again after it was folded lies below the watermark and counts for
 * nothing, however late it comes. So does a receipt that is put for the first time, by a commit
 * that came too late ({@link Receipts} recognizes it by that).
 *
 * <h2>What it costs</h2>
 *
 * Two scans of the sessions, one read of the bases and one of the receipts, one batch of
 * conditional mutations. Used by one thread at a time.
 *
 * <p>See {@code docs/life-of-a-write.md}: step 7.
 */
public final class CounterFold {
  /** How long receipts stay after they were folded: longer than any read takes. */
  private static final Duration KEEP = Duration.ofSeconds(60);

  private static final int REMOVALS_MAX = 1_000;
  private static final int ATTEMPTS_MAX = 5;

  private final RowStore store;
  private final Sessions sessions;
  private final Map<Tuple, Removal> removals = new HashMap<>();

  /**
   * The version up to which the receipts of a shard were removed, and the version up to which they
   * can be removed after a while.
   */
  private static final class Removal {
    long removed = Long.MIN_VALUE;
    long next = Long.MIN_VALUE;
    Stopwatch since;
  }

  public CounterFold(RowStore store, Sessions sessions) {
    this.store = store;
    this.sessions = sessions;
  }

  /**
   * Returns the version up to which receipts are final now, or one below all versions if none is
   * known to be final.
   *
   * @param newest the version of the newest receipt: the horizon is not raised beyond it, even if
   *     the clock is later, since every joining session begins above the horizon
   */
  private long finalVersion(long newest) {
    long wanted = Math.min(floor() - 1, newest);
    if (wanted <= 0) {
      return SessionRecord.JOINING;
    }
    long raised = sessions.raiseHorizon(wanted, store.runtime().wallMillis());
    return Math.min(raised, floor() - 1);
  }

  private long floor() {
    return sessions.all().stream().mapToLong(SessionRecord::floor).min().orElse(Long.MAX_VALUE);
  }

  /**
   * Folds the final receipts of all counters, and removes receipts that were folded a while ago.
   *
   * @return how many receipts were folded
   */
  public long fold() {
    List<Shard> candidates = shards(true);
    if (candidates.isEmpty()) {
      return 0;
    }
    long watermark = finalVersion(newest(candidates));
    // Read again: receipts that are final now may have arrived after the first look.
    return fold(shards(false), watermark);
  }

  /** Returns the version of the newest receipt of some shards. */
  private long newest(List<Shard> shards) {
    List<Get> gets = shards.stream().map(CounterFold::lastReceipt).toList();
    return new Access(store.engine(), null)
        .get(gets).stream()
            .flatMap(row -> row.itemsOf(CounterSchema.CHANGES).stream())
            .mapToLong(CounterReceipts::version)
            .max()
            .orElse(SessionRecord.JOINING);
  }

  private static Get lastReceipt(Shard shard) {
    KeyRange unfolded = CounterReceipts.above(shard.base().watermark());
    return Get.of(
        CounterSchema.TABLE,
        shard.row().key(),
        new FamilyRead.Items(CounterSchema.CHANGES, unfolded, 1, true));
  }

  /** Returns the shards that have receipts above their watermarks. */
  private List<Shard> shards(boolean removing) {
    Access access = new Access(store.engine(), null);
    List<Shard> shards = new ArrayList<>();
    for (CounterSchema counter : store.schema().added()) {
      // The bases are read before the receipts: a receipt may only be missing if it was folded
      // before its base was read.
      List<Base> bases = CounterReceipts.bases(access, counter);
      List<Row> rows = receipts(access, counter, bases);
      for (int shard = 0; shard < bases.size(); shard++) {
        if (removing) {
          removeFolded(counter.shards().get(shard), bases.get(shard));
        }
        if (!rows.get(shard).itemsOf(CounterSchema.CHANGES).isEmpty()) {
          shards.add(new Shard(bases.get(shard), rows.get(shard)));
        }
      }
    }
    return shards;
  }

  /** A shard that has receipts above its watermark, with the first of them. */
  private record Shard(Base base, Row row) {}

  /** The sum and the number of the receipts to fold of one shard. */
  private static final class Folding {
    long sum;
    long count;
  }

  private long fold(List<Shard> shards, long watermark) {
    Access access = new Access(store.engine(), null);
    List<Mutation> mutations = new ArrayList<>();
    List<Long> counts = new ArrayList<>();
    for (Shard shard : shards) {
      Folding folding = folding(access, shard.row(), watermark);
      if (folding.count > 0 && watermark > shard.base().watermark()) {
        mutations.add(folded(shard.row().key(), shard.base(), folding.sum, watermark));
        counts.add(folding.count);
      }
    }
    if (mutations.isEmpty()) {
      return 0;
    }
    long folded = 0;
    List<Boolean> held = store.engine().mutateAll(mutations, Durability.SYNCED);
    for (int position = 0; position < held.size(); position++) {
      if (held.get(position)) {
        folded += counts.get(position);
        removeLater(mutations.get(position).key(), watermark);
      }
    }
    return folded;
  }

  private static List<Row> receipts(Access access, CounterSchema counter, List<Base> bases) {
    List<Get> gets = new ArrayList<>();
    for (int shard = 0; shard < bases.size(); shard++) {
      KeyRange range = CounterReceipts.above(bases.get(shard).watermark());
      gets.add(
          Get.of(
              CounterSchema.TABLE, counter.shards().get(shard), CounterReceipts.receipts(range)));
    }
    return access.get(gets);
  }

  private static Folding folding(Access access, Row row, long watermark) {
    Folding folding = new Folding();
    CounterReceipts.each(
        access,
        row,
        receipt -> {
          if (CounterReceipts.version(receipt) <= watermark) {
            folding.sum += CounterReceipts.delta(receipt);
            folding.count++;
          }
        });
    return folding;
  }

  private Mutation folded(Tuple shard, Base base, long sum, long watermark) {
    List<Object> values =
        List.of(base.total() + sum, watermark, base.nextFolded(store.runtime().wallMillis()));
    return Mutation.of(
            CounterSchema.TABLE, shard, new Change.PutColumns(CounterSchema.BASE, values))
        .on(base.condition())
        .at(watermark);
  }

  /**
   * Adds a correction to a counter, on condition that the base of its first shard is still {@code
   * seen}. Thread-safe.
   *
   * @param seen that base when the counter was compared with a count
   * @return whether it is known to have been added
   */
  public boolean correct(CounterSchema counter, Base seen, long correction) {
    long watermark = Math.max(1, seen.watermark());
    return store.tried(folded(counter.shards().get(0), seen, correction, watermark));
  }

  /**
   * Makes the value of a counter zero that a design does not have any more, and removes its folded
   * receipts. Its bases stay: were they removed, a base of a later counter of this name could not
   * have an older version, and would not know which receipts are folded. No session may be open.
   *
   * @throws org.portolan.engine.ConflictException if the counter changes meanwhile
   */
  public void forget(CounterSchema counter) {
    for (int attempt = 1; !tryToForget(counter); attempt++) {
      if (attempt == ATTEMPTS_MAX) {
        throw new ConflictException(Set.of());
      }
    }
  }

  /** Returns whether the counter was seen at zero; if not, it is perhaps made zero now. */
  private boolean tryToForget(CounterSchema counter) {
    Access access = new Access(store.engine(), null);
    List<Base> bases = CounterReceipts.bases(access, counter);
    List<Row> rows = receipts(access, counter, bases);
    boolean zero = true;
    for (int number = 0; number < bases.size(); number++) {
      Tuple shard = counter.shards().get(number);
      Base base = bases.get(number);
      long value = base.total() + folding(access, rows.get(number), Long.MAX_VALUE).sum;
      if (value != 0) {
        zero = false;
        boolean unused = store.tried(folded(shard, base, -value, Math.max(1, base.watermark())));
      } else if (base.watermark() > 0) {
        remove(shard, Long.MIN_VALUE, base.watermark());
      }
    }
    return zero;
  }

  private void removeFolded(Tuple shard, Base base) {
    Removal removal = removals.computeIfAbsent(shard, any -> new Removal());
    if (removal.next > removal.removed) {
      if (!removal.since.exceeds(KEEP)) {
        return;
      }
      remove(shard, removal.removed, removal.next);
      removal.removed = removal.next;
    }
    removeLater(shard, base.watermark());
  }

  /**
   * Notes that receipts up to a version are folded, unless other receipts already wait for removal.
   */
  private void removeLater(Tuple shard, long watermark) {
    Removal removal = removals.get(shard);
    if (removal.next <= removal.removed && watermark > removal.removed) {
      removal.next = watermark;
      removal.since = store.runtime().stopwatch();
    }
  }

  private void remove(Tuple shard, long above, long upTo) {
    KeyRange range = new KeyRange(Tuple.of(above), false, Tuple.of(upTo), true);
    if (store.engine().capabilities().itemRanges()) {
      KeyRange all = new KeyRange(Tuple.EMPTY, true, Tuple.of(upTo), true);
      mutate(shard, List.of(new Change.DeleteItems(CounterSchema.CHANGES, all)), upTo);
      return;
    }
    if (above == Long.MIN_VALUE) {
      store.engine().mutate(CounterReceipts.anchor(shard), Durability.BUFFERED);
    }
    Access access = new Access(store.engine(), null);
    Get get = Get.of(CounterSchema.TABLE, shard, CounterReceipts.receipts(range));
    List<Change> changes = new ArrayList<>();
    CounterReceipts.each(
        access,
        access.get(List.of(get)).get(0),
        receipt -> {
          if (CounterReceipts.version(receipt) <= upTo) {
            changes.add(new Change.DeleteItem(CounterSchema.CHANGES, receipt.key()));
          }
          if (changes.size() == REMOVALS_MAX) {
            mutate(shard, changes, upTo);
            changes.clear();
          }
        });
    if (!changes.isEmpty()) {
      mutate(shard, changes, upTo);
    }
  }

  private void mutate(Tuple shard, List<Change> changes, long version) {
    store
        .engine()
        .mutate(Mutation.of(CounterSchema.TABLE, shard, changes).at(version), Durability.BUFFERED);
  }
}
