package org.portolan.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Durability;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.SchemaMismatchException;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** Tables: created, found again, compared, dropped. */
abstract class TableContract extends EngineFixture {
  private static final TableSchema OTHER =
      TableSchema.of(
          "other_Table_2",
          List.of(KeyColumn.of("id", ScalarType.LONG)),
          new ColumnFamily("_content", List.of(new Column("Größe, in \t%", ScalarType.LONG))));

  @Test
  void createTable_new_isListed() {
    engine.createTable(OTHER);
    assertThat(engine.tables())
        .containsExactlyInAnyOrder(ContractTables.events(capabilities()), OTHER);
  }

  @Test
  void createTable_sameAgain_keepsRows() {
    write("anna", 1, body("kept", 1));
    engine.createTable(ContractTables.events(capabilities()));
    assertThat(readBody("anna", 1).family("body")).contains(List.of("kept", 1));
  }

  @Test
  void createTable_sameWithOtherSplitPoints_isTheSame() {
    var standing = ContractTables.events(capabilities());
    var split =
        new TableSchema(
            standing.name(), standing.key(), 1, standing.families(), List.of(Tuple.of("m")));
    assertThatCode(() -> engine.createTable(split)).doesNotThrowAnyException();
  }

  @Test
  void createTable_otherSchema_listsEveryDifference() {
    var wanted =
        new TableSchema(
            ContractTables.EVENTS,
            List.of(KeyColumn.of("user", ScalarType.TEXT), KeyColumn.of("at", ScalarType.INT)),
            2,
            List.of(
                new ColumnFamily("body", List.of(new Column("text", ScalarType.BYTES))),
                new ColumnFamily("extra", List.of(new Column("text", ScalarType.TEXT)))),
            List.of());
    assertThatThrownBy(() -> engine.createTable(wanted))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContainingAll("events", "key", "partition", "body", "extra", "mark");
    assertThat(engine.tables()).containsExactly(ContractTables.events(capabilities()));
  }

  @Test
  void createTable_reopened_isListedTheSame() {
    engine.createTable(ContractTables.types());
    reopen();
    assertThat(engine.tables())
        .containsExactlyInAnyOrder(ContractTables.events(capabilities()), ContractTables.types());
  }

  @Test
  void createTables_someThatExist_createsTheOthersAndKeepsRows() {
    write("anna", 1, body("kept", 1));
    var events = ContractTables.events(capabilities());
    engine.createTables(List.of(ContractTables.types(), events, OTHER));
    assertThat(engine.tables()).containsExactlyInAnyOrder(events, ContractTables.types(), OTHER);
    assertThat(readBody("anna", 1).family("body")).contains(List.of("kept", 1));
    engine.mutate(
        Mutation.of(OTHER.name(), Tuple.of(7L), new Change.PutColumns("_content", List.of(8L))),
        Durability.BUFFERED);
    assertThat(
            engine
                .get(Get.of(OTHER.name(), Tuple.of(7L), FamilyRead.all("_content")))
                .family("_content"))
        .contains(List.of(8L));
  }

  @Test
  void createTables_oneOfAnotherSchema_saysSoAndMayBeRepeatedWithoutIt() {
    var other =
        TableSchema.of(
            ContractTables.EVENTS,
            List.of(KeyColumn.of("id", ScalarType.LONG)),
            new ColumnFamily("body", List.of(new Column("text", ScalarType.BYTES))));
    assertThatThrownBy(() -> engine.createTables(List.of(OTHER, other)))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("events");
    engine.createTables(List.of(OTHER));
    assertThat(engine.tables())
        .containsExactlyInAnyOrder(ContractTables.events(capabilities()), OTHER);
  }

  @Test
  void createTable_withWhatTheEngineLacks_isRefused() {
    List<KeyColumn> key = List.of(KeyColumn.of("id", ScalarType.LONG));
    var items = TableSchema.of("with_items", key, ContractTables.ENTRIES);
    var counter = TableSchema.of("with_counter", key, ContractTables.HITS);
    if (capabilities().items()) {
      engine.createTable(items);
    } else {
      assertThatThrownBy(() -> engine.createTable(items)).isInstanceOf(CapabilityException.class);
    }
    if (counts()) {
      engine.createTable(counter);
    } else {
      assertThatThrownBy(() -> engine.createTable(counter)).isInstanceOf(CapabilityException.class);
    }
    assertThat(engine.tables()).hasSize(1 + (capabilities().items() ? 1 : 0) + (counts() ? 1 : 0));
  }

  @Test
  void dropTable_standing_removesItWithItsRows() {
    write("anna", 1, body("gone", 1), mark(true));
    engine.dropTable(ContractTables.EVENTS);
    assertThat(engine.tables()).isEmpty();
    assertThatThrownBy(() -> readBody("anna", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("events");
    engine.createTable(ContractTables.events(capabilities()));
    assertThat(read("anna", 1, everything()).isEmpty()).isTrue();
    reopen();
    assertThat(read("anna", 1, everything()).isEmpty()).isTrue();
  }

  @Test
  void dropTable_missing_doesNothing() {
    engine.dropTable("nowhere");
    assertThat(engine.tables()).hasSize(1);
  }

  @Test
  void get_ofUnknownNames_isRefused() {
    assertThatThrownBy(() -> engine.get(Get.of("nowhere", Tuple.of(1), FamilyRead.all("body"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nowhere");
    assertThatThrownBy(() -> read("anna", 1, FamilyRead.all("nothing")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nothing");
    assertThatThrownBy(() -> read("anna", 1, new FamilyRead.Columns("body", List.of("colour"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("colour");
    assertThatThrownBy(() -> read("anna", 1, new FamilyRead.Counter("body")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("body");
  }

  @Test
  void get_withKeyOfOtherColumns_isRefused() {
    var family = FamilyRead.all("body");
    assertThatThrownBy(() -> engine.get(Get.of(ContractTables.EVENTS, Tuple.of("anna"), family)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> engine.get(Get.of(ContractTables.EVENTS, Tuple.of("anna", "noon"), family)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void mutate_withWrongValues_changesNothing() {
    assertThatThrownBy(() -> write("anna", 1, mark(true), body("text", 1), put("body", 1, 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> write("anna", 1, mark(true), put("body", "too few")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> write("anna", 1, mark(true), put("nothing", "text")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(read("anna", 1, everything()).isEmpty()).isTrue();
  }

  private static Change put(String family, Object... values) {
    return new Change.PutColumns(family, List.of(values));
  }
}
