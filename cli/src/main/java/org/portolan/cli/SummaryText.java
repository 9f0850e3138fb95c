package org.portolan.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.portolan.data.plan.Operation;
import org.portolan.data.plan.SizeEstimate;
import org.portolan.data.plan.TargetPlan;
import org.portolan.design.explain.Page;

/** What matters of a plan, on a page. */
final class SummaryText {
  /** The most rows and items whose costs are listed. */
  private static final int SUBJECTS_MAX = 20;

  /** The end of the name of a read that only costs more than the same read forwards. */
  private static final String BACKWARDS = ", backwards";

  private SummaryText() {}

  /** Adds the summary of a plan. */
  static void write(TargetPlan plan, OperationTimes times, Page text) {
    if (!plan.refusals().isEmpty()) {
      text.say("fits", "no: a store of this design cannot be opened; each reason with a way out:");
      text.list("", plan.refusals());
      return;
    }
    text.say("fits", plan.fits() ? "yes" : "no: it opens, but does not serve all it promises");
    text.list("not served", plan.unserved());
    text.list("chosen", plan.choices());
    text.list("partitions", plan.partitions());
    text.say(
        "guarantee",
        switch (plan.guarantee()) {
          case ATOMIC ->
              "ATOMIC: a write changes its rows and makes all derived changes at one moment";
          case REPAIRED ->
              "REPAIRED: a write changes its row at one moment and makes the derived changes right"
                  + " after; if its process dies in between, the next process that finds them"
                  + " undone makes them";
        });
    text.say("writes", "round trips: " + writes(plan.writes(), times));
    text.say("reads", reads(plan.reads(), times));
    times.legend().ifPresent(legend -> text.say("times", legend));
    text.list("lacks", refusedReads(plan.reads()));
    text.list("hot keys", orNone(plan.hotKeys(), "none that the design alone tells"));
    text.list("grows", orNone(plan.growth(), "nothing without bound"));
  }

  /** Returns what a person needs to know who asked for no engine: one sentence. */
  static String sentence(TargetPlan plan) {
    if (!plan.refusals().isEmpty()) {
      return "does not open: " + firstOf(plan.refusals());
    }
    if (!plan.fits()) {
      int broken = plan.unserved().size();
      return "opens, but does not fit, "
          + (broken == 1 ? "1 promise" : broken + " promises")
          + " not served: "
          + firstOf(plan.unserved());
    }
    StringJoiner sentence = new StringJoiner("; ");
    sentence.add("fits, " + plan.guarantee());
    long tooLarge = plan.sizes().stream().filter(SizeEstimate::exceedsAdvice).count();
    if (tooLarge > 0) {
      sentence.add(
          tooLarge
              + (tooLarge == 1 ? " part is" : " parts are")
              + " too large for what you expect, as --target with this engine alone tells");
    }
    plan.choices().forEach(sentence::add);
    return sentence.toString();
  }

  private static String firstOf(List<String> reasons) {
    return reasons.get(0) + (reasons.size() == 1 ? "" : ", and " + (reasons.size() - 1) + " more");
  }

  private static List<String> orNone(List<String> sentences, String none) {
    return sentences.isEmpty() ? List.of(none) : sentences;
  }

  /** Returns the dearest put, update and delete of each row and item. */
  private static String writes(List<Operation> writes, OperationTimes times) {
    Map<String, Map<String, Operation>> dearest = new LinkedHashMap<>();
    for (Operation write : writes) {
      String verb = write.name().substring(0, write.name().indexOf(' '));
      dearest
          .computeIfAbsent(write.subject(), any -> new LinkedHashMap<>())
          .merge(verb, write, (one, other) -> trips(one) >= trips(other) ? one : other);
    }
    String some =
        dearest.entrySet().stream()
            .limit(SUBJECTS_MAX)
            .map(
                subject ->
                    subject.getKey()
                        + " "
                        + subject.getValue().entrySet().stream()
                            .map(
                                verb ->
                                    verb.getKey()
                                        + " "
                                        + brief(verb.getValue())
                                        + times.of(verb.getValue()))
                            .collect(Collectors.joining(", ")))
            .collect(Collectors.joining("; "));
    int more = dearest.size() - SUBJECTS_MAX;
    return more > 0 ? some + "; and of " + more + " more, see --full" : some;
  }

  /** Returns the reads that cost more than one round trip, those backwards together. */
  private static String reads(List<Operation> reads, OperationTimes times) {
    List<Operation> served = reads.stream().filter(read -> read.refusal().isEmpty()).toList();
    List<String> all = new ArrayList<>();
    boolean backwards = false;
    for (Operation read : served) {
      if (read.name().endsWith(BACKWARDS)) {
        backwards = true;
      } else if (trips(read) > 1 || TargetText.count(read).endsWith("more")) {
        all.add(
            read.subject() + ", " + read.name() + ": " + TargetText.count(read) + times.of(read));
      }
    }
    if (backwards) {
      all.add(0, "a page of cells" + BACKWARDS + ": 1 round trip or more");
    }
    String dearer =
        all.stream().limit(SUBJECTS_MAX).collect(Collectors.joining("; "))
            + (all.size() > SUBJECTS_MAX ? "; " + (all.size() - SUBJECTS_MAX) + " more" : "");
    String each = "1 round trip each" + times.ofTrip();
    return dearer.isEmpty() ? each : each + ", but " + dearer;
  }

  /** Returns the reads that the engine cannot do; what a design promises is not among them. */
  private static List<String> refusedReads(List<Operation> reads) {
    record Refusal(String read, String reason) {}
    Map<Refusal, List<String>> subjects = new LinkedHashMap<>();
    for (Operation read : reads) {
      read.refusal()
          .map(reason -> new Refusal(read.name(), reason))
          .ifPresent(
              refusal ->
                  subjects.computeIfAbsent(refusal, any -> new ArrayList<>()).add(read.subject()));
    }
    return subjects.entrySet().stream()
        .map(
            each ->
                each.getKey().read()
                    + ", which the design does not promise, of "
                    + some(each.getValue())
                    + ": "
                    + each.getKey().reason())
        .toList();
  }

  private static String some(List<String> names) {
    return names.size() <= SUBJECTS_MAX
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, SUBJECTS_MAX))
            + " and "
            + (names.size() - SUBJECTS_MAX)
            + " more";
  }

  private static long trips(Operation operation) {
    return operation.roundTrips(TargetText.ONE_OF_EACH);
  }

  private static String brief(Operation operation) {
    return TargetText.count(operation).replaceAll(" round trips?", "");
  }
}
