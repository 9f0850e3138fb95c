package org.portolan.advisor.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.portolan.advisor.schema.Column;
import org.portolan.advisor.schema.ForeignKey;
import org.portolan.advisor.schema.Key;
import org.portolan.advisor.schema.RelationalSchema;
import org.portolan.advisor.schema.Table;
import org.portolan.advisor.statistics.ColumnStatistics;
import org.portolan.advisor.statistics.CommonValue;
import org.portolan.advisor.statistics.DatabaseStatistics;
import org.portolan.advisor.statistics.Source;
import org.portolan.advisor.statistics.TableStatistics;
import org.portolan.design.explain.Page;

/** The tables of a schema as text. */
final class SchemaText {
  private static final int VALUE_CHARS = 30;
  private static final double SHARE_SHOWN = 0.02;
  private static final double FREQUENT = 1.2;

  private final Page page;
  private final DatabaseStatistics statistics;

  SchemaText(Page page, DatabaseStatistics statistics) {
    this.page = page;
    this.statistics = statistics;
  }

  void write(RelationalSchema schema) {
    page.heading("Tables");
    schema.tables().forEach(this::write);
  }

  private void write(Table table) {
    page.subheading(
        table.name()
            + statistics.table(table.name()).map(SchemaText::size).orElse("")
            + (table.comment().isEmpty() ? "" : ": " + Figures.line(table.comment(), 80)));
    for (Column column : table.columns()) {
      page.say(column.name(), column(column));
    }
    for (Key key : table.keys()) {
      page.say(
          key.kind().name().toLowerCase(Locale.ROOT),
          (key.name().isEmpty() ? "" : key.name() + " ")
              + key
              + (key.nullsEqual() ? " nulls not distinct" : "")
              + (key.condition().isEmpty() ? "" : " where " + key.condition()));
    }
    for (ForeignKey key : table.foreignKeys()) {
      page.say(
          "foreign",
          "("
              + String.join(", ", key.columns())
              + ") to "
              + key.table()
              + (key.referenced().isEmpty() ? "" : " (" + String.join(", ", key.referenced()) + ")")
              + (key.onDelete().isEmpty() ? "" : ", on delete " + key.onDelete())
              + (key.holds() ? "" : ", not valid"));
    }
    statistics
        .table(table.name())
        .filter(known -> known.sampled() > 0)
        .ifPresent(
            known ->
                page.list(
                    "values",
                    known.columns().entrySet().stream()
                        .map(entry -> values(entry.getKey(), entry.getValue()))
                        .toList()));
  }

  private static String size(TableStatistics of) {
    StringBuilder text = new StringBuilder();
    of.rows()
        .ifPresent(
            rows -> text.append(of.exact() ? ", " : ", about ").append(Figures.count(rows, "row")));
    of.bytes().ifPresent(bytes -> text.append(", ").append(Figures.bytes(bytes)));
    of.indexBytes()
        .ifPresent(
            bytes -> text.append(" and ").append(Figures.bytes(bytes)).append(" of indexes"));
    return text.toString();
  }

  /** What is known of the values of a column, in one line. */
  private static String values(String name, ColumnStatistics of) {
    String about = of.source() == Source.ALL_ROWS ? "" : "about ";
    StringBuilder text = new StringBuilder(name).append(": ");
    text.append(about).append(Figures.number(of.distinct())).append(" distinct");
    if (of.nullShare() > 0) {
      text.append(", ").append(Figures.percent(of.nullShare())).append(" null");
    }
    if (of.bytesMean() > 0) {
      text.append(", ").append(Figures.decimal(of.bytesMean()));
      text.append(of.bytesMean() == 1 ? " byte" : " bytes");
      if (of.bytesMax() > Math.ceil(of.bytesMean())) {
        text.append(", at most ").append(Figures.number(of.bytesMax()));
      }
    }
    if (of.min().isPresent() && of.max().isPresent()) {
      text.append(", ").append(value(of.min().get())).append(" to ");
      text.append(value(of.max().get()));
    }
    // Values that are no more frequent than others say nothing.
    double least =
        Math.max(SHARE_SHOWN, FREQUENT * (1 - of.nullShare()) / Math.max(1, of.distinct()));
    List<CommonValue> common =
        of.mostCommon().stream().filter(any -> any.share() >= least).toList();
    if (!common.isEmpty()) {
      text.append(", most common ");
      text.append(
          common.stream()
              .map(any -> value(any.value()) + " (" + Figures.percent(any.share()) + ")")
              .collect(Collectors.joining(", ")));
    }
    return text.toString();
  }

  private static String value(String value) {
    return value.matches("-?[0-9.]+") ? value : "'" + Figures.line(value, VALUE_CHARS) + "'";
  }

  private static String column(Column column) {
    List<String> parts = new ArrayList<>();
    parts.add(column.type().toString());
    if (!column.nullable()) {
      parts.add("not null");
    }
    if (column.autoIncrement()) {
      parts.add("numbered");
    }
    if (!column.defaultValue().isEmpty()) {
      parts.add("default " + column.defaultValue());
    }
    if (!column.generatedAs().isEmpty()) {
      parts.add("generated as " + column.generatedAs());
    }
    if (!column.charset().isEmpty()) {
      parts.add(column.charset());
    }
    if (!column.collation().isEmpty()) {
      parts.add("collate " + column.collation());
    }
    String text = String.join(", ", parts);
    return column.comment().isEmpty() ? text : text + ": " + Figures.line(column.comment(), 80);
  }
}
