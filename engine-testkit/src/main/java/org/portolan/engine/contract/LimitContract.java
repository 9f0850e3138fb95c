package org.portolan.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Condition;
import org.portolan.engine.Durability;
import org.portolan.engine.Family;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Scan;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/**
 * The limits. The check and the write must refuse the same mutations, before anything is written.
 * Every mutation that the check admits is written on the real engine, up to each limit.
 */
abstract class LimitContract extends EngineFixture {
  private static final int BYTES_TRIED_MAX = 64 << 20;
  private static final int SMALL_ITEMS_TRIED_MAX = 60_000;
  private static final int ITEMS_TRIED_MAX = 5_000;
  private static final int OVERHEAD_BYTES_MAX = 4_000;
  private static final String WIDE = "wide";

  private boolean admitted(Mutation mutation) {
    try {
      engine.requireWritable(List.of(mutation));
      return true;
    } catch (CapabilityException refused) {
      return false;
    }
  }

  /** Returns the largest number whose mutation the check admits; it must refuse {@code most}. */
  private int largest(int least, int most, IntFunction<Mutation> mutations) {
    assertThat(admitted(mutations.apply(least))).isTrue();
    assertThat(admitted(mutations.apply(most))).isFalse();
    int admitted = least;
    int refused = most;
    while (refused - admitted > 1) {
      int middle = (admitted + refused) >>> 1;
      if (admitted(mutations.apply(middle))) {
        admitted = middle;
      } else {
        refused = middle;
      }
    }
    return admitted;
  }

  /** Finds a limit, checks the refusal beyond it, and writes up to it. Returns the limit. */
  private int writeUpToTheLimit(int least, int most, IntFunction<Mutation> mutations) {
    int limit = largest(least, most, mutations);
    requireRefusedAlike(mutations.apply(limit + 1), CapabilityException.class);
    requireNothingWritten();
    assertThat(engine.mutate(mutations.apply(limit), Durability.BUFFERED)).isTrue();
    return limit;
  }

  private void requireRefusedAlike(Mutation mutation, Class<? extends Throwable> failure) {
    Throwable checked = catchThrowable(() -> engine.requireWritable(List.of(mutation)));
    assertThat(checked).as("check of %s", mutation.rowKey().table()).isInstanceOf(failure);
    Mutation other = change("other", 1, body("t", 1));
    List<Throwable> refused =
        List.of(
            catchThrowable(() -> engine.requireWritable(List.of(other, mutation))),
            catchThrowable(() -> engine.mutate(mutation, Durability.BUFFERED)),
            catchThrowable(() -> engine.mutateAll(List.of(other, mutation), Durability.BUFFERED)));
    for (Throwable each : refused) {
      assertThat(each).hasSameClassAs(checked).hasMessage(checked.getMessage());
    }
  }

  private void requireNothingWritten() {
    assertThat(engine.scan(Scan.of(ContractTables.EVENTS, KeyRange.ALL, 10, everything())).rows())
        .isEmpty();
  }

  private static String text(int length) {
    return "v".repeat(length);
  }

  @Test
  void rowKey_atTheLimit_isWritten() {
    int most = capabilities().keyBytesMax() + 1;
    int limit = writeUpToTheLimit(1, most, length -> change("k".repeat(length), 1, body("t", 1)));
    assertThat(limit).isBetween(most - 100, most);
    assertThat(number(engine, "k".repeat(limit), 1)).isEqualTo(1);
  }

  @Test
  void itemKey_atTheLimit_isWritten() {
    Assumptions.assumeTrue(capabilities().items(), "the engine has no items");
    int most = capabilities().keyBytesMax() + 1;
    int limit =
        writeUpToTheLimit(1, most, length -> change("u", 1, entry(1, "k".repeat(length), "note")));
    assertThat(limit).isBetween(most - 100, most);
    assertThat(names(read("u", 1, allEntries()))).containsExactly("k".repeat(limit));
    Change removal = new Change.DeleteItem("entries", Tuple.of(1L, "k".repeat(limit + 1)));
    requireRefusedAlike(change("u", 1, removal), CapabilityException.class);
  }

  private void assumeTriable() {
    Assumptions.assumeTrue(
        capabilities().valueBytesMax() <= BYTES_TRIED_MAX, "values may be very large");
  }

  @Test
  @Tag("long")
  void columnValue_atTheLimit_isWritten() {
    assumeTriable();
    int most = capabilities().valueBytesMax() + 1;
    int limit =
        writeUpToTheLimit(most - 400, most, length -> change("u", 1, body(text(length), 1)));
    assertThat(readBody("u", 1).family("body").orElseThrow()).containsExactly(text(limit), 1);
    if (capabilities().conditionalWrite()) {
      Mutation conditional = change("u", 2, body(text(limit), 1)).on(new Condition.Absent("body"));
      engine.requireWritable(List.of(conditional));
      assertThat(engine.mutate(conditional, Durability.BUFFERED)).isTrue();
    }
  }

  @Test
  @Tag("long")
  void itemValue_atTheLimit_isWritten() {
    Assumptions.assumeTrue(capabilities().items(), "the engine has no items");
    assumeTriable();
    int most = capabilities().valueBytesMax() + 1;
    int limit =
        writeUpToTheLimit(most - 400, most, length -> change("u", 1, entry(1, "a", text(length))));
    assertThat(read("u", 1, allEntries()).itemsOf("entries").get(0).values())
        .containsExactly(text(limit));
  }

  private void assumeMutationTriable() {
    Assumptions.assumeTrue(
        capabilities().transactionBytesMax() <= BYTES_TRIED_MAX, "mutations may be very large");
  }

  @Test
  @Tag("long")
  void mutation_atTheLimit_isWritten() {
    assumeMutationTriable();
    int most = capabilities().valueBytesMax() - 400;
    int full = (int) (capabilities().transactionBytesMax() / capabilities().valueBytesMax());
    List<Family> families = new ArrayList<>();
    for (int index = 0; index <= full; index++) {
      families.add(new ColumnFamily("f" + index, List.of(new Column("text", ScalarType.TEXT))));
    }
    engine.createTable(
        new TableSchema(
            WIDE, List.of(KeyColumn.of("id", ScalarType.LONG)), 1, families, List.of()));
    String whole = text(most);
    IntFunction<Mutation> mutations =
        length -> {
          List<Change> changes = new ArrayList<>();
          for (int index = 0; index < full; index++) {
            changes.add(new Change.PutColumns("f" + index, List.of(whole)));
          }
          changes.add(new Change.PutColumns("f" + full, List.of(text(length))));
          return Mutation.of(WIDE, Tuple.of(1L), changes);
        };
    int left = (int) (capabilities().transactionBytesMax() - (long) full * most);
    int limit = writeUpToTheLimit(Math.max(1, left - OVERHEAD_BYTES_MAX), left + 1, mutations);
    FamilyRead last = FamilyRead.all("f" + full);
    assertThat(engine.get(Get.of(WIDE, Tuple.of(1L), last)).family("f" + full).orElseThrow())
        .containsExactly(text(limit));
  }

  private static Mutation items(String user, int count) {
    return Mutation.of(
        ContractTables.EVENTS,
        key(user, 1),
        IntStream.range(0, count).mapToObj(rank -> entry(rank, "n", null)).toList());
  }

  private void writeItemsUpToTheLimit(String user, int most) {
    Assumptions.assumeTrue(capabilities().items(), "the engine has no items");
    assumeMutationTriable();
    Assumptions.assumeFalse(admitted(items(user, most)), "mutations may have very many items");
    int limit = writeUpToTheLimit(1, most, count -> items(user, count));
    var ends =
        new FamilyRead.ItemsByKey(
            "entries", List.of(Tuple.of(0L, "n"), Tuple.of((long) limit - 1, "n")));
    assertThat(read(user, 1, ends).itemsOf("entries")).hasSize(limit > 1 ? 2 : 1);
  }

  @Test
  void mutationOfSmallItems_atTheLimit_isWritten() {
    writeItemsUpToTheLimit("u", SMALL_ITEMS_TRIED_MAX);
  }

  @Test
  void mutationOfItemsUnderALongRowKey_atTheLimit_isWritten() {
    writeItemsUpToTheLimit("k".repeat(capabilities().keyBytesMax() - 100), ITEMS_TRIED_MAX);
  }

  @Test
  void version_tooFarAheadOrBelowOne_isRefused() {
    Assumptions.assumeTrue(capabilities().versions(), "the engine has no versions");
    Mutation mutation = change("u", 1, body("t", 1), mark(true));
    long most = System.currentTimeMillis() + Mutation.VERSION_LEAD_MAX;
    for (long version : new long[] {most + 3_600_000, Long.MAX_VALUE / 1_000, Long.MAX_VALUE}) {
      requireRefusedAlike(mutation.at(version), CapabilityException.class);
    }
    for (long version : new long[] {0, -1, Long.MIN_VALUE}) {
      requireRefusedAlike(mutation.at(version), IllegalArgumentException.class);
    }
    requireNothingWritten();
    Mutation ahead = change("u", 2, body("t", 2)).at(most - 3_600_000);
    engine.requireWritable(List.of(ahead));
    engine.mutate(ahead, Durability.BUFFERED);
    assertThat(number(engine, "u", 2)).isEqualTo(2);
  }

  @Test
  void version_whereThereAreNone_isRefused() {
    Assumptions.assumeFalse(capabilities().versions(), "the engine has versions");
    requireRefusedAlike(change("u", 1, body("t", 1)).at(1), CapabilityException.class);
    requireNothingWritten();
  }

  @Test
  void version_ofACounter_isRefused() {
    Assumptions.assumeTrue(capabilities().versions() && counts(), "no versions and counters");
    for (Change change : List.of(hit(1), new Change.DeleteFamily("hits"))) {
      requireRefusedAlike(
          change("u", 1, body("t", 1), change).at(System.currentTimeMillis()),
          IllegalArgumentException.class);
    }
    requireNothingWritten();
  }

  @Test
  void wrongNamesAndTypes_areRefused() {
    List<Mutation> wrong =
        new ArrayList<>(
            List.of(
                Mutation.of("nowhere", key("u", 1), body("t", 1)),
                Mutation.of(ContractTables.EVENTS, Tuple.of("u"), body("t", 1)),
                Mutation.of(ContractTables.EVENTS, Tuple.of("u", 1), body("t", 1)),
                Mutation.of(ContractTables.EVENTS, Tuple.of(null, 1L), body("t", 1)),
                change("u", 1, mark(true), new Change.PutColumns("nothing", List.of(1))),
                change("u", 1, mark(true), new Change.DeleteFamily("nothing")),
                change("u", 1, mark(true), new Change.PutColumns("body", List.of("few"))),
                change("u", 1, mark(true), new Change.PutColumns("body", List.of("t", "one"))),
                change("u", 1, mark(true), new Change.PutColumns("body", List.of("\uD800", 1))),
                change("u", 1, mark(true), new Change.Add("body", 1)),
                change("u", 1, mark(true), new Change.DeleteItem("body", Tuple.of(1L, "a"))),
                change("u", 1, mark(true), new Change.PutItem("body", Tuple.of(1L), List.of("")))));
    if (capabilities().items()) {
      wrong.add(change("u", 1, new Change.PutColumns("entries", List.of("note"))));
      wrong.add(change("u", 1, new Change.PutItem("entries", Tuple.of(1L, "a"), List.of())));
      wrong.add(change("u", 1, new Change.PutItem("entries", Tuple.of(1L, "a"), List.of(1))));
      wrong.add(change("u", 1, new Change.PutItem("entries", Tuple.of(1L), List.of("note"))));
      wrong.add(change("u", 1, new Change.DeleteItem("entries", Tuple.of("a", "a"))));
    }
    if (capabilities().itemRanges()) {
      wrong.add(change("u", 1, mark(true), new Change.DeleteItems("body", KeyRange.ALL)));
      wrong.add(change("u", 1, new Change.DeleteItems("entries", upTo("a"))));
      wrong.add(
          change(
              "u",
              1,
              new Change.DeleteItems("entries", KeyRange.startingWith(Tuple.of(1L, "a", "b")))));
    }
    if (capabilities().conditionalWrite()) {
      for (Condition condition :
          List.of(
              new Condition.Absent("nothing"),
              new Condition.ColumnEquals("nothing", "number", 1),
              new Condition.ColumnEquals("body", "nothing", 1),
              new Condition.ColumnEquals("body", "number", "one"),
              new Condition.ColumnEquals("body", "number", 1L))) {
        wrong.add(change("u", 1, mark(true)).on(condition));
      }
    }
    wrong.forEach(mutation -> requireRefusedAlike(mutation, IllegalArgumentException.class));
    requireNothingWritten();
  }

  private static KeyRange upTo(Object rank) {
    return new KeyRange(Tuple.EMPTY, true, Tuple.of(rank), true);
  }

  @Test
  void itemRange_whereThereAreNone_isRefused() {
    Assumptions.assumeFalse(capabilities().itemRanges(), "the engine removes ranges of items");
    requireRefusedAlike(
        change("u", 1, mark(true), new Change.DeleteItems("entries", upTo(1L))),
        CapabilityException.class);
    requireNothingWritten();
  }

  @Test
  void itemRange_withTooLongABound_isRefused() {
    Assumptions.assumeTrue(capabilities().itemRanges(), "the engine removes items one by one");
    Tuple bound = Tuple.of(1L, "k".repeat(capabilities().keyBytesMax() + 1));
    requireRefusedAlike(
        change("u", 1, new Change.DeleteItems("entries", KeyRange.startingWith(bound))),
        CapabilityException.class);
  }

  @Test
  void requireWritable_ofWhatCanBeWritten_writesNothing() {
    List<Mutation> mutations =
        new ArrayList<>(
            List.of(
                change("u", 1, body("t", 1), mark(null), new Change.DeleteFamily("mark")),
                change("u", 2),
                change("u", 3, body(null, null))));
    if (capabilities().items()) {
      mutations.add(change("u", 1, entry(1, "a", null), entry(1, "a", "note")));
      mutations.add(
          change(
              "u",
              1,
              new Change.DeleteItem("entries", Tuple.of(1L, "a")),
              new Change.DeleteFamily("entries")));
    }
    if (counts()) {
      mutations.add(change("u", 1, hit(1), new Change.DeleteFamily("hits")));
    }
    if (capabilities().itemRanges()) {
      mutations.add(change("u", 1, new Change.DeleteItems("entries", upTo(1L))));
    }
    if (capabilities().conditionalWrite()) {
      mutations.add(change("u", 1, mark(true)).on(new Condition.Absent("body")));
      mutations.add(change("u", 1, mark(true)).on(new Condition.ColumnEquals("body", "number", 1)));
    }
    engine.requireWritable(mutations);
    engine.requireWritable(List.of());
    requireNothingWritten();
    assertThat(engine.mutateAll(mutations, Durability.BUFFERED)).hasSameSizeAs(mutations);
  }

  @Test
  void mutateAll_withTheLastRefused_writesNothing() {
    List<Mutation> mutations = new ArrayList<>();
    for (int at = 0; at < 2_500; at++) {
      mutations.add(change("many", at, body(text(1_000), at)));
    }
    mutations.add(change("many", 0, new Change.PutColumns("body", Arrays.asList("few"))));
    assertThat(catchThrowable(() -> engine.mutateAll(mutations, Durability.BUFFERED)))
        .isInstanceOf(IllegalArgumentException.class);
    requireNothingWritten();
  }
}
