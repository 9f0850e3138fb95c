package org.portolan.bench.study;

import java.util.Optional;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.statistics.Interval;

/**
 * What the measurements say of a claim.
 *
 * @param word the verdict
 * @param figure the factor between the cells of the claim and those beside them, or their
 *     difference if the claim names one, or, without those beside, the figure itself; empty if
 *     nothing was measured
 * @param interval of the figure; empty if one round was measured
 * @param ours what was measured, for the reader
 */
public record Verdict(
    Claim claim, Word word, Optional<Double> figure, Optional<Interval> interval, String ours) {

  /** The verdicts. */
  public enum Word implements Spelled {
    /** The whole interval agrees with the claim. */
    HOLDS,
    /** The whole interval contradicts it. */
    DOES_NOT_HOLD,
    /** The interval allows both. */
    NOT_DECIDED,
    /** One round, so no interval. */
    TOO_FEW,
    /** This size has no such cells, or they failed. */
    NOT_MEASURED;

    /** Returns the verdict in words. */
    public String text() {
      return spelling().replace('-', ' ');
    }
  }

  /** Returns the figure with its interval: "2.10 (1.80–2.45)"; empty if nothing was measured. */
  public String text() {
    return figure.map(value -> new Mean(value, interval).text()).orElse("");
  }
}
