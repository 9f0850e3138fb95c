package org.portolan.bench.scans;

import org.portolan.bench.api.Spelled;

/** The forms in which rows are requested and sent. */
enum ScanForm implements Spelled {
  /** HBase's own scan, with uncompressed answers. */
  NATIVE,
  /** HBase's own scan, with answers compressed by {@code hbase.client.rpc.compressor}. */
  NATIVE_GZIP,
  PREPARED,
  PREPARED_DEFLATED;

  boolean isPrepared() {
    return this == PREPARED || this == PREPARED_DEFLATED;
  }
}
