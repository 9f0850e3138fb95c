package org.portolan.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.portolan.data.plan.Amounts;
import org.portolan.data.plan.Operation;
import org.portolan.data.plan.TargetPlan;
import org.portolan.data.plan.Touch;
import org.portolan.data.plan.Trip;
import org.portolan.data.plan.Trip.Phase;
import org.portolan.data.plan.Trip.Times;
import org.portolan.design.explain.Page;

/** Every write and read of a plan as text. */
final class TargetText {
  /** The amounts for which round trips are counted; more items can only need more of them. */
  static final Amounts ONE_OF_EACH = Amounts.of(1, 1);

  private final Page text;
  private final OperationTimes times;

  private TargetText(Page text, OperationTimes times) {
    this.text = text;
    this.times = times;
  }

  /** Adds what {@code portolan explain --target --full} prints after the summary. */
  static void write(TargetPlan plan, OperationTimes times, Page text) {
    TargetText page = new TargetText(text, times);
    text.list("seen between", plan.windows());
    text.heading("Writes");
    plan.writes().forEach(operation -> page.write(plan, operation));
    text.heading("Reads");
    plan.reads().forEach(page::read);
    SizeText.write(plan, text);
  }

  private void write(TargetPlan plan, Operation operation) {
    title(
        operation,
        plan.guarantee()
            + ", "
            + count(operation)
            + times.of(operation)
            + ": "
            + phases(operation));
    for (Phase phase : Phase.values()) {
      String label = label(phase);
      for (Trip trip : operation.trips()) {
        if (trip.phase() == phase) {
          text.say(label, touches(trip));
          label = "";
        }
      }
    }
  }

  private void read(Operation operation) {
    title(
        operation,
        operation
            .refusal()
            .map(reason -> "not on this engine, nor promised")
            .orElseGet(() -> count(operation) + times.of(operation)));
    operation
        .refusal()
        .ifPresentOrElse(
            reason -> text.say("", reason),
            () -> text.list("", operation.trips().stream().map(this::touches).toList()));
  }

  private void title(Operation operation, String sentence) {
    text.subheading(operation.subject() + ", " + operation.name() + ": " + sentence);
  }

  private static String label(Phase phase) {
    return switch (phase) {
      case READ -> "read";
      case COMMIT -> "commit";
      case APPLY -> "apply";
      case BACKGROUND -> "background";
    };
  }

  /** Returns the round trips of an operation, {@code 2 round trips or more}. */
  static String count(Operation operation) {
    long trips = operation.roundTrips(ONE_OF_EACH);
    boolean more =
        operation.trips().stream().anyMatch(trip -> !(trip.times() instanceof Times.Fixed));
    return trips + (trips == 1 ? " round trip" : " round trips") + (more ? " or more" : "");
  }

  private static String phases(Operation operation) {
    StringJoiner phases = new StringJoiner(", ");
    for (Phase phase : Phase.values()) {
      long trips = operation.roundTrips(phase, ONE_OF_EACH);
      if (trips > 0 && phase != Phase.BACKGROUND) {
        phases.add(trips + " to " + label(phase));
      }
    }
    return phases.toString();
  }

  private String touches(Trip trip) {
    Map<String, Integer> once = new LinkedHashMap<>();
    List<String> perValue = new ArrayList<>();
    for (Touch touch : trip.touches()) {
      switch (touch.unit()) {
        case ONE, PAGE -> once.merge(touch.what(), 1, Integer::sum);
        case ENTRY -> perValue.add(touch.what());
        case ITEM -> once.merge(touch.what() + ", each", 1, Integer::sum);
        case ANY_ITEM -> once.merge(touch.what() + " if there are items", 1, Integer::sum);
      }
    }
    StringJoiner parts = new StringJoiner("; ");
    once.forEach((what, count) -> parts.add(count == 1 ? what : what + ", " + count + " of them"));
    if (!perValue.isEmpty()) {
      parts.add("for each added or removed value " + String.join(", ", perValue));
    }
    return parts + times(trip);
  }

  private static String times(Trip trip) {
    if (trip.times() instanceof Times.PerItems per) {
      return " (a round trip for each " + per.size() + " items of " + per.collection() + ")";
    }
    if (trip.times() instanceof Times.AtLeast least) {
      return " (" + least.more() + ")";
    }
    return trip.times() instanceof Times.Merged merged
        ? " (merged from a range of each of " + merged.prefixes() + " prefixes)"
        : "";
  }
}
