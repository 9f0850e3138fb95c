package org.portolan.bench.report;

import java.util.List;
import java.util.Locale;

/** Pieces of HTML. All text is escaped except the elements built here. */
final class Html {
  private Html() {}

  static String text(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** Returns a table, its first column text and the others figures; cells are plain text. */
  static String table(List<String> heads, List<List<String>> rows) {
    StringBuilder html = new StringBuilder("<div class=\"scroll\"><table><thead><tr>");
    heads.forEach(head -> html.append("<th scope=\"col\">").append(text(head)).append("</th>"));
    html.append("</tr></thead><tbody>\n");
    for (List<String> row : rows) {
      html.append("<tr>");
      for (int column = 0; column < row.size(); column++) {
        String cell = text(row.get(column));
        html.append(column == 0 ? "<th scope=\"row\">" + cell + "</th>" : "<td>" + cell + "</td>");
      }
      html.append("</tr>\n");
    }
    return html.append("</tbody></table></div>\n").toString();
  }

  /** Returns a paragraph of a class of the style sheet. */
  static String paragraph(String kind, String text) {
    return "<p class=\"" + kind + "\">" + text(text) + "</p>\n";
  }

  /** Returns a name and its value as an entry of a list. */
  static String entry(String name, String value) {
    return "<dt>" + text(name) + "</dt><dd>" + (value.isEmpty() ? "–" : text(value)) + "</dd>\n";
  }

  /** Returns one large figure with its name below. */
  static String tile(String figure, String name) {
    return "<div><b>" + figure + "</b><span>" + text(name) + "</span></div>";
  }

  static String number(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }

  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** Returns nanoseconds as milliseconds with three significant digits. */
  static String millis(long nanos) {
    return figure(nanos / 1e6);
  }

  /** Returns a number as a person would type it, without needless digits. */
  static String plain(double value) {
    String text = String.format(Locale.ROOT, "%,.3f", value);
    return text.contains(".") ? text.replaceAll("\\.?0+$", "") : text;
  }

  /** Returns a figure with three significant digits. */
  static String figure(double value) {
    double size = Math.abs(value);
    if (size == 0) {
      return "0";
    }
    String form = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
    return String.format(Locale.ROOT, form, value);
  }
}
