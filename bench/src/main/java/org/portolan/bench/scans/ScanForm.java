package org.portolan.bench.scans;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How rows are asked for and sent. */
enum ScanForm {
  /** HBase's own scan, its answers as they are. */
  NATIVE,
  /** HBase's own scan, its answers compressed by {@code hbase.client.rpc.compressor}. */
  NATIVE_GZIP,
  PREPARED,
  PREPARED_DEFLATED;

  String spelling() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  boolean isPrepared() {
    return this == PREPARED || this == PREPARED_DEFLATED;
  }

  static List<String> spellings() {
    return Arrays.stream(values()).map(ScanForm::spelling).toList();
  }

  static ScanForm of(String spelling) {
    return valueOf(spelling.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
