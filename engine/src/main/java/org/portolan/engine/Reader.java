package org.portolan.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

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

  /**
   * Reads one page of each of several scans, each as {@link #scan} does. Pages may be from
   * different moments, if those of two calls of {@link #scan} may be. An engine that orders whole
   * tables on servers asks them for many pages at the same time; others read one page after
   * another. The caller bounds the sizes of the pages, because all are held in memory together.
   *
   * @return a page for each scan, in their order
   * @throws CapabilityException as {@link #scan}
   */
  default List<ScanPage> scanAll(List<Scan> scans) {
    List<ScanPage> pages = new ArrayList<>(scans.size());
    for (Scan scan : scans) {
      pages.add(scan(scan));
    }
    return pages;
  }

  /**
   * Reads as {@link #scanAll(List)}, and hands over each page, in the order of the scans. An
   * embedded engine does so as soon as it has read the page, so its rows need not be in memory
   * together with those of the others. If the call fails, pages may have been handed over.
   *
   * @param receiver must not use this reader
   */
  default void scanAll(List<Scan> scans, Consumer<ScanPage> receiver) {
    scanAll(scans).forEach(receiver);
  }

  /**
   * Returns a number of the state that reads of this reader see now. If two calls return the same
   * number, every read that began and ended between them saw the same state, and a read that begins
   * now would see it too. So a caller can keep the rows that it has read until the number changes.
   * This asks no server and takes less time than a read. Empty if the engine cannot tell.
   */
  default OptionalLong stateNumber() {
    return OptionalLong.empty();
  }
}
