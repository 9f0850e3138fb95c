package org.portolan.data.history;

import java.nio.file.Path;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;

/** The kinds of engine on which a history is played without servers. */
enum EngineKind {
  EMBEDDED,
  UNORDERED,
  ROWS,
  COLUMNS;

  /** Returns the URI of a new store. */
  String uri(Path directory, String name) {
    return switch (this) {
      case EMBEDDED -> "rocksdb:" + directory.resolve(name);
      case UNORDERED -> "unordered:rocksdb:" + directory.resolve(name);
      case ROWS, COLUMNS -> FixtureEngines.register(cluster(name)::connect);
    };
  }

  /** Returns whether it is a cluster in memory. */
  boolean isCluster() {
    return this == ROWS || this == COLUMNS;
  }

  /** Makes an empty cluster of this kind, one of rows or of columns. */
  MemoryCluster cluster(String name) {
    return this == ROWS ? MemoryCluster.ofRows(name, 1) : MemoryCluster.ofColumns(name, 1);
  }
}
