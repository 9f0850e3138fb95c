package org.portolan.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.portolan.bench.api.Text;

/**
 * A chart drawn in one size: the places of its parts, for the template {@code drawing}.
 *
 * @param name the class of the drawing in the style sheet
 */
record Drawing(Chart chart, int width, int height, String name, Scale xScale, Scale yScale) {
  static final int LEFT = 52;
  static final int TOP = 22;
  static final int LETTER_WIDTH = 7;
  private static final int RIGHT = 14;
  private static final int BOTTOM = 38;

  /**
   * A labelled value of the horizontal axis.
   *
   * @param label empty if it would run into its neighbour
   * @param last whether the label would not fit between the value and the edge
   */
  record Tick(double x, String label, boolean last) {}

  Drawing(Chart chart, int width, int height, String name) {
    this(chart, width, height, name, chart.xScale(), chart.yScale());
  }

  int right() {
    return width - RIGHT;
  }

  int bottom() {
    return height - BOTTOM;
  }

  List<Tick> xTicks() {
    List<Tick> ticks = new ArrayList<>();
    double before = Double.NEGATIVE_INFINITY;
    for (double value : xScale.ticks()) {
      String label = xScale.label(value);
      double half = label.length() * LETTER_WIDTH / 2.0;
      boolean free = x(value) - half > before;
      ticks.add(new Tick(x(value), free ? label : "", x(value) + half > width));
      before = free ? x(value) + half + LETTER_WIDTH : before;
    }
    return ticks;
  }

  String points(Chart.Series series) {
    return series.points().stream()
        .map(point -> at(x(point.x())) + "," + at(y(point.y())))
        .collect(Collectors.joining(" "));
  }

  double x(double value) {
    return LEFT + xScale.place(value) * (right() - LEFT);
  }

  /** Returns the place of a value, or of the nearer end of the axis for a value beyond it. */
  double cutX(double value) {
    return x(Math.max(xScale.low(), Math.min(value, xScale.high())));
  }

  double y(double value) {
    return bottom() - yScale.place(value) * (bottom() - TOP);
  }

  static String at(double place) {
    return Text.format("%.1f", place);
  }
}
