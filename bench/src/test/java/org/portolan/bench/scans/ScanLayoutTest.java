package org.portolan.bench.scans;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Every kind of error in rows is detected. */
final class ScanLayoutTest {
  private static final ScanLayout LAYOUT = new ScanLayout(1_000, 30, 20);

  private static List<Result> rows(int from, int count) {
    List<Result> rows = new ArrayList<>();
    for (int row = from; row < from + count; row++) {
      List<Cell> cells = new ArrayList<>(LAYOUT.put(row).getFamilyCellMap().get(ScanLayout.FAMILY));
      rows.add(Result.create(cells));
    }
    return rows;
  }

  @Test
  void judge_ofTheRowsThemselves_findsNothing() {
    assertThat(LAYOUT.judge(17, 5, rows(17, 5))).isEmpty();
    assertThat(LAYOUT.usefulBytes()).isEqualTo(9 + 30 * 20);
  }

  @Test
  void judge_ofRowsThatAreLostOrOthers_saysWhich() {
    assertThat(LAYOUT.judge(17, 5, rows(17, 4))).contains("4 rows came instead of 5");
    assertThat(LAYOUT.judge(17, 5, rows(18, 5)).orElseThrow()).startsWith("row 17 came as");
    List<Result> repeated = rows(17, 5);
    repeated.set(3, repeated.get(2));
    assertThat(LAYOUT.judge(17, 5, repeated).orElseThrow()).startsWith("row 20 came as");
  }

  @Test
  void judge_ofAValueOrColumnThatIsAnother_saysWhich() {
    List<Result> rows = rows(17, 5);
    Cell damaged = rows.get(2).rawCells()[29];
    damaged.getValueArray()[damaged.getValueOffset() + 19]++;
    assertThat(LAYOUT.judge(17, 5, rows).orElseThrow()).startsWith("column 29 of row 19 came as");
    List<Result> swapped = rows(17, 5);
    Cell[] cells = swapped.get(0).rawCells();
    Cell first = cells[0];
    cells[0] = cells[1];
    cells[1] = first;
    assertThat(LAYOUT.judge(17, 5, swapped).orElseThrow()).startsWith("column 0 of row 17 came as");
  }

  @Test
  void qualifiers_areSortedAsColumnsAre() {
    for (int column = 1; column < 676; column++) {
      assertThat(Bytes.compareTo(ScanLayout.qualifier(column - 1), ScanLayout.qualifier(column)))
          .isNegative();
    }
  }
}
