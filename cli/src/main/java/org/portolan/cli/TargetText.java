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

/** A plan as text, lines of at most 100 characters where words allow it. */
final class TargetText {
  private static final int WIDTH = 100;
  private static final int LABEL_WIDTH = 12;

  /** The amounts for which round trips are counted; more items can only need more of them. */
  private static final Amounts ONE_OF_EACH = Amounts.of(1, 1);

  private final StringBuilder text = new StringBuilder();

  private TargetText() {}

  /** Returns the text that {@code portolan explain --target} prints. */
  static String of(String design, String engine, TargetPlan plan) {
    TargetText page = new TargetText();
    page.heading("Design " + design + " on " + engine);
    if (plan.refusals().isEmpty()) {
      page.plan(plan);
    } else {
      page.say(
          "refused",
          "a store of this design cannot be opened on "
              + engine
              + "; each reason with an alternative:");
      page.list("", plan.refusals());
    }
    return page.text.toString();
  }

  private void plan(TargetPlan plan) {
    say(
        "guarantee",
        switch (plan.guarantee()) {
          case ATOMIC ->
              "ATOMIC: a write changes its rows and makes all derived changes at one moment";
          case REPAIRED ->
              "REPAIRED: a write changes its row at one moment and makes the derived changes right"
                  + " after; if its process dies in between, the next process that finds them"
                  + " undone makes them";
        });
    list("seen between", plan.windows());
    list("ends", plan.ends());
    heading("Writes");
    plan.writes().forEach(operation -> write(plan, operation));
    heading("Reads");
    plan.reads().forEach(this::read);
  }

  private void write(TargetPlan plan, Operation operation) {
    title(operation, plan.guarantee() + ", " + count(operation) + ": " + phases(operation));
    for (Phase phase : Phase.values()) {
      String label = label(phase);
      for (Trip trip : operation.trips()) {
        if (trip.phase() == phase) {
          say(label, touches(trip));
          label = "";
        }
      }
    }
  }

  private void read(Operation operation) {
    title(
        operation,
        operation.refusal().map(reason -> "not on this engine").orElse(count(operation)));
    operation
        .refusal()
        .ifPresentOrElse(
            reason -> say("", reason),
            () -> list("", operation.trips().stream().map(this::touches).toList()));
  }

  private void title(Operation operation, String sentence) {
    text.append('\n')
        .append(operation.subject())
        .append(", ")
        .append(operation.name())
        .append(": ")
        .append(sentence)
        .append('\n');
  }

  private static String label(Phase phase) {
    return switch (phase) {
      case READ -> "read";
      case COMMIT -> "commit";
      case APPLY -> "apply";
      case BACKGROUND -> "background";
    };
  }

  private static String count(Operation operation) {
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
    return trip.times() instanceof Times.Merged merged
        ? " (merged from a range of each of " + merged.prefixes() + " prefixes)"
        : "";
  }

  private void heading(String heading) {
    if (!text.isEmpty()) {
      text.append('\n');
    }
    text.append(heading).append('\n').append("=".repeat(heading.length())).append('\n');
  }

  private void list(String label, List<String> sentences) {
    String first = label;
    for (String sentence : sentences) {
      say(first, sentence);
      first = "";
    }
  }

  /** Adds a sentence under a label; an empty label continues the one above. */
  private void say(String label, String sentence) {
    StringBuilder line = new StringBuilder("  ").append(label);
    line.append(" ".repeat(Math.max(1, LABEL_WIDTH - label.length())));
    boolean empty = true;
    for (String word : sentence.split(" ", -1)) {
      if (!empty && line.length() + 1 + word.length() > WIDTH) {
        text.append(line).append('\n');
        line = new StringBuilder(" ".repeat(LABEL_WIDTH + 2));
        empty = true;
      }
      line.append(empty ? "" : " ").append(word);
      empty = false;
    }
    text.append(line).append('\n');
  }
}
