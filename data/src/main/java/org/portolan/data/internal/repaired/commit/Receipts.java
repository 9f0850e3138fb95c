package org.portolan.data.internal.repaired.commit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.counter.CounterReceipts.Base;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.FollowUp.Target;
import org.portolan.data.internal.repaired.state.Outbox;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.repaired.state.Unfinished;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.session.Membership;
import org.portolan.data.internal.session.Ticket;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/**
 * Writes the receipts that a row's outbox lists to their counters, for a process that met the row.
 *
 * <h2>The rule</h2>
 *
 * Only the commit that makes an addition lists its receipt. Every other change of a row's state
 * brings the receipts first and does not list them again. So once a row was seen without a receipt,
 * it never lists that receipt again. The session that made the receipt raises its floor only then:
 * <em>no row lists a receipt that may have been folded</em>.
 *
 * <h2>Late commits</h2>
 *
 * Conversely, if a row lists a receipt although its shard is folded past the receipt's version, the
 * receipt was never counted: its commit came after its session had been fenced, and the process
 * that finished the session's rows did not see it. The receipt gets a new version, by a conditional
 * change of the row, and is then brought like any other. For this, the watermark is read before the
 * row.
 *
 * <p>A receipt of such a commit may also name a shard that nobody reads any more, since the design
 * has fewer (see {@link CounterSchema}). If that shard does not have it, it was never counted, and
 * gets another shard too. Thread-safe.
 *
 * <p>See {@code docs/life-of-a-write.md}: step 4.
 */
public final class Receipts {
  private final RowStore store;
  private final Applier applier;
  private final Membership membership;
  private final Unfinished unfinished;

  public Receipts(RowStore store, Applier applier, Membership membership, Unfinished unfinished) {
    this.store = store;
    this.applier = applier;
    this.membership = membership;
    this.unfinished = unfinished;
  }

  static boolean isReceipt(FollowUp followUp) {
    return followUp.target().table().equals(CounterSchema.TABLE);
  }

  /** Returns the follow-ups that are not receipts. */
  public static List<FollowUp> others(List<FollowUp> followUps) {
    return followUps.stream().filter(followUp -> !isReceipt(followUp)).toList();
  }

  /**
   * Brings the receipts that a state of a row lists.
   *
   * @return whether the counters have them; false if the row must be looked at again
   */
  public boolean bring(RowKey row, WriteState state, Outbox outbox) {
    List<FollowUp> receipts = outbox.followUps().stream().filter(Receipts::isReceipt).toList();
    if (receipts.isEmpty()) {
      return true;
    }
    Map<Tuple, Long> watermarks = watermarks(receipts);
    Set<FollowUp> late = late(receipts, watermarks);
    late.addAll(strays(receipts));
    if (late.isEmpty()) {
      return applier.apply(receipts, store.runtime().stopwatch(), Durability.SYNCED, null);
    }
    WriteState again = store.state(row);
    if (!again.isAt(state) || !store.outbox(again).followUps().containsAll(late)) {
      return false;
    }
    List<FollowUp> timely = new ArrayList<>(receipts);
    timely.removeAll(late);
    if (applier.apply(timely, store.runtime().stopwatch(), Durability.SYNCED, null)) {
      renew(row, again, late, watermarks);
    }
    return false;
  }

  private Map<Tuple, Long> watermarks(List<FollowUp> receipts) {
    List<Tuple> shards =
        receipts.stream()
            .map(receipt -> receipt.target().key())
            .flatMap(shard -> Stream.of(shard, store.schema().readShard(shard)))
            .distinct()
            .toList();
    List<Get> gets =
        shards.stream().map(shard -> Get.of(CounterSchema.TABLE, shard, Base.READ)).toList();
    Map<Tuple, Long> watermarks = new HashMap<>();
    new Access(store.engine(), null)
        .get(gets)
        .forEach(found -> watermarks.put(found.key(), Base.of(found).watermark()));
    return watermarks;
  }

  private static Set<FollowUp> late(List<FollowUp> receipts, Map<Tuple, Long> watermarks) {
    return receipts.stream()
        .filter(receipt -> receipt.version() <= watermarks.get(receipt.target().key()))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Returns the receipts for shards that nobody reads any more, and that do not have them. */
  private List<FollowUp> strays(List<FollowUp> receipts) {
    List<FollowUp> unread =
        receipts.stream().filter(receipt -> !isRead(receipt.target().key())).toList();
    List<Get> gets = unread.stream().map(Receipts::read).toList();
    List<Row> found = new Access(store.engine(), null).get(gets);
    return IntStream.range(0, unread.size())
        .filter(position -> found.get(position).itemsOf(CounterSchema.CHANGES).isEmpty())
        .mapToObj(unread::get)
        .toList();
  }

  private boolean isRead(Tuple shard) {
    return store.schema().readShard(shard).equals(shard);
  }

  private static Get read(FollowUp receipt) {
    Target target = receipt.target();
    List<Tuple> keys = List.of(target.item().orElseThrow());
    return Get.of(
        target.table(), target.key(), new FamilyRead.ItemsByKey(CounterSchema.CHANGES, keys));
  }

  /** Gives late receipts a new version that is not too late. */
  private void renew(
      RowKey row, WriteState state, Set<FollowUp> late, Map<Tuple, Long> watermarks) {
    Ticket ticket = membership.begin();
    try {
      ticket.require(List.of(row), state.version());
      long version = Math.max(state.version() + 1, ticket.since());
      for (long watermark : watermarks.values()) {
        version = Math.max(version, watermark + 1);
      }
      long write = store.runtime().random().nextLong();
      Map<Target, FollowUp> listed = new LinkedHashMap<>();
      Outbox outbox = store.outbox(state);
      others(outbox.followUps()).forEach(other -> listed.put(other.target(), other));
      int ordinal = 0;
      for (FollowUp receipt : late) {
        Target old = receipt.target();
        Tuple key = Tuple.of(version, write, ordinal++);
        Tuple shard = store.schema().readShard(old.key());
        Target target = new Target(old.table(), shard, old.family(), Optional.of(key));
        listed.put(target, new FollowUp(target, receipt.values(), version));
      }
      Outbox renewed = new Outbox(List.copyOf(listed.values()), outbox.secondaries());
      WriteState next =
          state.next(version, write).with(store.outboxes().pack(renewed), state.intent());
      // Whatever the outcome, the ticket is held until the row was seen settled.
      unfinished.add(row, ticket);
      store.tried(state.changed(row, next));
    } catch (ConflictException e) {
      // The session was fenced: the caller looks at the row again.
    } finally {
      ticket.release();
    }
  }
}
