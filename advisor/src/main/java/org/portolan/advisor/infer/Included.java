package org.portolan.advisor.infer;

import java.util.Locale;
import java.util.Optional;
import org.portolan.advisor.statistics.Inclusion;

/**
 * What sampled values say about a relationship that something else suggests. By themselves they
 * suggest none: small numbers are in every numbered key.
 */
final class Included {
  private static final double ALL_OF_MANY = 0.6;
  private static final double ALL_OF_FEW = 0.2;
  private static final double NEARLY_ALL = 0.3;
  private static final double MANY_MISSING = -0.5;
  private static final double MOST_MISSING = -0.9;

  private static final int FEW = 3;
  private static final int MANY = 20;
  private static final double NEARLY = 0.95;
  private static final double HALF = 0.5;

  private Included() {}

  /** Returns the reason; empty if there are too few values. */
  static Optional<Evidence> evidence(Inclusion inclusion) {
    return inclusion.values() < FEW
        ? Optional.empty()
        : Optional.of(new Evidence(Evidence.Kind.INCLUDED, text(inclusion), weight(inclusion)));
  }

  private static double weight(Inclusion inclusion) {
    if (inclusion.included() == inclusion.values()) {
      return inclusion.values() >= MANY ? ALL_OF_MANY : ALL_OF_FEW;
    }
    double share = (double) inclusion.included() / inclusion.values();
    return share >= NEARLY ? NEARLY_ALL : share >= HALF ? MANY_MISSING : MOST_MISSING;
  }

  private static String text(Inclusion inclusion) {
    String side =
        inclusion.toColumns().size() == 1
            ? inclusion.to() + "." + inclusion.toColumns().get(0)
            : inclusion.to() + ".(" + String.join(", ", inclusion.toColumns()) + ")";
    return inclusion.included() == inclusion.values()
        ? String.format(Locale.ROOT, "all %,d sampled values are in %s", inclusion.values(), side)
        : String.format(
            Locale.ROOT,
            "%,d of %,d sampled values are in %s",
            inclusion.included(),
            inclusion.values(),
            side);
  }
}
