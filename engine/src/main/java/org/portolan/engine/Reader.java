package org.portolan.engine;

import java.util.List;

/** The reads that an engine and its transactions share. */
public interface Reader {

  /**
   * Reads rows by key: one round trip (to each server concerned, all at once).
   *
   * @return one row for each get, in the order of the gets; {@link Row#isEmpty} if nothing is
   *     stored
   */
  List<Row> get(List<Get> gets);

  /** Reads one row by key. */
  default Row get(Get get) {
    return get(List.of(get)).get(0);
  }

  /**
   * Reads one page of an ordered range scan: one round trip.
   *
   * @throws CapabilityException if {@link Capabilities#keyOrder} does not allow the range
   */
  ScanPage scan(Scan scan);
}
