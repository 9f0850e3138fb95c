package org.portolan.bench.report;

/** A chart outside of a page, with its title, its legend and the styles of pages. */
final class ChartFile {
  private static final int WIDTH = 760;
  private static final int LINE_HEIGHT = 18;
  private static final int LEGEND_COLUMNS = 3;
  private static final int DRAWING_HEIGHT = 300;

  private ChartFile() {}

  /**
   * Returns the text of the file.
   *
   * @param drawing of {@value #WIDTH} by {@value #DRAWING_HEIGHT}
   */
  static String of(Chart chart, String drawing) {
    int rows = (chart.series().size() + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS;
    int head = LINE_HEIGHT * (rows + 2);
    StringBuilder svg = new StringBuilder();
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
        .append(WIDTH)
        .append(' ')
        .append(DRAWING_HEIGHT + head)
        .append("\">\n<style>\n")
        .append(ReportPage.style())
        .append("rect.ground { fill: var(--ground); } text { font-family: system-ui, sans-serif; }")
        .append("\n</style>\n<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n")
        .append("<text x=\"4\" y=\"")
        .append(LINE_HEIGHT)
        .append("\" font-weight=\"600\">")
        .append(Html.text(chart.title()))
        .append("</text>\n");
    for (int index = 0; index < chart.series().size(); index++) {
      Chart.Series one = chart.series().get(index);
      int x = 4 + index % LEGEND_COLUMNS * (WIDTH / LEGEND_COLUMNS);
      int y = LINE_HEIGHT * (index / LEGEND_COLUMNS + 2);
      svg.append("<circle class=\"c")
          .append(one.color())
          .append("\" cx=\"")
          .append(x + 4)
          .append("\" cy=\"")
          .append(y - 4)
          .append("\" r=\"4\"/><text x=\"")
          .append(x + 14)
          .append("\" y=\"")
          .append(y)
          .append("\">")
          .append(Html.text(one.name()))
          .append("</text>\n");
    }
    return svg.append("<svg y=\"")
        .append(head)
        .append("\" width=\"")
        .append(WIDTH)
        .append("\" height=\"")
        .append(DRAWING_HEIGHT)
        .append("\">\n")
        .append(drawing)
        .append("</svg>\n</svg>\n")
        .toString();
  }
}
