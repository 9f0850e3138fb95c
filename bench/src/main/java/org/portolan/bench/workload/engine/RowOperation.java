package org.portolan.bench.workload.engine;

import java.util.Locale;

/** What YCSB does to a record. */
enum RowOperation {
  READ,
  UPDATE,
  INSERT,
  SCAN,
  /** A read and an update of what was read; not atomic, as in YCSB. */
  READ_MODIFY_WRITE;

  String spelling() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
