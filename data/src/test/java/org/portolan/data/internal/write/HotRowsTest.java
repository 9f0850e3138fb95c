package org.portolan.data.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.portolan.data.Columns;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.write.HotRows.Queue;
import org.portolan.data.internal.write.Seat.Fate;
import org.portolan.data.internal.write.Seat.Place;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

class HotRowsTest {
  private static final RowKey ROW = new RowKey("page", Tuple.of("Riga"));

  private final HotRows rows = new HotRows(StoreRuntime.system());

  private Contender<String> write(Durability durability) {
    return new Contender<>(rows, true, durability, null, transaction -> "made");
  }

  private Contender<String> write() {
    return write(Durability.SYNCED);
  }

  private Queue enter(Contender<?> write) {
    return enter(write, ROW);
  }

  private Queue enter(Contender<?> write, RowKey row) {
    write.seat().waits();
    return rows.enter(row, write).orElseThrow();
  }

  @Test
  void row_withoutAConflict_isNotHot() {
    assertThat(rows.used()).isFalse();
    assertThat(rows.hot(ROW)).isEmpty();
    enter(write());
    assertThat(rows.used()).isTrue();
    assertThat(rows.hot(ROW)).isPresent();
    assertThat(rows.hot(new RowKey("page", Tuple.of("Oslo")))).isEmpty();
  }

  @Test
  void firstOfAQueue_leads_andTheNextAfterIt() {
    Contender<String> first = write();
    Contender<String> second = write();
    Queue queue = enter(first);
    enter(second);
    assertThat(first.seat().arrive()).isEqualTo(Place.LEADS_NOW);
    assertThat(second.seat().arrive()).isEqualTo(Place.WAITS);
    queue.leave(first);
    assertThat(second.seat().arrive()).isEqualTo(Place.LEADS_NOW);
    queue.leave(first);
    assertThat(queue.isLedBy(second)).isTrue();
  }

  @Test
  void take_takesThoseThatJoin_inTheirOrder_asManyAsAreAllowed() {
    Contender<String> leader = write();
    Queue queue = enter(leader);
    Contender<String> buffered = write(Durability.BUFFERED);
    Contender<String> byItself = write();
    byItself.seat().joinsNoMore();
    Contender<String> one = write();
    Contender<String> two = write();
    Contender<String> three = write();
    for (Contender<String> each : List.of(buffered, one, byItself, two, three)) {
      enter(each);
    }
    assertThat(queue.take(one, 2)).isEmpty();
    assertThat(queue.take(leader, 2)).isEqualTo(List.of(one, two));
    assertThat(one.seat().isReady(leader.seat())).isTrue();
    assertThat(three.seat().isReady(leader.seat())).isFalse();
    queue.leave(leader);
    assertThat(queue.isLedBy(buffered)).isTrue();
  }

  @Test
  void membersThatArePutBack_areTheFirstAgain() {
    Contender<String> leader = write();
    Queue queue = enter(leader);
    Contender<String> one = write();
    Contender<String> two = write();
    Contender<String> later = write();
    enter(one);
    enter(two);
    List<Contender<?>> members = queue.take(leader, 63);
    enter(later);
    queue.putBack(leader, members);
    assertThat(queue.take(leader, 63)).isEqualTo(List.of(one, two, later));
  }

  @Test
  void memberThatHasLeft_isNotPutBack() {
    Contender<String> leader = write();
    Queue queue = enter(leader);
    Contender<String> member = write();
    enter(member);
    List<Contender<?>> members = queue.take(leader, 63);
    member.seat().settle(leader.seat(), Fate.AGAIN, null);
    queue.putBack(leader, members);
    assertThat(queue.take(leader, 63)).isEmpty();
    assertThat(member.seat().arrive()).isEqualTo(Place.SETTLED);
    assertThat(member.seat().settled().fate()).isEqualTo(Fate.AGAIN);
  }

  @Test
  void settling_byAnotherThanTheLeader_changesNothing() {
    Contender<String> leader = write();
    Queue queue = enter(leader);
    Contender<String> member = write();
    enter(member);
    queue.take(leader, 63);
    member.seat().settle(write().seat(), Fate.MADE, null);
    assertThat(member.seat().isReady(leader.seat())).isTrue();
    ConflictException met = new ConflictException(Set.of(ROW));
    member.seat().settle(leader.seat(), Fate.CONFLICT, met);
    member.seat().settle(leader.seat(), Fate.MADE, null);
    assertThat(member.seat().settled()).isEqualTo(new Seat.Settled(Fate.CONFLICT, met));
  }

  @Test
  void leaderWhoseFunctionEndsInTime_isNotDeposed() {
    Contender<String> leader = write();
    Queue queue = enter(leader);
    Contender<String> waiting = write();
    enter(waiting);
    leader.seat().beginsOwn();
    assertThat(queue.depose(waiting)).isFalse();
    assertThat(queue.withdraw(waiting)).isTrue();
    assertThat(queue.withdraw(waiting)).isFalse();
  }

  @Test
  void claim_inTheMiddleOfAnAttempt_failsIfOthersLedSinceItBegan() {
    Contender<String> leader = write();
    Queue queue = enter(leader);
    long before = rows.moment();
    Contender<String> claiming = write();
    assertThat(queue.claim(claiming, before)).isFalse();
    queue.leave(leader);
    assertThat(queue.claim(claiming, before)).isFalse();
    assertThat(queue.claim(claiming, rows.moment())).isTrue();
    assertThat(queue.isLedBy(claiming)).isTrue();
  }

  @Test
  void rows_beyondTheMost_haveNoQueue() {
    for (int number = 0; number < 1_000; number++) {
      enter(write(), new RowKey("page", Tuple.of("page " + number)));
    }
    assertThat(rows.enter(ROW, write())).isEmpty();
  }

  @Test
  void functionThatRunsTooLong_goesOnAlone_andItsTransactionHasEnded() throws Exception {
    Seat<String> leader = write().seat();
    Seat<String> member = write().seat();
    member.waits();
    member.joined(leader);
    AtomicReference<RuntimeException> ended = new AtomicReference<>();
    AtomicReference<Boolean> left = new AtomicReference<>();
    CountDownLatch givenUp = new CountDownLatch(1);
    Thread caller =
        new Thread(
            () -> {
              try {
                while (member.arrive() != Place.RUNS) {
                  member.await(Duration.ofSeconds(10));
                }
                SharedTransaction transaction = member.share(null);
                givenUp.await();
                transaction.get("page", Tuple.of("Riga"), Columns.ALL);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } catch (RuntimeException e) {
                ended.set(e);
              }
              member.ran("late", null);
              left.set(member.settled().fate() == Fate.ALONE);
            });
    caller.start();
    Seat.Part<String> part = member.call(leader, null).orElseThrow();
    givenUp.countDown();
    caller.join();
    assertThat(part.failure()).isInstanceOf(Together.class);
    assertThat(ended.get()).isInstanceOf(Together.class);
    assertThat(left.get()).isTrue();
    assertThat(member.isReady(leader)).isFalse();
  }
}
