package org.portolan.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/** Rows: a get returns the values that were put, family by family. */
abstract class RowContract extends EngineFixture {

  @Test
  void put_everyType_isGotBack() {
    engine.createTable(ContractTables.types());
    List<Object> values =
        List.of(
            "zażółć \u0000 \uD83D\uDE00",
            "long ".repeat(2_000),
            Integer.MIN_VALUE,
            Long.MAX_VALUE,
            new BigDecimal("-1234567890123456.7890"),
            true,
            Instant.parse("2007-09-30T12:34:56.123456Z"),
            Bytes.ofHex("00ff0001"),
            Set.of("b", "a"),
            List.of(3L, -1L, 3L));
    assertThat(putAndGet(values)).isEqualTo(values);
  }

  @Test
  void put_emptyAndSmallestValues_areGotBack() {
    engine.createTable(ContractTables.types());
    List<Object> values =
        List.of(
            "",
            "",
            0,
            Long.MIN_VALUE,
            new BigDecimal("0.0000"),
            false,
            Instant.EPOCH,
            Bytes.EMPTY,
            Set.of(),
            List.of());
    assertThat(putAndGet(values)).isEqualTo(values);
  }

  @Test
  void put_nulls_areGotBackAndTheFamilyIsPresent() {
    engine.createTable(ContractTables.types());
    List<Object> nulls = Collections.nCopies(ContractTables.EVERY_TYPE.size(), null);
    assertThat(putAndGet(nulls)).isEqualTo(nulls);
  }

  private List<Object> putAndGet(List<Object> values) {
    Tuple key = Tuple.of(7);
    engine.mutate(
        Mutation.of("types", key, new Change.PutColumns("all", values)), Durability.BUFFERED);
    Row row = engine.get(Get.of("types", key, FamilyRead.all("all")));
    assertThat(row.key()).isEqualTo(key);
    assertThat(row.isEmpty()).isFalse();
    return row.family("all").orElseThrow();
  }

  @Test
  void put_again_replacesAllColumns() {
    write("anna", 1, body("old", 1));
    write("anna", 1, body("new", null));
    assertThat(readBody("anna", 1).family("body")).contains(Arrays.asList("new", null));
  }

  @Test
  void get_projection_leavesTheRestNull() {
    write("anna", 1, body("text", 5), mark(true));
    Row row = read("anna", 1, new FamilyRead.Columns("body", List.of("number")));
    assertThat(row.family("body")).contains(Arrays.asList(null, 5));
    assertThat(row.family("mark")).isEmpty();
  }

  @Test
  void get_presence_saysWhetherThereIsTheFamily() {
    write("anna", 1, body(null, null));
    Row row = read("anna", 1, new FamilyRead.Presence("body"), new FamilyRead.Presence("mark"));
    assertThat(row.family("body")).contains(List.of());
    assertThat(row.family("mark")).isEmpty();
    assertThat(read("anna", 1, new FamilyRead.Presence("body")).isEmpty()).isFalse();
    assertThat(read("anna", 1, new FamilyRead.Presence("mark")).isEmpty()).isTrue();
  }

  @Test
  void get_absentRow_isEmpty() {
    Row row = read("nobody", 1, everything());
    assertThat(row.key()).isEqualTo(key("nobody", 1));
    assertThat(row.isEmpty()).isTrue();
    assertThat(row.bytes()).isZero();
  }

  @Test
  void get_many_answersInTheOrderAsked() {
    LongStream.range(0, 50)
        .filter(at -> at % 3 != 0)
        .forEach(at -> write("u", at, body("t", (int) at)));
    List<Long> order = LongStream.range(0, 50).map(at -> at * 17 % 50).boxed().toList();
    List<Row> rows =
        engine.get(
            order.stream()
                .map(at -> Get.of(ContractTables.EVENTS, key("u", at), FamilyRead.all("body")))
                .toList());
    assertThat(rows)
        .extracting(Row::key)
        .isEqualTo(order.stream().map(at -> key("u", at)).toList());
    for (int index = 0; index < order.size(); index++) {
      long at = order.get(index);
      assertThat(rows.get(index).isEmpty()).isEqualTo(at % 3 == 0);
    }
  }

  @Test
  void get_sameRowTwice_answersTwice() {
    write("anna", 1, body("t", 1));
    Get get = Get.of(ContractTables.EVENTS, key("anna", 1), FamilyRead.all("body"));
    assertThat(engine.get(List.of(get, get))).hasSize(2).allMatch(row -> !row.isEmpty());
  }

  @Test
  void get_none_answersNone() {
    assertThat(engine.get(List.<Get>of())).isEmpty();
  }

  @Test
  void get_ofSeveralTables_answersEach() {
    engine.createTable(ContractTables.events("second", capabilities()));
    write("anna", 1, body("here", 1));
    engine.mutate(Mutation.of("second", key("anna", 1), body("there", 2)), Durability.BUFFERED);
    List<Row> rows =
        engine.get(
            List.of(
                Get.of("second", key("anna", 1), FamilyRead.all("body")),
                Get.of(ContractTables.EVENTS, key("anna", 1), FamilyRead.all("body"))));
    assertThat(rows.get(0).family("body")).contains(List.of("there", 2));
    assertThat(rows.get(1).family("body")).contains(List.of("here", 1));
  }

  @Test
  void bytes_ofRowsRead_growWithThem() {
    write("anna", 1, body("x", 1));
    write("anna", 2, body("x".repeat(1_000), 1));
    assertThat(readBody("anna", 1).bytes()).isPositive();
    assertThat(readBody("anna", 2).bytes()).isGreaterThan(1_000);
  }

  @Test
  void deleteFamily_ofColumns_leavesTheOthers() {
    write("anna", 1, body("t", 1), mark(true));
    write("anna", 1, new Change.DeleteFamily("body"));
    Row row = read("anna", 1, everything());
    assertThat(row.family("body")).isEmpty();
    assertThat(row.family("mark")).contains(List.of(true));
  }

  @Test
  void deleteFamily_absent_doesNothing() {
    write("anna", 1, new Change.DeleteFamily("body"));
    assertThat(read("anna", 1, everything()).isEmpty()).isTrue();
  }

  @Test
  void mutate_severalChanges_applyInTheirOrder() {
    write("anna", 1, body("first", 1), new Change.DeleteFamily("body"), mark(true), mark(false));
    Row row = read("anna", 1, everything());
    assertThat(row.family("body")).isEmpty();
    assertThat(row.family("mark")).contains(List.of(false));
  }

  @Test
  void mutateAll_manyRows_writesEach() {
    engine.mutateAll(
        IntStream.range(0, 2_500).mapToObj(at -> change("bulk", at, body("t" + at, at))).toList(),
        Durability.BUFFERED);
    assertThat(number(engine, "bulk", 0)).isZero();
    assertThat(number(engine, "bulk", 2_499)).isEqualTo(2_499);
  }

  @Test
  void mutate_version_isRefusedWhereThereAreNone() {
    Assumptions.assumeFalse(capabilities().versions(), "the engine has versions");
    var versioned = change("anna", 1, body("t", 1)).at(1);
    assertThatThrownBy(() -> engine.mutate(versioned, Durability.BUFFERED))
        .isInstanceOf(CapabilityException.class);
    assertThatThrownBy(() -> engine.mutateAll(List.of(versioned), Durability.BUFFERED))
        .isInstanceOf(CapabilityException.class);
    assertThat(readBody("anna", 1).isEmpty()).isTrue();
  }

  @Test
  void mutate_whileRead_showsTheWholeChangeOrNothing() {
    write("anna", 1, body("0", 0), mark(true));
    List<Boolean> consistent =
        race(
            List.of(
                () -> {
                  for (int round = 1; round <= 2_000; round++) {
                    write("anna", 1, body(Integer.toString(round), round), mark(round % 2 == 0));
                  }
                  return true;
                },
                () -> {
                  boolean whole = true;
                  for (int round = 1; round <= 2_000; round++) {
                    Row row = read("anna", 1, FamilyRead.all("body"), FamilyRead.all("mark"));
                    int number = (Integer) row.family("body").orElseThrow().get(1);
                    whole &= row.family("mark").orElseThrow().get(0).equals(number % 2 == 0);
                  }
                  return whole;
                }));
    assertThat(consistent).containsOnly(true);
  }
}
