package org.portolan.advisor.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.JoinPredicate;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.infer.Statement;
import org.portolan.design.explain.Page;

/** The access paths of statements as text. */
final class PathText {
  private final Page page;

  PathText(Page page) {
    this.page = page;
  }

  void write(List<Statement> statements) {
    if (statements.isEmpty()) {
      return;
    }
    page.heading("Access paths");
    statements.forEach(statement -> statement.path().ifPresent(path -> write(statement, path)));
  }

  private void write(Statement statement, AccessPath path) {
    String operation = statement.template().operation();
    page.subheading(
        (operation.isEmpty() ? "" : "[" + operation + "] ") + statement.template().text());
    for (TableUse use : path.tables()) {
      page.say(use.role().name().toLowerCase(Locale.ROOT), use(use));
    }
    for (JoinPredicate join : path.joins()) {
      page.say(
          "join",
          side(path, join.left(), join.leftColumn())
              + " = "
              + side(path, join.right(), join.rightColumn()));
    }
    List<String> flags = new ArrayList<>();
    add(flags, path.upsert(), "changes the row if it exists");
    add(flags, path.grouped(), aggregates(path));
    add(flags, path.distinct(), "distinct");
    add(flags, path.limited(), "limited");
    add(flags, path.offset(), "skips rows");
    add(flags, path.locks(), "locks");
    if (!flags.isEmpty()) {
      page.say("result", String.join(", ", flags));
    }
    if (!path.unresolved().isEmpty()) {
      page.say("unknown", "columns of no table: " + String.join(", ", path.unresolved()));
    }
  }

  private static void add(List<String> flags, boolean flag, String text) {
    if (flag) {
      flags.add(text);
    }
  }

  private static String aggregates(AccessPath path) {
    String functions =
        path.aggregates().stream()
            .map(
                aggregate ->
                    aggregate.function()
                        + "("
                        + (aggregate.distinct() ? "distinct " : "")
                        + aggregate
                            .column()
                            .map(column -> name(path, column))
                            .orElse(aggregate.function().equals("count") ? "*" : "…")
                        + ")")
            .distinct()
            .collect(Collectors.joining(", "));
    String groups =
        path.groups().stream().map(column -> name(path, column)).collect(Collectors.joining(", "));
    return ("aggregates " + functions + (groups.isEmpty() ? "" : " by " + groups)).strip();
  }

  private static String name(AccessPath path, AccessPath.UsedColumn column) {
    return side(path, column.use(), column.column());
  }

  private static String side(AccessPath path, int use, String column) {
    return path.tables().get(use).alias() + "." + column;
  }

  private static String use(TableUse use) {
    List<String> parts = new ArrayList<>();
    part(parts, "equal", use.equal());
    part(parts, "in list", use.listed());
    part(parts, "range", use.range());
    part(parts, "null", use.absent());
    part(parts, "not null", use.present());
    part(parts, "filter", use.filtered());
    part(parts, "order", use.ordered().stream().map(TableUse.Order::toString).toList());
    if (use.readsAll()) {
      parts.add("reads all columns");
    } else {
      part(parts, "reads", use.read());
    }
    part(parts, "writes", use.written());
    part(parts, "increments", use.incremented());
    part(parts, "computes", use.computed().keySet());
    String name =
        use.table()
            + (use.alias().equalsIgnoreCase(use.table()) ? "" : " as " + use.alias())
            + (use.known() ? "" : " (not in the schema)");
    return parts.isEmpty() ? name : name + ": " + String.join("; ", parts);
  }

  private static void part(List<String> parts, String label, Collection<String> columns) {
    if (!columns.isEmpty()) {
      parts.add(label + " " + String.join(", ", columns));
    }
  }
}
