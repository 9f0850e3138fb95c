package org.portolan.cli;

import java.util.List;
import java.util.Locale;
import org.portolan.data.plan.SizeEstimate;
import org.portolan.data.plan.SizeEstimate.Growing;
import org.portolan.data.plan.TargetPlan;
import org.portolan.design.explain.About;
import org.portolan.design.explain.Page;

/** The estimated sizes of a plan as text. */
final class SizeText {
  private static final List<Long> COUNTS = List.of(1_000L, 1_000_000L);

  private SizeText() {}

  /** Adds the sizes of rows, items and members, and what those cost that grow. */
  static void write(TargetPlan plan, Page text) {
    text.heading("Sizes, estimated before compression");
    text.list("assumed", plan.assumptions());
    for (SizeEstimate estimate : plan.sizes()) {
      text.subheading(
          String.format(
              Locale.ROOT,
              "%s: %ss of some %s",
              estimate.title(),
              estimate.unit(),
              About.bytes(estimate.unitBytes())));
      if (estimate.growing() != Growing.APART) {
        COUNTS.forEach(count -> text.say(number(count), costs(estimate, count)));
        text.say("advised", advice(estimate));
        text.say("ends", estimate.end());
      }
      if (estimate.expected().isPresent()) {
        text.say("expected", expected(estimate));
      }
    }
  }

  private static String number(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  private static String costs(SizeEstimate estimate, long count) {
    String place = About.bytes(estimate.placeBytes(count)) + " in " + estimate.onePlace();
    String change = About.bytes(estimate.changeBytes(count));
    String list = About.bytes(estimate.listBytes(count));
    if (estimate.unit().equals(SizeEstimate.REFERRING)) {
      return place + ": a change writes " + change;
    }
    return estimate.growing() == Growing.REWRITTEN
        ? place + ": a change reads and writes " + change + ", a list reads " + list
        : place
            + ": a change writes "
            + change
            + ", a page of "
            + SizeEstimate.PAGE
            + " reads "
            + list;
  }

  private static String advice(SizeEstimate estimate) {
    return String.format(
        Locale.ROOT,
        "at most some %s %ss %s: %s",
        About.number(estimate.advised()),
        estimate.unit(),
        estimate.whose(),
        estimate.advice());
  }

  private static String expected(SizeEstimate estimate) {
    long count = estimate.expected().orElseThrow();
    return estimate.growing() == Growing.APART
        ? number(count) + " " + estimate.unit() + "s, " + About.bytes(estimate.bytes(count))
        : number(count)
            + " "
            + estimate.unit()
            + "s "
            + estimate.whose()
            + ": "
            + costs(estimate, count);
  }
}
