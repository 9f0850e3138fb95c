package org.portolan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.DesignReader;
import org.portolan.types.Tuple;

/** The warning of items without a row. No script can show it: no command writes such items. */
class ExportLeavesOutTest {
  @TempDir Path directory;

  @Test
  void export_itemsWithoutRow_areCountedWithAnExample() {
    String uri = "rocksdb:" + directory.resolve("a");
    String design =
        """
        format: 1
        design: shop
        entities:
          order:
            key: {id: long}
            key-layout: plain
            families: {main: {text: text}}
            collections:
              lines: {key: {number: int}, storage: cells}
        """;
    try (Store store = Stores.openOrCreate(uri, DesignReader.read(design, "shop.yaml"))) {
      store.write(
          tx -> {
            tx.put("order", Tuple.of(6L), Map.of());
            for (int number = 1; number <= 2; number++) {
              tx.putItem("order", Tuple.of(6L), "lines", Tuple.of(number), Map.of());
              tx.putItem("order", Tuple.of(7L), "lines", Tuple.of(number), Map.of());
            }
            return null;
          });
    }
    assertThat(new Script(directory).run("portolan export --store rocksdb:a --out a.dump"))
        .containsSubsequence(
            "rows=1 items=2 ",
            " left-out-items=2 ",
            "portolan: warning: the export lacks 2 items whose rows do not exist, for example 2"
                + " items of 'lines' in the row (7) of order; put the missing rows, and export again"
                + " into another directory");
  }
}
