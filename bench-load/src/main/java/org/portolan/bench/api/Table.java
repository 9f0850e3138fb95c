package org.portolan.bench.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table of text: the first column is aligned left, all others right. */
public final class Table {
  private static final String GAP = "  ";

  private final List<String> heads;
  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... heads) {
    this.heads = List.of(heads);
  }

  /** Returns a table of whole rows. */
  public static Table of(List<String> heads, List<List<String>> rows) {
    Table table = new Table(heads.toArray(String[]::new));
    rows.forEach(row -> table.row(row.toArray(String[]::new)));
    return table;
  }

  public Table row(String... cells) {
    if (cells.length != heads.size()) {
      throw new IllegalArgumentException(
          "a row of " + heads.size() + " columns cannot have the cells " + Arrays.asList(cells));
    }
    rows.add(List.of(cells));
    return this;
  }

  /** Returns the lines of the table, each with its end. */
  public String text() {
    int[] widths = new int[heads.size()];
    Arrays.setAll(
        widths,
        column ->
            Math.max(
                heads.get(column).length(),
                rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0)));
    StringBuilder text = new StringBuilder(line(heads, widths));
    rows.forEach(row -> text.append(line(row, widths)));
    return text.toString();
  }

  private static String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < cells.size(); column++) {
      String cell = cells.get(column);
      String padding = " ".repeat(widths[column] - cell.length());
      line.append(column == 0 ? cell + padding : GAP + padding + cell);
    }
    return line.toString().stripTrailing() + "\n";
  }
}
