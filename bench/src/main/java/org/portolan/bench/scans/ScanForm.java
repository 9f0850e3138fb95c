package org.portolan.bench.scans;

import org.portolan.bench.api.Spelled;

/** How rows are asked for and sent. */
enum ScanForm implements Spelled {
  /** HBase's own scan, its answers as they are. */
  NATIVE,
  /** HBase's own scan, its answers compressed by {@code hbase.client.rpc.compressor}. */
  NATIVE_GZIP,
  PREPARED,
  PREPARED_DEFLATED;

  boolean isPrepared() {
    return this == PREPARED || this == PREPARED_DEFLATED;
  }
}
