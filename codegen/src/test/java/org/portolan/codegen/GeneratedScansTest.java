package org.portolan.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.portolan.codegen.everything.Line_2;
import org.portolan.codegen.everything.Line_2Rows;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.testkit.Kind;
import org.portolan.testkit.PortolanTest;

/** Scans of generated classes, on stores like each engine that has an order. */
@PortolanTest(
    design = "testdata/everything.yaml",
    engines = {Kind.ROCKSDB, Kind.HBASE, Kind.CASSANDRA})
class GeneratedScansTest {

  @Test
  void rowsOfAPartition_areListedInOrder(Store store) {
    Line_2Rows lines = new Line_2Rows(store);
    store.write(
        tx -> {
          for (int number : new int[] {3, 1, 2}) {
            lines.put(tx, new Line_2(7, number, null, null, null, null));
          }
          lines.put(tx, new Line_2(8, 0, null, null, null, null));
          return null;
        });
    assertThat(lines.scan(store, 7, Paging.first(2)).entries())
        .extracting(Line_2::a1)
        .containsExactly(1, 2);
    assertThat(lines.scan(store, 7, Paging.last(9)).entries())
        .extracting(Line_2::a1)
        .containsExactly(1, 2, 3);
  }
}
