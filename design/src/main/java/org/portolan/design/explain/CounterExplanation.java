package org.portolan.design.explain;

import org.portolan.design.CounterDesign;

/** Explains a counter. */
final class CounterExplanation {
  private CounterExplanation() {}

  static void write(CounterDesign counter, Page page) {
    int shards = counter.shards();
    page.subheading("Counter " + counter.name());
    page.say(
        counter.sums().isPresent() ? "is" : "counts",
        counter.counted()
            + (counter.collection().isPresent() || counter.sums().isPresent()
                ? " over all rows"
                : ""));
    page.say(
        "a change",
        shards == 1
            ? "adds to 1 number, which every writer changes"
            : "adds to 1 of " + shards + " numbers, chosen at random");
    page.say("a read", shards == 1 ? "reads 1 number" : "reads and adds up " + shards + " numbers");
    page.say("kept", kept(counter));
    page.say(
        "after",
        shards == 1
            ? "Kruber 2014, III-D: a counter spares reading a whole index"
            : "Kruber 2014, IV-A: partitions chosen at random"
                + (counter.transactional()
                    ? ""
                    : "; III-E: statistics are updated outside the transaction"));
  }

  private static String exact(CounterDesign counter) {
    return "exact, "
        + (counter.collection().isPresent()
            ? "except for an item that is added twice by the write for items known to be new, which"
                + " does not look whether there is one, and "
            : "")
        + "unless an engine of rows loses a buffered write; 'portolan check --repair' corrects it";
  }

  private static String kept(CounterDesign counter) {
    if (counter.transactional()) {
      return "in the transaction of the rows: " + exact(counter);
    }
    String loses =
        "right after it, and a crash in between loses a change, until 'portolan check --repair'; on"
            + " engines of rows "
            + exact(counter);
    return counter.shards() >= CounterDesign.JOINING_SHARDS_MIN
        ? "in the transaction of the rows; if additions conflict there several times in a row, "
            + loses
        : "in the transaction of the rows where additions never conflict (RocksDB); elsewhere "
            + loses;
  }
}
