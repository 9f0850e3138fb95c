package org.portolan.bench.report;

import java.util.List;

/**
 * Charts over the same time, one below the other, and lanes that show what was going on when. One
 * drawing, and a page with it that loads nothing and needs no script.
 *
 * @param notes sentences before the drawing
 * @param tables what is to be read below it
 * @param until the end of the time, in the unit of the charts' horizontal axis
 */
public record Timeline(
    String title,
    List<String> notes,
    List<Chart> charts,
    List<Lane> lanes,
    double until,
    List<TextTable> tables) {
  static final int WIDTH = 760;
  static final int HEAD = 34;
  static final int CHART_HEIGHT = 260;
  static final int LANE_HEIGHT = 16;

  /** Something that goes on at times. */
  public record Lane(String name, List<Stretch> stretches) {
    public Lane {
      stretches = List.copyOf(stretches);
    }
  }

  /** A time at which it does. */
  public record Stretch(double from, double until) {}

  /** A table of the page; the first cell of a row names it. */
  public record TextTable(String title, List<String> heads, List<List<String>> rows) {
    public TextTable {
      heads = List.copyOf(heads);
      rows = List.copyOf(rows);
    }
  }

  public Timeline {
    notes = List.copyOf(notes);
    charts = List.copyOf(charts);
    lanes = List.copyOf(lanes);
    tables = List.copyOf(tables);
  }

  int headOf(Chart chart) {
    return HEAD + 16 * ((chart.series.size() + 3) / 4);
  }

  /** Returns where a chart begins. */
  int top(int chart) {
    return charts.subList(0, chart).stream().mapToInt(each -> headOf(each) + CHART_HEIGHT).sum();
  }

  int lanesTop() {
    return top(charts.size());
  }

  int height() {
    return lanesTop() + (lanes.isEmpty() ? 0 : HEAD + LANE_HEIGHT * lanes.size() + 8);
  }

  double x(double value) {
    double share = Math.max(0, Math.min(value / Math.max(until, 1e-9), 1));
    return Drawing.LEFT + share * (WIDTH - 14 - Drawing.LEFT);
  }

  /** Returns the drawing as a separate SVG file. */
  public String file() {
    return Templates.fill("timelineFile", this);
  }

  /** Returns the page. */
  public String page() {
    return Templates.fill("timelinePage", this);
  }
}
