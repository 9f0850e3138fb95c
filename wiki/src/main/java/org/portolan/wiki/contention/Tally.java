package org.portolan.wiki.contention;

import java.util.concurrent.atomic.LongAdder;

/** What the writers count together. Thread-safe. */
final class Tally {
  final LongAdder edits = new LongAdder();
  final LongAdder creations = new LongAdder();
  final LongAdder editConflicts = new LongAdder();
  final LongAdder givenUp = new LongAdder();
}
