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
   * Reads one page of each of several scans, each as {@link #scan} does, and hands them over in the
   * order of the scans. Pages may be from different moments, if those of two calls of {@link #scan}
   * may be. An engine that orders whole tables on servers asks them for many pages at the same
   * time, so the caller bounds their sizes; others read one page after another and hand each over
   * before they read the next. If the call fails, pages may have been handed over.
   *
   * @param receiver must not use this reader
   * @throws CapabilityException as {@link #scan}
   */
  default void scanAll(List<Scan> scans, Consumer<ScanPage> receiver) {
    scans.forEach(scan -> receiver.accept(scan(scan)));
  }

  /**
   * As {@link #scanAll(List, Consumer)}, with all pages in memory together.
   *
   * @return a page for each scan, in their order
   */
  default List<ScanPage> scanAll(List<Scan> scans) {
    List<ScanPage> pages = new ArrayList<>(scans.size());
    scanAll(scans, pages::add);
    return pages;
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
