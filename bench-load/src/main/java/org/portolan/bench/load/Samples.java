package org.portolan.bench.load;

/**
 * The operations of one worker that the recording does not have yet. The worker adds samples and
 * hands them over when the buffer is full; the generator also takes them each second. Thread-safe;
 * adding costs an uncontended lock and five stores.
 */
final class Samples {
  /**
   * A sample: kind and outcome, then four times since the run's beginning: intended start, start,
   * end, and when the worker was free again.
   */
  private static final int WIDTH = 5;

  private static final int SAMPLES = 256;
  private static final int OUTCOME_BITS = 8;
  private static final OutcomeKind[] KINDS = OutcomeKind.values();

  private final Recording recording;
  private final long[] values = new long[SAMPLES * WIDTH];
  private int size;

  /** The operation before the first sample not yet handed over. */
  private Recording.Before before = Recording.Before.NONE;

  Samples(Recording recording) {
    this.recording = recording;
  }

  @SuppressWarnings("EnumOrdinal") // A number for an array of this process only.
  synchronized void add(
      int operation, OutcomeKind kind, long intended, long start, long end, long free) {
    int at = size;
    values[at] = ((long) operation << OUTCOME_BITS) | kind.ordinal();
    values[at + 1] = intended;
    values[at + 2] = start;
    values[at + 3] = end;
    values[at + 4] = free;
    size = at + WIDTH;
    if (size == values.length) {
      handOver();
    }
  }

  /** Hands all samples to the recording. */
  synchronized void handOver() {
    synchronized (recording) {
      Recording.Before last = before;
      for (int at = 0; at < size; at += WIDTH) {
        recording.record(
            (int) (values[at] >> OUTCOME_BITS),
            KINDS[(int) (values[at] & ((1 << OUTCOME_BITS) - 1))],
            values[at + 1],
            last,
            values[at + 2],
            values[at + 3]);
        last = new Recording.Before(values[at + 2], values[at + 3], values[at + 4]);
      }
      before = last;
    }
    size = 0;
  }
}
