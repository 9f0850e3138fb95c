package org.portolan.bench.report;

import java.util.List;
import java.util.Locale;

/** A chart drawn in one size. */
final class Drawing {
  private static final int LEFT = 52;
  private static final int RIGHT = 14;
  private static final int TOP = 22;
  private static final int BOTTOM = 38;
  private static final int LETTER_WIDTH = 7;
  private static final int SPAN_HEIGHT = 7;

  private final Chart chart;
  private final int width;
  private final int height;
  private final String name;
  private final Scale xScale;
  private final Scale yScale;
  private final StringBuilder svg = new StringBuilder();

  Drawing(Chart chart, int width, int height, String name) {
    this.chart = chart;
    this.width = width;
    this.height = height;
    this.name = name;
    this.xScale = chart.xScale();
    this.yScale = chart.yScale();
  }

  String svg() {
    add(
        "<svg class=\"%s\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n",
        name, width, height, Html.text(chart.title() + ": " + chart.yLabel()));
    if (chart.shadedTo() > xScale.low()) {
      add(
          "<rect class=\"shade\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n",
          LEFT, TOP, x(Math.min(chart.shadedTo(), xScale.high())) - LEFT, height - TOP - BOTTOM);
      if (x(chart.shadedTo()) - LEFT > 8 * LETTER_WIDTH) {
        add("<text class=\"note\" x=\"%d\" y=\"%d\">warm-up</text>\n", LEFT + 4, TOP + 13);
      }
    }
    axes();
    for (Chart.Limit limit : chart.limits()) {
      add(
          "<line class=\"limit\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
          LEFT, width - RIGHT, y(limit.y()), y(limit.y()));
      add(
          "<text class=\"note\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
          width - RIGHT - 2, y(limit.y()) - 4, Html.text(limit.text()));
    }
    for (Chart.Span span : chart.spans()) {
      double from = x(Math.min(span.from(), xScale.high()));
      double until = x(Math.min(span.until(), xScale.high()));
      add(
          "<rect class=\"span\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"><title>%s</title>"
              + "</rect>\n",
          from,
          height - BOTTOM - SPAN_HEIGHT,
          Math.max(1, until - from),
          SPAN_HEIGHT,
          Html.text(span.text()));
    }
    for (Chart.Mark mark : chart.marks()) {
      add(
          "<g class=\"event\"><title>%s</title><line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>"
              + "<path d=\"M%.1f %d l-5 -8 h10 z\"/></g>\n",
          Html.text(mark.text()), x(mark.x()), x(mark.x()), TOP, height - BOTTOM, x(mark.x()), TOP);
    }
    chart.series().forEach(this::series);
    return svg.append("</svg>\n").toString();
  }

  private void axes() {
    double before = Double.NEGATIVE_INFINITY;
    for (double tick : xScale.ticks()) {
      String label = xScale.label(tick);
      add(
          "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>\n",
          x(tick), x(tick), TOP, height - BOTTOM);
      // A label that would run into its neighbour is left out.
      double half = label.length() * LETTER_WIDTH / 2.0;
      if (x(tick) - half > before) {
        boolean last = x(tick) + half > width;
        add(
            "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s</text>\n",
            last ? width - 1 : x(tick), height - BOTTOM + 15, last ? "end" : "middle", label);
        before = x(tick) + half + LETTER_WIDTH;
      }
    }
    List<Double> ticks = yScale.ticks();
    for (double tick : ticks) {
      add(
          "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
          LEFT, width - RIGHT, y(tick), y(tick));
      add(
          "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
          LEFT - 6, y(tick) + 4, yScale.label(tick));
    }
    add(
        "<text class=\"axis\" x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n",
        width - RIGHT, height - 6, Html.text(chart.xLabel()));
    add("<text class=\"axis\" x=\"4\" y=\"12\">%s</text>\n", Html.text(chart.yLabel()));
  }

  private void series(Chart.Series series) {
    if (series.style() == Chart.Style.POINTS) {
      for (Chart.Point point : series.points()) {
        add(
            "<circle class=\"c%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"><title>%s: %s, %s</title>"
                + "</circle>\n",
            series.color(),
            x(point.x()),
            y(point.y()),
            Html.text(series.name()),
            Html.figure(point.x()),
            Html.figure(point.y()));
      }
      return;
    }
    svg.append("<polyline class=\"c").append(series.color()).append("\" points=\"");
    for (Chart.Point point : series.points()) {
      add("%.1f,%.1f ", x(point.x()), y(point.y()));
    }
    svg.append("\"><title>").append(Html.text(series.name())).append("</title></polyline>\n");
  }

  private double x(double value) {
    return LEFT + xScale.place(value) * (width - LEFT - RIGHT);
  }

  private double y(double value) {
    return height - BOTTOM - yScale.place(value) * (height - TOP - BOTTOM);
  }

  private void add(String form, Object... values) {
    svg.append(String.format(Locale.ROOT, form, values));
  }
}
