package org.portolan.bench.evolve;

import java.util.List;
import org.portolan.bench.statistics.Spread;

/**
 * One change under load.
 *
 * @param seconds how long it took
 * @param before some seconds before it
 * @param during all of it
 * @param after some seconds after it
 * @param bytesWritten by this process from its beginning to the end of the seconds after it, beyond
 *     what it writes in the same time without a change; not a number if this is unknown
 * @param bytesLeast the estimated bytes of the entries, each written once
 */
record Measured(
    double seconds, Part before, Part during, Part after, double bytesWritten, double bytesLeast) {

  /** The operations in a part of the time. */
  record Part(Stream.Part reads, Stream.Part edits) {
    double perSecond() {
      return reads.perSecond() + edits.perSecond();
    }
  }

  static Spread throughput(List<Measured> all) {
    return Spread.of(all, one -> one.during.perSecond() / one.before.perSecond());
  }

  static Spread reads99(List<Measured> all) {
    return Spread.of(all, one -> one.during.reads().millis(99) / one.before.reads().millis(99));
  }

  static Spread edits99(List<Measured> all) {
    return Spread.of(all, one -> one.during.edits().millis(99) / one.before.edits().millis(99));
  }

  /** Returns the bytes written for each byte of the entries. */
  double amplification() {
    return bytesWritten / bytesLeast;
  }
}
