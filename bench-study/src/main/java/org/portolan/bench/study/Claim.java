package org.portolan.bench.study;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.portolan.bench.api.Spelled;

/**
 * Something that a paper found or that Portolan claims, and the comparison that tests it.
 * Immutable.
 *
 * @param name of this claim within its study
 * @param text one or two sentences, with the place in the paper
 * @param figure what is compared: step and figure, {@code edits.throughput}
 * @param of the cells that the claim is about, by their values
 * @param beside the cells that they are compared with; empty to compare with {@code bound}
 * @param expect what the claim says of the first, compared with the second
 * @param by the least factor between the two; without {@code beside}, the bound itself. Below 1 it
 *     allows a shortfall: {@code higher} by 0.9 is at least nine tenths
 * @param more the least difference between the two, in the figure's unit, instead of a factor
 * @param theirs the paper's figure, for the reader; empty if it gives none
 */
public record Claim(
    String name,
    String text,
    String figure,
    Map<String, String> of,
    Optional<Map<String, String>> beside,
    Expected expect,
    OptionalDouble by,
    OptionalDouble more,
    String theirs) {

  /** What a claim says. */
  public enum Expected implements Spelled {
    HIGHER,
    LOWER,
    /** Neither is more than the factor, at least 1, above the other. */
    ALIKE
  }

  public Claim {
    of = Map.copyOf(of);
    beside = beside.map(Map::copyOf);
  }

  /** Returns another figure of the claim's step. */
  String figure(String name) {
    return Figures.step(figure) + "." + name;
  }

  /** Returns the factor, 1 if none is given. */
  double factor() {
    return by.orElse(1);
  }
}
