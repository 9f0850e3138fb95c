package org.portolan.preparedscan.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** The rows read from a page are the rows written into it. */
final class RowsTest {
  private static final int RUNS = 300;
  private static final byte[] FAMILY = {'f'};

  private static byte[] page(Statement statement, List<List<Cell>> rows) {
    Set<String> families =
        rows.stream()
            .flatMap(List::stream)
            .map(cell -> Bytes.toStringBinary(CellUtil.cloneFamily(cell)))
            .collect(Collectors.toSet());
    byte[] onlyFamily =
        families.size() == 1 ? Bytes.toBytesBinary(families.iterator().next()) : null;
    RowWriter writer = new RowWriter(statement, 16, onlyFamily);
    rows.forEach(writer::add);
    return PageReply.moreHere(writer, writer.lastKey(), false, statement.compressed())
        .toByteArray();
  }

  @Test
  void read_ofManyRandomPages_isWhatWasWritten() {
    for (long seed = 1; seed <= RUNS; seed++) {
      Random random = new Random(seed);
      RandomRows made = new RandomRows(random);
      Statement statement =
          new Statement(made.declared(), new byte[0], random.nextBoolean(), random.nextBoolean());
      List<List<Cell>> rows = made.rows(random.nextInt(60));
      PageReply reply = PageReply.read(page(statement, rows), Integer.MAX_VALUE);
      assertThat(reply.rows()).isEqualTo(rows.size());
      RowReader reader = reply.reader(statement);
      for (List<Cell> row : rows) {
        assertThat(reader.hasNext()).isTrue();
        assertSame(row, reader.next(), statement.timestamps(), "seed " + seed);
      }
      assertThat(reader.hasNext()).isFalse();
    }
  }

  private static void assertSame(List<Cell> row, Cell[] read, boolean timestamps, String what) {
    assertThat(read).as(what).hasSize(row.size());
    for (int index = 0; index < read.length; index++) {
      Cell cell = row.get(index);
      assertThat(CellUtil.matchingRows(cell, read[index])).as(what).isTrue();
      assertThat(CellUtil.matchingColumn(cell, read[index])).as(what).isTrue();
      assertThat(CellUtil.matchingValue(cell, read[index])).as(what).isTrue();
      assertThat(read[index].getTimestamp())
          .as(what)
          .isEqualTo(timestamps ? cell.getTimestamp() : HConstants.LATEST_TIMESTAMP);
      assertThat(read[index].getType()).isEqualTo(Cell.Type.Put);
    }
  }

  /** Returns the size of a row of ten columns, as in the paper's table, by the length of values. */
  private static int bytesPerRow(int length, int missing) {
    List<Column> columns = new ArrayList<>();
    for (int index = 0; index < 10; index++) {
      columns.add(new Column(FAMILY, ("c" + index).getBytes(StandardCharsets.US_ASCII)));
    }
    Statement statement = new Statement(columns, new byte[0], false, false);
    List<List<Cell>> rows = new ArrayList<>();
    for (int number = 0; number < 1_000; number++) {
      byte[] key = String.format("user%015d", number * 7_919L).getBytes(StandardCharsets.US_ASCII);
      List<Cell> row = new ArrayList<>();
      for (int index = 0; index < 10; index++) {
        if (index >= missing || number % 10 != index) {
          Column column = columns.get(index);
          row.add(new KeyValue(key, FAMILY, column.qualifier(), 1, new byte[length]));
        }
      }
      rows.add(row);
    }
    return page(statement, rows).length / rows.size();
  }

  @Test
  void write_ofRegularRows_costsKeyAndValues() {
    // The key has 19 bytes, and shares most of them with the key before.
    assertThat(bytesPerRow(100, 0)).isLessThan(1_019);
    assertThat(bytesPerRow(10, 0)).isLessThan(119);
    // Each row lacks one of its ten values: columns take a bit each, lengths a byte each.
    assertThat(bytesPerRow(10, 10)).isLessThan(119);
  }

  @Test
  void write_ofMoreNewColumnsThanAreLearned_losesNone() {
    Statement statement = new Statement(List.of(), new byte[0], true, false);
    List<List<Cell>> rows = new ArrayList<>();
    for (int row = 0; row < 3; row++) {
      List<Cell> cells = new ArrayList<>();
      for (int index = 0; index < Dictionary.LEARNED_MAX + 10; index++) {
        byte[] qualifier = String.format("%05d", index).getBytes(StandardCharsets.US_ASCII);
        cells.add(new KeyValue(new byte[] {(byte) row}, FAMILY, qualifier, 5, qualifier));
      }
      rows.add(cells);
    }
    RowReader reader = PageReply.read(page(statement, rows), Integer.MAX_VALUE).reader(statement);
    rows.forEach(row -> assertSame(row, reader.next(), true, "many columns"));
  }

  @Test
  void read_ofDamagedBytes_failsOrGivesCells() {
    Random random = new Random(7);
    RandomRows made = new RandomRows(random);
    Statement statement = new Statement(made.declared(), new byte[0], true, false);
    byte[] whole = page(statement, made.rows(20));
    for (int run = 0; run < 2_000; run++) {
      byte[] damaged = Arrays.copyOf(whole, 1 + random.nextInt(whole.length));
      damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      try {
        RowReader reader = PageReply.read(damaged, 1 << 20).reader(statement);
        while (reader.hasNext()) {
          reader.next();
        }
      } catch (MalformedPageException e) {
        assertThat(e).hasMessageContaining("deploy the endpoint again");
      }
    }
  }

  @Test
  void read_ofABlockThatWouldBeTooLong_isRefused() {
    Statement statement = new Statement(List.of(), new byte[0], false, true);
    byte[] page =
        page(statement, List.of(List.of(new KeyValue(FAMILY, FAMILY, FAMILY, new byte[5_000]))));
    assertThat(page.length).isLessThan(200);
    assertThatThrownBy(() -> PageReply.read(page, 1_000))
        .isInstanceOf(MalformedPageException.class);
  }
}
