package org.portolan.design.evolve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.design.evolve.EvolutionPlan.Refusal;
import org.portolan.design.evolve.EvolutionPlan.Step;
import org.portolan.design.evolve.StoreFigures.Units;
import org.portolan.design.evolve.Work.Amount;
import org.portolan.design.explain.About;
import org.portolan.design.explain.Page;

/** A plan as text, for the people who run the store and its applications. */
public final class PlanText {
  private static final int LABEL_WIDTH = 12;

  private final EvolutionPlan plan;
  private final OptionalLong rowsPerSecond;
  private final Page page = new Page(LABEL_WIDTH);

  private PlanText(EvolutionPlan plan, OptionalLong rowsPerSecond) {
    this.plan = plan;
    this.rowsPerSecond = rowsPerSecond;
  }

  /**
   * Returns the text.
   *
   * @param uri of the store
   * @param file the name of the new design's file
   * @param looked what was looked at for the figures, a line for each entity
   */
  public static String of(EvolutionPlan plan, String uri, String file, List<String> looked) {
    return of(plan, uri, file, looked, OptionalLong.empty());
  }

  /**
   * As {@link #of(EvolutionPlan, String, String, List)}.
   *
   * @param rowsPerSecond how many rows and entries are looked at in a second while applications go
   *     on, if that is known
   */
  public static String of(
      EvolutionPlan plan,
      String uri,
      String file,
      List<String> looked,
      OptionalLong rowsPerSecond) {
    PlanText text = new PlanText(plan, rowsPerSecond);
    text.head(uri, file, looked);
    text.steps();
    text.refusals();
    if (plan.isPossible() && !plan.isEmpty()) {
      text.applications();
    }
    return text.page.text();
  }

  private void head(String uri, String file, List<String> looked) {
    page.heading("Plan");
    page.say("store", uri);
    page.say("from", "design " + plan.stored().name() + ", which the store has");
    page.say("to", "design " + plan.given().name() + " of " + file);
    page.list("measured", looked);
    page.list("kept", plan.keptOptions().stream().map(PlanText::kept).toList());
    page.say("result", result());
    if (plan.steps().stream().anyMatch(step -> step.way() == Way.BUILT)) {
      page.say(
          "reads",
          "rows are read once for all that is built from one entity, and only in the columns that"
              + " it needs; the sizes are those of whole rows");
    }
  }

  private static String kept(String option) {
    return option + ": tables keep the options with which they were created";
  }

  private String result() {
    if (plan.isEmpty()) {
      return "the store has this design already: there is nothing to change";
    }
    String possible = changes(plan.steps().size()) + " can be made";
    return plan.isPossible()
        ? possible
        : possible
            + ", "
            + plan.refusals().size()
            + " cannot, as listed under 'Refused'; a plan is carried out as a whole, so this one is"
            + " not";
  }

  private static String changes(int count) {
    return count + (count == 1 ? " change" : " changes");
  }

  private void steps() {
    int number = 1;
    for (Step step : plan.steps()) {
      page.subheading(number + ". " + title(step.change()));
      page.say(label(step.way()), text(step));
      step.effects().forEach(effect -> page.say(effect.label(), effect.sentence()));
      counting(step.change()).ifPresent(way -> page.say("on line", way));
      number++;
    }
  }

  /** Returns how a new counter gets its number while applications go on; empty if it does not. */
  private Optional<String> counting(DesignChange change) {
    boolean isNew = change instanceof DesignChange.CounterAdded;
    return isNew && plan.online().admits(change)
        ? Optional.of(plan.newCounters().way())
        : Optional.empty();
  }

  private void refusals() {
    if (plan.isPossible()) {
      return;
    }
    page.heading("Refused");
    for (Refusal refusal : plan.refusals()) {
      page.subheading(refusal.change().map(PlanText::title).orElse("the new design as a whole"));
      page.say("reason", refusal.reason());
      if (!refusal.remedy().isEmpty()) {
        page.say("instead", refusal.remedy());
      }
    }
  }

  private void applications() {
    page.heading("Applications");
    OnlineChanges online = plan.online();
    page.say("on line", online(online));
    page.say(
        "meanwhile",
        online.isPossible()
            ? "applications go on reading and writing; each write also changes what is built. With"
                + " RocksDB, where one process alone can have the store open, the application makes"
                + " the change itself, by Store.evolve, or is ended first"
            : "this release makes such changes only while no other process has the store open: end"
                + " its applications first. Until the end of all changes, opening the store is"
                + " refused");
    if (online.isPossible() && !online.uniqueAdded().isEmpty()) {
      page.say("refused", refusedByUnique(online.uniqueAdded()));
    }
    if (online.isPossible() && rowsPerSecond.isPresent()) {
      lookedAt().ifPresent(all -> page.say("takes", time(all, rowsPerSecond.getAsLong())));
    }
    page.say("afterwards", afterwards(online));
  }

  private static String refusedByUnique(List<String> names) {
    return "while unique index "
        + String.join(", ", names)
        + " is built, and from then on, a write fails that would give a value of it to a second"
        + " row, also one of an application that does not know the index"
        + " (DuplicateValueException). If two rows have one value already, the change is given up,"
        + " and such rows are named";
  }

  private static String afterwards(OnlineChanges online) {
    if (!online.isPossible()) {
      return "an application that opens the store with the old design is refused, with a list of the"
          + " differences, until it has the new design: deploy the two together";
    }
    String keeps = online.adds() ? "; its writes keep what it does not know" : "";
    return online.drops()
        ? "an application that has the store open goes on, and its uses of what was dropped fail"
            + keeps
            + ". One that opens the store with the old design is refused: so first deploy one that"
            + " does not use what is dropped, and then the new design with it"
        : "an application that opens the store with the old design is served as before, unless it"
            + " names an index that was dropped"
            + keeps;
  }

  /**
   * Returns how many rows and entries are looked at; empty if that is unknown, or if there are
   * none. Rows are read once for all that is built from one entity, and once more to check it.
   * Entries are listed, looked up from their rows, and compared with them. For new counters alone,
   * rows are read once.
   */
  private OptionalLong lookedAt() {
    Map<String, Long> rows = new HashMap<>();
    long entries = 0;
    for (Step step : plan.steps()) {
      if (step.way() == Way.BUILT) {
        Optional<Units> read = step.work().reads().flatMap(Amount::units);
        Optional<Units> written = step.work().writes().flatMap(Amount::units);
        if (read.isEmpty() || written.isEmpty()) {
          return OptionalLong.empty();
        }
        boolean counts = isCounted(step);
        rows.merge(step.change().entity(), (counts ? 1 : 2) * read.get().number(), Math::max);
        entries += counts ? 0 : written.get().number();
      }
    }
    long all = rows.values().stream().mapToLong(each -> each).sum() + 3 * entries;
    return all == 0 ? OptionalLong.empty() : OptionalLong.of(all);
  }

  private static boolean isCounted(Step step) {
    return step.change() instanceof DesignChange.CounterAdded;
  }

  private String time(long all, long perSecond) {
    if (plan.steps().stream().allMatch(step -> step.way() != Way.BUILT || isCounted(step))) {
      return String.format(
          Locale.ROOT,
          "about %s or longer to count some %s rows, %,d in a second",
          About.time((double) all / perSecond),
          About.number(all),
          perSecond);
    }
    return String.format(
        Locale.ROOT,
        "about %s or longer to look at some %s rows and entries, %,d in a second: each row is read"
            + " and each entry listed, and then all are compared",
        About.time((double) all / perSecond),
        About.number(all),
        perSecond);
  }

  private String online(OnlineChanges online) {
    if (online.isPossible()) {
      return "yes: only "
          + (online.adds() ? "additions, " : "")
          + (online.drops() ? "drops, " : "")
          + (online.counts() ? "new counters, " : "")
          + "indexes with tables of their own and the shards of counters change";
    }
    List<OnlineChanges.Refusal> refusals = online.refusals();
    int more = refusals.size() - 1;
    int possible = plan.steps().size() - refusals.size();
    return "no: "
        + refusals.get(0).line()
        + (more > 0 ? "; and " + more + " more" : "")
        + (possible > 0
            ? "; " + changes(possible) + " could be made on line, by an evolution of their own"
            : "");
  }

  /** Returns a change in a line, as a mismatch of designs has it. */
  public static String title(DesignChange change) {
    if (change instanceof DesignChange.EntriesChanged entries) {
      return "entity "
          + entries.entity()
          + ": "
          + entries.kind()
          + " "
          + entries.list().name()
          + ": other entries, because "
          + String.join(" and ", entries.columns())
          + " changed";
    }
    if (change instanceof DesignChange.FamiliesReordered order && order.differences().isEmpty()) {
      return "entity "
          + order.entity()
          + ": first family "
          + order.before().get(0)
          + " → "
          + order.after().get(0);
    }
    return String.join("; ", change.differences())
        .replace("only in the given design", "added")
        .replace("only in the stored design", "dropped");
  }

  private static String label(Way way) {
    return switch (way) {
      case AT_ONCE -> "at once";
      case CHECKED -> "checked";
      case BUILT -> "built";
      case REMOVED -> "removed";
    };
  }

  private static String text(Step step) {
    List<String> parts = new ArrayList<>();
    step.work().reads().ifPresent(amount -> parts.add("reads " + text(amount)));
    step.work().writes().ifPresent(amount -> parts.add("writes " + text(amount)));
    step.work().removes().ifPresent(amount -> parts.add("removes " + text(amount)));
    return parts.isEmpty() ? "no row is read or written" : String.join(", ", parts);
  }

  private static String text(Amount amount) {
    if (amount.units().isEmpty()) {
      return amount.unit().of(2) + ", whose number is unknown";
    }
    Units units = amount.units().get();
    return number(units)
        + " "
        + amount.unit().of(units.number())
        + (units.bytes().isPresent() && units.number() > 0
            ? " (about " + About.bytes(units.bytes().getAsLong()) + ")"
            : "");
  }

  private static String number(Units units) {
    String exact = String.format(Locale.ROOT, "%,d", units.number());
    return switch (units.precision()) {
      case EXACT -> exact;
      case ESTIMATED -> "some " + About.number(units.number());
      case AT_LEAST -> exact + " or more";
    };
  }
}
