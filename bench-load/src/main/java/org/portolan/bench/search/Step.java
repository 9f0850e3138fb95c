package org.portolan.bench.search;

import org.portolan.bench.api.Spelled;

/**
 * One probe of a search and what followed from it.
 *
 * @param number from 1
 * @param settled what was waited for before
 * @param judgement of all probes of this load so far, this one included; of a confirming run and of
 *     one whose generator was the limit, of it alone
 */
public record Step(
    int number,
    Purpose purpose,
    ProbeTarget.Settled settled,
    ProbeOutcome outcome,
    Judgement judgement) {

  /** Why a load is probed. */
  public enum Purpose implements Spelled {
    /** The first, and doubling or halving from there. */
    BRACKET,
    /** Between a load that passed and one that did not. */
    BISECT,
    /** Once more, since the load is undecided. */
    LONGER,
    /** Once more, since the generator was the limit. */
    REPEAT,
    /** Above a load that failed by little, which a disturbance may have done. */
    ABOVE,
    /** Once more, since a load above one that failed has passed. */
    AGAIN,
    /** The answer, once more. */
    CONFIRM
  }
}
