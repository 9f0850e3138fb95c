package org.portolan.design.cost;

/**
 * What the work of an engine costs, in milliseconds of a single client that waits for each answer.
 * Sums of these rank alternatives; they predict no throughput.
 *
 * @param trip a round trip, with nothing in it
 * @param row each row that a read looks up
 * @param severalRows that a round trip looks up several rows, however many: they may lie on several
 *     servers
 * @param entry each further entry read in order: an item, a member of an index, a row of a scan
 * @param kibibyte each 1,024 bytes read
 * @param commit a write of one row, with its round trip
 * @param jointWrite that a write changes several rows, however many: the steps that make one change
 *     of them
 * @param furtherRow each further row that a write changes
 * @param derived that a write has derived changes, however many: on engines of rows, the steps that
 *     register and apply them
 * @param change each derived change: an entry of an index, a counter
 * @param written each 1,024 bytes written
 */
public record EngineCosts(
    double trip,
    double row,
    double severalRows,
    double entry,
    double kibibyte,
    double commit,
    double jointWrite,
    double furtherRow,
    double derived,
    double change,
    double written) {
  /** Costs of nothing. */
  public static final EngineCosts NONE = new EngineCosts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
