package org.portolan.data.repaired;

import java.time.Duration;
import java.util.function.Supplier;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Engine;
import org.portolan.engine.fixture.FixtureEngines;

/** Stores on engines of rows, for tests. */
final class RowStores {
  /** Sweeps only on demand, and of all rows, however young. */
  static final StoreOptions OPTIONS = StoreOptions.DEFAULT.sweeping(Duration.ZERO, Duration.ZERO);

  private RowStores() {}

  /** Opens a store on an engine. */
  static Store open(Supplier<Engine> engine, Design design, StoreOptions options) {
    String uri = FixtureEngines.register(engine);
    try {
      return Stores.openOrCreate(uri, design, options);
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  /** Pages with every storage and layout that an engine of rows admits. */
  static Design everyLayout() {
    return DesignReader.read(
        """
        format: 1
        design: every-layout-of-rows
        entities:
          page:
            key: {title: text}
            key-layout: plain
            families:
              main: {text: text, links: set of text}
              meta: {size: int}
            collections:
              cell_notes: {key: {n: int}, storage: cells, columns: {text: text}}
              row_notes: {key: {n: int}, storage: rows, columns: {text: text}}
            indexes:
              cells_hashed: {on: [links], layout: cells hashed(3)}
              cells_single: {on: [links], layout: cells single}
              within: {on: [links], layout: cells single, within: page.backlinks}
            counters:
              cells: {counts: cell_notes, layout: single}
              notes: {counts: row_notes, layout: random(4)}
              pages: {layout: single, transactional: false}
        """,
        "every-layout-of-rows");
  }
}
