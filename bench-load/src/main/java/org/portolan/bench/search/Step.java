package org.portolan.bench.search;

import org.portolan.bench.api.Spelled;

/**
 * One probe of a search and its judgement.
 *
 * @param number from 1
 * @param settled the wait before the probe
 * @param judgement the judgement of all probes of this load so far, including this one; for a
 *     confirming run, or if the generator was the limit, of this probe alone
 */
public record Step(
    int number,
    Purpose purpose,
    ProbeTarget.Settled settled,
    ProbeOutcome outcome,
    Judgement judgement) {

  /** The reason of a probe. */
  public enum Purpose implements Spelled {
    /** The first load, and loads found by doubling or halving it. */
    BRACKET,
    /** Between a load that passed and one that did not. */
    BISECT,
    /** The same load again, since it is undecided. */
    LONGER,
    /** The same load again, since the generator was the limit. */
    REPEAT,
    /** Above a load that failed narrowly, perhaps because of a disturbance. */
    ABOVE,
    /** A load that failed, again, since a higher one has passed. */
    AGAIN,
    /** The answer, again. */
    CONFIRM
  }
}
