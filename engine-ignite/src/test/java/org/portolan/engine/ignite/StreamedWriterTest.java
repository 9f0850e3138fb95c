package org.portolan.engine.ignite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.portolan.engine.BulkWriter;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** Kills servers while rows are streamed to them. The suite of all engines has the rest. */
@Tag("servers")
class StreamedWriterTest {
  private static final int BATCHES = 60;
  private static final int BATCH_ROWS = 50;
  private static final int TEXT_CHARS = 2_000;

  private static final TableSchema NOTES =
      TableSchema.of(
          "notes",
          List.of(KeyColumn.of("id", ScalarType.INT)),
          new ColumnFamily("note", List.of(new Column("text", ScalarType.TEXT))));

  private static List<Mutation> batch(int number) {
    return IntStream.range(number * BATCH_ROWS, (number + 1) * BATCH_ROWS)
        .mapToObj(
            id ->
                Mutation.of(
                    "notes", Tuple.of(id), new Change.PutColumns("note", List.of(text(id)))))
        .toList();
  }

  private static String text(int id) {
    return id + "x".repeat(TEXT_CHARS);
  }

  private static void requireAll(Engine engine) {
    List<Get> gets = new ArrayList<>();
    for (int id = 0; id < BATCHES * BATCH_ROWS; id++) {
      gets.add(Get.of("notes", Tuple.of(id), FamilyRead.all("note")));
    }
    var rows = engine.get(gets);
    for (int id = 0; id < rows.size(); id++) {
      assertThat(rows.get(id).family("note")).contains(List.of(text(id)));
    }
  }

  @Test
  void serverKilledWhileRowsAreWritten_losesNone() {
    try (LocalCluster cluster = LocalCluster.start(3);
        Engine engine =
            Engines.open(
                "ignite://" + cluster.addresses() + "/streamed?backups=2&timeout=60s",
                OpenMode.CREATE_IF_MISSING)) {
      engine.createTable(NOTES);
      try (BulkWriter writer = engine.bulkWriter().orElseThrow()) {
        for (int number = 0; number < BATCHES; number++) {
          if (number == BATCHES / 2) {
            cluster.kill(2);
          }
          writer.write(batch(number));
        }
        writer.flush();
      }
      requireAll(engine);
    }
  }

  @Test
  void majorityKilledWhileRowsAreWritten_isToldByEachLaterCall() {
    try (LocalCluster cluster = LocalCluster.start(3);
        Engine engine =
            Engines.open(
                "ignite://" + cluster.addresses() + "/lost?timeout=5s",
                OpenMode.CREATE_IF_MISSING)) {
      engine.createTable(NOTES);
      try (BulkWriter writer = engine.bulkWriter().orElseThrow()) {
        writer.write(batch(0));
        cluster.kill(2);
        cluster.kill(1);
        assertThatThrownBy(
                () -> {
                  writer.write(batch(1));
                  writer.flush();
                })
            .isInstanceOf(EngineException.class);
        assertThatThrownBy(writer::flush).isInstanceOf(OutcomeUnknownException.class);
      }
    }
  }
}
