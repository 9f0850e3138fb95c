package org.portolan.advisor.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.portolan.advisor.propose.Decision;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.serve.Step;
import org.portolan.advisor.workload.StatementTemplate;
import org.portolan.design.DesignWriter;
import org.portolan.design.EntityDesign;
import org.portolan.design.MappingWriter;

/**
 * A proposal as a page of HTML that needs nothing beside it: no script, no font, no network. It has
 * the tables and what becomes of them as a drawing, each entity as a card, each statement as a
 * chain of steps, and all decisions.
 */
public final class ProposalPage {
  private static final TemplateEngine ENGINE =
      TemplateEngine.createPrecompiled(null, ContentType.Html, null, "org.portolan.advisor.report");

  private final Proposal proposal;
  private final StepText steps;

  private ProposalPage(Proposal proposal) {
    this.proposal = proposal;
    this.steps = new StepText(proposal);
  }

  /** Returns the page. */
  public static String of(Proposal proposal) {
    StringOutput output = new StringOutput();
    ENGINE.render("proposal.jte", new ProposalPage(proposal), output);
    return output.toString();
  }

  /** Returns the style sheet. */
  static String style() {
    try (InputStream file = ProposalPage.class.getResourceAsStream("proposal.css")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the style of a proposal", e);
    }
  }

  /** A step of a statement: a link of its chain. */
  record Link(String place, String text, boolean write, boolean joined) {}

  /** A statement with its steps. */
  record StatementView(
      String name,
      String text,
      String count,
      String share,
      String before,
      String trips,
      String millis,
      List<Link> links,
      List<String> notes,
      String refusal) {}

  /** The decisions of one kind. */
  record Part(String title, List<Decision> decisions) {}

  String title() {
    return "Design " + proposal.design().name() + " for " + proposal.target().spelling();
  }

  String guarantee() {
    return proposal.target().transactions()
        ? "ATOMIC: a write changes its rows and makes all derived changes at one moment"
        : "REPAIRED: a write changes its rows at one moment; indexes follow at once, and are"
            + " finished by others if the writer dies";
  }

  List<EntityDesign> entities() {
    return proposal.design().entities();
  }

  List<String> assumed() {
    return proposal.assumed();
  }

  Tables tables() {
    return Tables.of(proposal);
  }

  String servedShare() {
    long refused =
        proposal.refused().stream().mapToLong(one -> one.statement().template().count()).sum();
    return Figures.share(proposal.executions() - refused, proposal.executions());
  }

  String tripsMean() {
    return proposal.tripsMean().isEmpty()
        ? "-"
        : String.format(Locale.ROOT, "%.1f", proposal.tripsMean().getAsDouble());
  }

  int refused() {
    return proposal.refused().size();
  }

  /** Returns the statements, those that are not served first. */
  List<StatementView> statements() {
    List<StatementView> views = new ArrayList<>();
    proposal.refused().forEach(one -> views.add(view(one)));
    proposal.served().stream()
        .filter(one -> one.refusal().isEmpty())
        .forEach(one -> views.add(view(one)));
    return views;
  }

  private StatementView view(Served one) {
    StatementTemplate template = one.statement().template();
    List<Link> links = new ArrayList<>();
    for (Step step : one.steps()) {
      links.add(
          new Link(steps.place(step), steps.of(step), step.kind().isWrite(), step.trips() == 0));
    }
    return new StatementView(
        template.operation(),
        template.text(),
        Figures.number(template.count()),
        Figures.share(template.count(), proposal.executions()),
        template.secondsMean().isPresent()
            ? Figures.seconds(template.secondsMean().getAsDouble())
            : "",
        String.format(Locale.ROOT, "%.0f", one.trips()),
        String.format(Locale.ROOT, "%.2f", one.millis(proposal.draft().costs())),
        links,
        one.notes(),
        one.refusal().orElse(""));
  }

  List<Part> parts() {
    return Arrays.stream(Decision.Kind.values())
        .map(
            kind ->
                new Part(
                    ProposalText.title(kind),
                    proposal.decisions().stream()
                        .filter(decision -> decision.kind() == kind)
                        .toList()))
        .filter(part -> !part.decisions().isEmpty())
        .toList();
  }

  String design() {
    return DesignWriter.write(proposal.design());
  }

  String mapping() {
    return MappingWriter.write(proposal.mapping());
  }
}
