package org.portolan.advisor.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.portolan.advisor.Problem;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.infer.Evidence;
import org.portolan.advisor.infer.ProposedKey;
import org.portolan.advisor.infer.Relationship;
import org.portolan.advisor.infer.Statement;
import org.portolan.advisor.schema.Table;
import org.portolan.advisor.workload.StatementKind;
import org.portolan.advisor.workload.StatementTemplate;
import org.portolan.advisor.workload.Workload;
import org.portolan.design.explain.Page;

/** A model as a page of text: what was read, what it implies, what could not be read. */
public final class ModelText {
  private static final int LABEL_WIDTH = 14;
  private static final int SOME = 10;
  private static final int MOST_TIME = 5;
  private static final int TEMPLATE_CHARS = 240;
  private static final double SURE = 0.5;

  private final RelationalModel model;
  private final boolean full;
  private final Page page = new Page(LABEL_WIDTH);

  private ModelText(RelationalModel model, boolean full) {
    this.model = model;
    this.full = full;
  }

  /**
   * Returns the page, the same for the same model.
   *
   * @param full whether every table, relationship and statement is listed
   */
  public static String of(RelationalModel model, boolean full) {
    return new ModelText(model, full).text();
  }

  private String text() {
    page.heading("Read");
    files();
    schema();
    statistics();
    workload();
    relationships();
    keys();
    statements();
    times();
    notParsed();
    notKnown(StatementKind.CALL, "Calls of procedures, whose statements are not known");
    notKnown(StatementKind.OTHER, "Statements that begin with no known word");
    problems();
    if (full) {
      new SchemaText(page, model.statistics()).write(model.schema());
      new PathText(page).write(model.statements());
    } else {
      page.subheading("--full lists all tables, relationships, statements and access paths");
    }
    return page.text();
  }

  private void files() {
    page.list(
        model.statistics().method().isEmpty() ? "files" : "database",
        model.files().stream()
            .map(
                file ->
                    file.file()
                        + ": "
                        + file.form()
                        + (file.statements() == 0 && !file.isLog()
                            ? ""
                            : ", " + Figures.count(file.statements(), "statement"))
                        + (file.unreadable() == 0
                            ? ""
                            : ", " + Figures.count(file.unreadable(), "line") + " not read"))
            .toList());
  }

  private void schema() {
    List<Table> tables = model.schema().tables();
    long columns = tables.stream().mapToLong(table -> table.columns().size()).sum();
    long keys = tables.stream().mapToLong(table -> table.foreignKeys().size()).sum();
    long rows = tables.stream().mapToLong(table -> table.rows().orElse(0)).sum();
    page.say(
        "schema",
        Figures.count(tables.size(), "table")
            + ", "
            + Figures.count(columns, "column")
            + ", "
            + (keys == 0 ? "no foreign key" : Figures.count(keys, "foreign key"))
            + " declared"
            + (rows == 0 ? "" : ", " + Figures.count(rows, "row") + " inserted by the files")
            + (model.schema().views().isEmpty()
                ? ""
                : "; "
                    + Figures.count(model.schema().views().size(), "view")
                    + " not read: "
                    + some(model.schema().views())));
  }

  private void statistics() {
    if (!model.statistics().method().isEmpty()) {
      page.say("rows read", model.statistics().method());
    }
  }

  private static String some(List<String> names) {
    return names.size() <= SOME
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, SOME)) + " and " + (names.size() - SOME) + " more";
  }

  private void workload() {
    Workload workload = model.workload();
    if (workload.templates().isEmpty()) {
      page.say("workload", "none: give a query log by --log");
      return;
    }
    page.say(
        "workload",
        Figures.count(workload.count(), "statement")
            + " of "
            + Figures.count(workload.templates().size(), "template")
            + (workload.seconds() > 0
                ? " in " + Figures.seconds(workload.seconds()) + " of log"
                : "")
            + kinds(workload));
    if (workload.others() > 0) {
      page.say(
          "",
          Figures.count(workload.others(), "statement")
              + " of further templates were counted only: the text of the statements seems to"
              + " differ in more than values");
    }
    long data = workload.count(StatementKind.DATA);
    page.say(
        "parsed",
        Figures.share(model.parsed(), data)
            + " of "
            + Figures.count(data, "statement")
            + " that read or write rows ("
            + model.statements().stream().filter(s -> s.path().isPresent()).count()
            + " of "
            + Figures.count(model.statements().size(), "template")
            + ")");
  }

  private static String kinds(Workload workload) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (StatementKind kind : StatementKind.values()) {
      long count = workload.count(kind);
      if (count > 0) {
        counts.put(kind.name().toLowerCase(Locale.ROOT), count);
      }
    }
    List<String> parts = new ArrayList<>();
    counts.forEach((kind, count) -> parts.add(kind + " " + Figures.number(count)));
    return ": " + String.join(", ", parts);
  }

  private void relationships() {
    List<Relationship> all = model.relationships();
    long declared = all.stream().filter(Relationship::isDeclared).count();
    long sure = all.stream().filter(any -> !any.isDeclared() && any.confidence() >= SURE).count();
    page.subheading(
        "Relationships: "
            + Figures.number(declared)
            + " declared, "
            + Figures.number(sure)
            + " inferred with a confidence of at least "
            + SURE
            + ", "
            + Figures.number(all.size() - declared - sure)
            + " below");
    List<Relationship> shown =
        full ? all : all.stream().filter(any -> !any.isDeclared()).limit(SOME).toList();
    for (Relationship relationship : shown) {
      page.say(
          String.format(Locale.ROOT, "%.2f", relationship.confidence()),
          relationship.path() + ", " + cardinality(relationship));
      page.list("", relationship.evidence().stream().map(Evidence::toString).toList());
      skew(relationship);
    }
    more(all.size() - (full ? 0 : declared) - shown.size());
  }

  private void skew(Relationship relationship) {
    model
        .statistics()
        .skew(
            relationship.from(),
            relationship.fromColumns(),
            relationship.to(),
            relationship.toColumns())
        .ifPresent(
            skew ->
                page.say(
                    "",
                    (skew.exact() ? "" : "about ")
                        + Figures.decimal(skew.rowsMean())
                        + (skew.rowsMean() == 1 ? " row of " : " rows of ")
                        + skew.from()
                        + " for each value, at most "
                        + Figures.number(skew.rowsMax())));
  }

  private static String cardinality(Relationship relationship) {
    return (relationship.fromUnique() ? "one" : "many")
        + " to "
        + (relationship.toUnique() ? "one" : "many");
  }

  private void more(long left) {
    if (left > 0) {
      page.say("", "and " + Figures.number(left) + " more");
    }
  }

  private void keys() {
    if (model.proposedKeys().isEmpty()) {
      return;
    }
    page.subheading(Figures.count(model.proposedKeys().size(), "table") + " without a primary key");
    int shown = full ? model.proposedKeys().size() : SOME;
    model.proposedKeys().stream().limit(shown).forEach(this::key);
    more(model.proposedKeys().size() - (long) shown);
  }

  private void key(ProposedKey key) {
    page.say(
        String.format(Locale.ROOT, "%.2f", key.confidence()),
        key.table()
            + (key.columns().isEmpty() ? "" : " (" + String.join(", ", key.columns()) + ")")
            + ": "
            + key.reason());
  }

  private void statements() {
    if (model.statements().isEmpty()) {
      return;
    }
    page.subheading("Most frequent statements");
    int shown = full ? model.statements().size() : SOME;
    model.statements().stream().limit(shown).forEach(any -> statement(any.template()));
    more(model.statements().size() - (long) shown);
  }

  private void times() {
    double all = model.statements().stream().mapToDouble(any -> any.template().seconds()).sum();
    if (all <= 0) {
      return;
    }
    page.subheading("Most time, of " + Figures.seconds(all) + " that logs tell");
    model.statements().stream()
        .map(Statement::template)
        .filter(template -> template.timed() > 0)
        .sorted(
            Comparator.comparingDouble(StatementTemplate::seconds)
                .reversed()
                .thenComparing(StatementTemplate::text))
        .limit(full ? Integer.MAX_VALUE : MOST_TIME)
        .forEach(
            template ->
                page.say(
                    Figures.share(Math.round(template.seconds() * 1e6), Math.round(all * 1e6)),
                    Figures.seconds(template.seconds())
                        + " in "
                        + Figures.number(template.timed())
                        + ", longest "
                        + Figures.seconds(template.secondsMax())
                        + ": "
                        + Figures.line(template.text(), TEMPLATE_CHARS)));
  }

  private void statement(StatementTemplate template) {
    String times =
        template.secondsMean().isEmpty()
            ? ""
            : "mean " + Figures.seconds(template.secondsMean().getAsDouble()) + ": ";
    String operation = template.operation().isEmpty() ? "" : "[" + template.operation() + "] ";
    page.say(
        Figures.number(template.count()) + "x",
        operation
            + times
            + Figures.line(template.text(), full ? Integer.MAX_VALUE : TEMPLATE_CHARS));
  }

  private void notParsed() {
    List<Statement> failed =
        model.statements().stream().filter(any -> any.path().isEmpty()).toList();
    if (failed.isEmpty()) {
      return;
    }
    page.subheading("Not parsed: " + Figures.count(failed.size(), "template"));
    int shown = full ? failed.size() : SOME;
    for (Statement statement : failed.stream().limit(shown).toList()) {
      example(statement.template());
      page.say("", statement.failure());
    }
    more(failed.size() - (long) shown);
  }

  private void notKnown(StatementKind kind, String title) {
    List<StatementTemplate> templates = model.workload().templates(kind);
    if (templates.isEmpty()) {
      return;
    }
    page.subheading(title + ": " + Figures.count(templates.size(), "template"));
    int shown = full ? templates.size() : SOME;
    templates.stream().limit(shown).forEach(this::example);
    more(templates.size() - (long) shown);
  }

  private void example(StatementTemplate template) {
    StatementTemplate.Example example = template.examples().get(0);
    page.say(
        Figures.number(template.count()) + "x",
        example.place() + ": " + Figures.line(example.text(), TEMPLATE_CHARS));
  }

  private void problems() {
    if (model.problems().isEmpty()) {
      return;
    }
    page.subheading("Not read");
    for (Problem problem : model.problems()) {
      String place = problem.file() + (problem.line() > 0 ? ":" + problem.line() : "");
      page.say(
          "",
          place
              + ": "
              + problem.reason()
              + (problem.excerpt().isEmpty()
                  ? ""
                  : ": " + Figures.line(problem.excerpt(), TEMPLATE_CHARS)));
    }
  }
}
