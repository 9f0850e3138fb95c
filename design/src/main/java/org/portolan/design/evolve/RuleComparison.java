package org.portolan.design.evolve;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.portolan.design.ColumnRule;
import org.portolan.types.ScalarType;
import org.portolan.types.Values;

/** Compares what two rules admit. */
public final class RuleComparison {
  private RuleComparison() {}

  /** Returns whether a value that satisfies the first rule may break the second one. */
  public static boolean isStricter(ScalarType type, ColumnRule before, ColumnRule after) {
    return (after.required() && !before.required())
        || (after.min().isPresent()
            && (before.min().isEmpty()
                || Values.compare(type, after.min().get(), before.min().get()) > 0))
        || (after.max().isPresent()
            && (before.max().isEmpty()
                || Values.compare(type, after.max().get(), before.max().get()) < 0))
        || (after.pattern().isPresent() && !after.pattern().equals(before.pattern()));
  }

  /** Returns the rule of an int for a long. */
  public static ColumnRule widened(ColumnRule rule) {
    UnaryOperator<Optional<Object>> widen =
        value -> value.map(number -> ((Integer) number).longValue());
    return new ColumnRule(
        rule.required(),
        widen.apply(rule.defaultValue()),
        widen.apply(rule.min()),
        widen.apply(rule.max()),
        rule.pattern());
  }
}
