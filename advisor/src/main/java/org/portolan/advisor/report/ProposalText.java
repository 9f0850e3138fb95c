package org.portolan.advisor.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.portolan.advisor.Problem;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.propose.Decision;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.shape.Shape;
import org.portolan.design.EntityDesign;
import org.portolan.design.cost.MeasuredCosts;
import org.portolan.design.explain.Page;

/** A proposal as text: a summary, and on request every decision and every statement. */
public final class ProposalText {
  private static final int SHOWN = 5;
  private static final int LINE_CHARS = 90;

  private final Proposal proposal;
  private final Remarks remarks;
  private final Page page = new Page(14);
  private final StepText steps;

  private ProposalText(Proposal proposal, Remarks remarks) {
    this.proposal = proposal;
    this.steps = new StepText(proposal);
    this.remarks = remarks;
  }

  /**
   * Returns the text, ending with a line break.
   *
   * @param full whether to add all decisions and statements
   */
  public static String of(Proposal proposal, boolean full) {
    return of(proposal, full, Remarks.NONE);
  }

  /** As {@link #of(Proposal, boolean)}, with remarks. */
  public static String of(Proposal proposal, boolean full, Remarks remarks) {
    ProposalText text = new ProposalText(proposal, remarks);
    text.summary(full);
    if (full) {
      text.decisions();
      text.statements();
    }
    return text.page.text();
  }

  private void summary(boolean full) {
    List<EntityDesign> entities = proposal.design().entities();
    long collections = entities.stream().mapToLong(each -> each.collections().size()).sum();
    long indexes = entities.stream().mapToLong(each -> each.indexes().size()).sum();
    long references = entities.stream().mapToLong(each -> each.references().size()).sum();
    page.heading("Design " + proposal.design().name() + " for " + proposal.target().spelling());
    page.say(
        "from",
        Figures.count(proposal.draft().tables().size(), "table")
            + ", "
            + Figures.count(proposal.served().size(), "statement"));
    for (RelationalModel.ReadFile file : proposal.files()) {
      page.say("", file.file() + ": " + file.form());
    }
    problems();
    if (proposal.unanalysed() > 0) {
      page.say(
          "not looked at",
          Figures.count(proposal.unanalysed(), "execution")
              + " of calls, DDL and statements that begin with no known word");
    }
    page.say(
        "has",
        Figures.count(entities.size(), "entry")
                .replace("entries", "entities")
                .replace("entry", "entity")
            + ", "
            + Figures.count(collections, "collection")
            + ", "
            + Figures.count(indexes, "index").replace("indexs", "indexes")
            + ", "
            + Figures.count(references, "reference"));
    owned();
    served();
    lost();
    trips();
    remarks.summary().forEach(remark -> page.say(remark.label(), remark.text()));
    for (String assumed : proposal.assumed()) {
      page.say("assumed", assumed);
    }
    if (!full) {
      page.say("more", "every decision with its reasons, every statement with its steps: --full");
    }
  }

  private void problems() {
    List<Problem> problems = proposal.problems();
    if (!problems.isEmpty()) {
      page.say("not read", Figures.count(problems.size(), "part") + " of the files");
      problems.stream()
          .limit(SHOWN)
          .forEach(
              problem ->
                  page.say(
                      "",
                      problem.file()
                          + (problem.line() == 0 ? ": " : ":" + problem.line() + ": ")
                          + problem.reason()));
      if (problems.size() > SHOWN) {
        page.say("", "and more: 'portolan relational read' lists them");
      }
    }
  }

  private void owned() {
    Map<String, List<String>> byShape = new TreeMap<>();
    proposal
        .draft()
        .shapes()
        .forEach(
            (table, shape) -> {
              if (shape instanceof Shape.Owned) {
                byShape
                    .computeIfAbsent(proposal.draft().text(shape), any -> new ArrayList<>())
                    .add(proposal.draft().tables().get(table).name());
              }
            });
    byShape.forEach(
        (shape, tables) -> page.say("folded in", String.join(", ", tables) + ": " + shape));
  }

  private void served() {
    if (proposal.served().isEmpty()) {
      page.say("workload", "none: give a query log by --log, so that reads get their indexes");
      return;
    }
    List<Served> unread =
        proposal.refused().stream().filter(one -> one.statement().path().isEmpty()).toList();
    List<Served> refused = new ArrayList<>(proposal.refused());
    refused.removeAll(unread);
    if (refused.isEmpty()) {
      page.say("serves", unread.isEmpty() ? "every statement" : "every statement that was parsed");
    }
    list("not served", refused);
    list("not parsed", unread);
  }

  private void list(String label, List<Served> refused) {
    if (refused.isEmpty()) {
      return;
    }
    long executions = refused.stream().mapToLong(one -> one.statement().template().count()).sum();
    page.say(
        label,
        refused.size()
            + " of "
            + Figures.count(proposal.served().size(), "statement")
            + ", "
            + Figures.share(executions, proposal.executions())
            + " of the executions");
    refused.stream()
        .limit(SHOWN)
        .forEach(one -> page.say("", name(one) + ": " + one.refusal().orElseThrow()));
    if (refused.size() > SHOWN) {
      page.say("", "and " + (refused.size() - SHOWN) + " more: --full");
    }
  }

  private void lost() {
    List<String> lost =
        proposal.decisions().stream()
            .filter(
                decision ->
                    decision.kind() == Decision.Kind.LOST
                        || decision.kind() == Decision.Kind.REFERENCE)
            .map(decision -> decision.subject() + ": " + decision.choice())
            .toList();
    if (lost.isEmpty()) {
      return;
    }
    page.say("not kept", Figures.count(lost.size(), "rule") + " of the schema");
    lost.stream().limit(SHOWN).forEach(one -> page.say("", one));
    if (lost.size() > SHOWN) {
      page.say("", "and " + (lost.size() - SHOWN) + " more: --full");
    }
  }

  private static String name(Served served) {
    return Figures.line(served.statement().name(), LINE_CHARS);
  }

  private void trips() {
    Served most = null;
    for (Served one : proposal.served()) {
      if (one.refusal().isEmpty() && (most == null || one.trips() > most.trips())) {
        most = one;
      }
    }
    if (most != null && proposal.tripsMean().isPresent()) {
      page.say(
          "round trips",
          String.format(
              Locale.ROOT,
              "%.1f for a statement on average, at most %.0f: %s",
              proposal.tripsMean().getAsDouble(),
              most.trips(),
              name(most)));
      times();
    }
  }

  /** Says how long statements take by costs that somebody has measured. */
  private void times() {
    MeasuredCosts measured = proposal.draft().measured();
    if (measured.source().isEmpty()) {
      return;
    }
    double millis = 0;
    long executions = 0;
    for (Served one : proposal.served()) {
      if (one.refusal().isEmpty()) {
        long count = one.statement().template().count();
        millis += count * one.millis(measured.costs());
        executions += count;
      }
    }
    page.say(
        "time",
        String.format(
            Locale.ROOT,
            "%.3f ms for a statement on average, by %s: %s%s",
            millis / executions,
            measured.source(),
            measured.measured(),
            measured.errorPercent().isPresent()
                ? String.format(
                    Locale.ROOT,
                    "; wrong by %.0f %% on average where it was tested",
                    measured.errorPercent().getAsDouble())
                : ""));
  }

  private void decisions() {
    for (Decision.Kind kind : Decision.Kind.values()) {
      List<Decision> of =
          proposal.decisions().stream().filter(decision -> decision.kind() == kind).toList();
      if (of.isEmpty()) {
        continue;
      }
      page.heading(title(kind));
      for (Decision decision : of) {
        page.say(decision.subject(), decision.choice());
        decision.reasons().forEach(reason -> page.say("", reason));
        decision
            .rejected()
            .forEach(other -> page.say("", "not " + other.option() + ": " + other.reason()));
      }
    }
  }

  /** Returns the heading of the decisions of a kind. */
  static String title(Decision.Kind kind) {
    return switch (kind) {
      case SHAPE -> "What the tables become";
      case IDENTITY -> "Keys of tables without a primary key";
      case SEQUENCE -> "Keys that the database numbered";
      case INDEX -> "Indexes";
      case LAYOUT -> "Layouts of indexes";
      case KEY_LAYOUT -> "Key layouts";
      case REFERENCE -> "Foreign keys without a reference";
      case COPY -> "Copies that would save a round trip";
      case LOST -> "Rules that the design does not keep";
      case COUNTER -> "Counters";
      case TYPE -> "Columns that change";
    };
  }

  private void statements() {
    if (proposal.served().isEmpty()) {
      return;
    }
    page.heading("Statements");
    for (Served one : proposal.served()) {
      page.subheading(
          Figures.number(one.statement().template().count())
              + " x "
              + (one.statement().template().operation().isEmpty()
                  ? ""
                  : "[" + one.statement().template().operation() + "] ")
              + one.statement().template().text());
      one.refusal().ifPresent(reason -> page.say("not served", reason));
      one.steps()
          .forEach(step -> page.say(step.kind().isWrite() ? "write" : "read", steps.of(step)));
      one.notes().forEach(note -> page.say("note", note));
      if (one.refusal().isEmpty()) {
        page.say(
            "cost",
            String.format(
                Locale.ROOT,
                "%s, about %.3f ms",
                Figures.count(Math.round(one.trips()), "round trip"),
                one.millis(proposal.draft().costs())));
      }
      remarks.of(one).forEach(remark -> page.say(remark.label(), remark.text()));
      remarks.lines(one).forEach(page::code);
    }
  }
}
