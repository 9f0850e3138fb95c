package org.portolan.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * A chart as SVG, drawn twice: for a wide and for a narrow screen. The page shows the drawing that
 * fits. So the chart needs no script, can be printed, and its text can be read on a phone.
 */
public final class Chart {
  private static final int POINTS_MAX = 600;

  /** The style sheet has this many. */
  private static final int COLORS = 8;

  final String title;
  final String xLabel;
  final String yLabel;
  private final Scale.Kind xKind;
  private final Scale.Kind yKind;
  final List<Series> series = new ArrayList<>();
  final List<Mark> marks = new ArrayList<>();
  final List<Span> spans = new ArrayList<>();
  final List<Limit> limits = new ArrayList<>();
  double shadedTo = Double.NaN;
  private double extent = Double.NEGATIVE_INFINITY;

  /** The style of a series. */
  enum Style {
    LINE,
    POINTS
  }

  /** A line or points. */
  record Series(String name, int color, Style style, List<Point> points) {
    Series {
      points = List.copyOf(points);
    }
  }

  /** A value and its place on the horizontal axis. */
  record Point(double x, double y) {}

  /** A marked moment, for example of a fault. */
  record Mark(double x, String text) {}

  /** A marked length of time, for example of a compaction. */
  record Span(double from, double until, String text) {}

  /** A value for comparison, drawn as a line. */
  record Limit(double y, String text) {}

  public Chart(String title, String xLabel, Scale.Kind xKind, String yLabel, Scale.Kind yKind) {
    this.title = title;
    this.xLabel = xLabel;
    this.xKind = xKind;
    this.yLabel = yLabel;
    this.yKind = yKind;
  }

  /**
   * Adds a line in one of the colors, which repeat, with a point for each item; if there are very
   * many, the means of neighbours are drawn.
   */
  public <T> Chart line(
      String name,
      int color,
      List<T> items,
      ToDoubleFunction<? super T> x,
      ToDoubleFunction<? super T> y) {
    return add(name, color, Style.LINE, thinned(values(items, x)), thinned(values(items, y)));
  }

  /** Adds a point for each item. */
  <T> Chart points(
      String name,
      int color,
      List<T> items,
      ToDoubleFunction<? super T> x,
      ToDoubleFunction<? super T> y) {
    return add(name, color, Style.POINTS, values(items, x), values(items, y));
  }

  private static <T> double[] values(List<T> items, ToDoubleFunction<? super T> figure) {
    return items.stream().mapToDouble(figure).toArray();
  }

  /** Adds a series; a logarithmic chart leaves out values that are not positive. */
  private Chart add(String name, int color, Style style, double[] x, double[] y) {
    List<Point> drawn = new ArrayList<>();
    for (int index = 0; index < x.length; index++) {
      if ((yKind != Scale.Kind.LOGARITHMIC || y[index] > 0)
          && (xKind != Scale.Kind.LOGARITHMIC || x[index] > 0)) {
        drawn.add(new Point(x[index], y[index]));
      }
    }
    if (!drawn.isEmpty()) {
      series.add(new Series(name, color % COLORS, style, drawn));
    }
    return this;
  }

  Chart mark(double x, String text) {
    marks.add(new Mark(x, text));
    return this;
  }

  Chart span(double from, double until, String text) {
    spans.add(new Span(from, until, text));
    return this;
  }

  public Chart limit(double y, String text) {
    limits.add(new Limit(y, text));
    return this;
  }

  /** Extends the horizontal axis to a value at least, so that charts below each other fit. */
  public Chart extendTo(double x) {
    extent = x;
    return this;
  }

  /** Shades everything before a value, to show that no total includes it. */
  Chart shadeTo(double x) {
    shadedTo = x;
    return this;
  }

  private static double[] thinned(double... values) {
    if (values.length <= POINTS_MAX) {
      return values;
    }
    double[] means = new double[POINTS_MAX];
    Arrays.setAll(
        means,
        point -> {
          int start = (int) ((long) point * values.length / POINTS_MAX);
          int end = (int) ((long) (point + 1) * values.length / POINTS_MAX);
          return Arrays.stream(values, start, end).average().orElse(0);
        });
    return means;
  }

  Scale xScale() {
    double smallest = values(Point::x).min().orElse(0);
    double largest = Math.max(extent, values(Point::x).max().orElse(1));
    return xKind == Scale.Kind.LINEAR
        ? Scale.exactly(Math.min(0, smallest), largest)
        : Scale.of(xKind, smallest, largest);
  }

  Scale yScale() {
    double[] all =
        DoubleStream.concat(values(Point::y), limits.stream().mapToDouble(Limit::y)).toArray();
    return Scale.of(
        yKind, Arrays.stream(all).min().orElse(0.1), Arrays.stream(all).max().orElse(1));
  }

  private DoubleStream values(ToDoubleFunction<Point> figure) {
    return series.stream().flatMap(one -> one.points().stream()).mapToDouble(figure);
  }

  /** Returns the chart as a separate SVG file, with its title and legend. */
  public String file() {
    return Templates.fill("file", this);
  }
}
