package org.portolan.bench.workload.engine;

import org.portolan.bench.api.Spelled;

/** What YCSB does to a record. */
enum RowOperation implements Spelled {
  READ,
  UPDATE,
  INSERT,
  SCAN,
  /** A read and an update of what was read; not atomic, as in YCSB. */
  READ_MODIFY_WRITE
}
