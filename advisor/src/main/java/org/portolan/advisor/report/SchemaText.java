package org.portolan.advisor.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.portolan.advisor.schema.Column;
import org.portolan.advisor.schema.ForeignKey;
import org.portolan.advisor.schema.Key;
import org.portolan.advisor.schema.RelationalSchema;
import org.portolan.advisor.schema.Table;
import org.portolan.design.explain.Page;

/** The tables of a schema as text. */
final class SchemaText {
  private final Page page;

  SchemaText(Page page) {
    this.page = page;
  }

  void write(RelationalSchema schema) {
    page.heading("Tables");
    schema.tables().forEach(this::write);
  }

  private void write(Table table) {
    page.subheading(
        table.name()
            + (table.rows().isEmpty() ? "" : ", " + Figures.count(table.rows().getAsLong(), "row"))
            + (table.comment().isEmpty() ? "" : ": " + Figures.line(table.comment(), 80)));
    for (Column column : table.columns()) {
      page.say(column.name(), column(column));
    }
    for (Key key : table.keys()) {
      page.say(
          key.kind().name().toLowerCase(Locale.ROOT),
          (key.name().isEmpty() ? "" : key.name() + " ")
              + key
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
              + (key.onDelete().isEmpty() ? "" : ", on delete " + key.onDelete()));
    }
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
