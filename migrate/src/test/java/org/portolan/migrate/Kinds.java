package org.portolan.migrate;

import java.nio.file.Path;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;

/** Stores of each kind of engine. */
enum Kinds {
  /** RocksDB itself. */
  EMBEDDED,
  /** RocksDB without ordered scans, with objects as on Ignite. */
  UNORDERED,
  /** Like HBase: one row at a time, in key order. */
  ROWS,
  /** Like Cassandra: key order within a partition. */
  COLUMNS;

  /** Returns the URI of a new store. */
  String uri(Path directory, String name) {
    return switch (this) {
      case EMBEDDED -> "rocksdb:" + directory.resolve(name);
      case UNORDERED -> "unordered:rocksdb:" + directory.resolve(name);
      case ROWS -> FixtureEngines.register(MemoryCluster.ofRows(name, 1)::connect);
      case COLUMNS -> FixtureEngines.register(MemoryCluster.ofColumns(name, 1)::connect);
    };
  }
}
