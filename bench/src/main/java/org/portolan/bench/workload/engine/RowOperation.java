package org.portolan.bench.workload.engine;

import org.portolan.bench.api.Spelled;

/** YCSB's operations on a record. */
enum RowOperation implements Spelled {
  READ,
  UPDATE,
  INSERT,
  SCAN,
  /** A read and an update of the same record; not atomic, as in YCSB. */
  READ_MODIFY_WRITE
}
