package org.portolan.advisor.report;

import java.util.Locale;
import java.util.stream.Collectors;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.serve.Step;
import org.portolan.advisor.table.PlannedTable;

/** The steps of a proposal in words. */
final class StepText {
  private final Proposal proposal;

  StepText(Proposal proposal) {
    this.proposal = proposal;
  }

  /** Returns what the step does, in one line. */
  String of(Step step) {
    PlannedTable table = table(step);
    String rows = number(step.found());
    String by =
        step.by().stream()
            .map(column -> table.column(column).name())
            .collect(Collectors.joining(", "));
    return switch (step.kind()) {
      case GET -> rows + " of " + table.name() + " by key";
      case GET_PART -> table.name() + " with the row of its owner";
      case ITEMS -> rows + " of " + table.name() + ", the items of their owner";
      case GET_ITEM -> rows + " of " + table.name() + " by key, with their owner known";
      case UNIQUE -> "the key that has a value in " + index(step);
      case LIST -> Figures.count(Math.round(step.found()), "key") + " from " + index(step);
      case SCAN -> rows + " of " + table.name() + " in order, by " + by;
      case COUNT -> "the counter of " + table.name();
      case SUM -> "the sum of " + table.name() + "." + by;
      case PUT -> "put " + rows + " of " + table.name() + derived(step);
      case INSERT -> "insert " + rows + " of " + table.name() + derived(step);
      case UPSERT ->
          "change "
              + rows
              + " of "
              + table.name()
              + (by.isEmpty() ? "" : " with its " + by)
              + ", or insert it"
              + derived(step);
      case INSERT_NEW ->
          "insert "
              + rows
              + " of "
              + table.name()
              + (by.isEmpty() ? "" : " unless one has its " + by)
              + derived(step);
      case REPLACE ->
          "insert "
              + rows
              + " of "
              + table.name()
              + (by.isEmpty() ? "" : " in the place of one with its " + by)
              + derived(step);
      case UPDATE -> "update " + rows + " of " + table.name() + derived(step);
      case DELETE -> "delete " + rows + " of " + table.name() + derived(step);
      case PUT_ITEM ->
          "put " + Figures.count(Math.round(step.found()), "item") + " of " + table.name();
      case DELETE_ITEM ->
          "delete " + Figures.count(Math.round(step.found()), "item") + " of " + table.name();
      case UPDATE_OWNER -> "update the row that owns " + table.name();
    };
  }

  /** Returns what the step reads or writes: an index, or a part of the design. */
  String place(Step step) {
    return step.index().isPresent() ? index(step) : table(step).name();
  }

  private PlannedTable table(Step step) {
    return proposal.draft().tables().get(step.table());
  }

  private String index(Step step) {
    return step.index().map(proposal.indexNames()::get).orElse("");
  }

  private static String derived(Step step) {
    return step.changes() == 0
        ? ""
        : ", with " + Figures.count(Math.round(step.changes()), "derived change");
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value >= 10 ? "%,.0f" : "%.0f", value);
  }
}
