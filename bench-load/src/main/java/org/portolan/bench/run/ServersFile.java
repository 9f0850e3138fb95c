package org.portolan.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.portolan.bench.telemetry.Figure;
import org.portolan.bench.telemetry.Sample;

/**
 * What was seen of servers as lines of comma-separated values, after a line of names. A cell is
 * empty where nothing was seen.
 */
final class ServersFile {
  static final String HEAD =
      "second,server,role,"
          + Arrays.stream(Figure.values()).map(Figure::column).collect(Collectors.joining(","))
          + "\n";
  private static final int FIGURES_FROM = 3;
  private static final int COLUMNS = HEAD.split(",", -1).length;

  private ServersFile() {}

  static String line(Sample sample) {
    StringBuilder line = new StringBuilder();
    line.append(sample.second()).append(',').append(sample.server()).append(',');
    line.append(sample.role());
    for (Figure figure : Figure.values()) {
      line.append(',');
      sample.figure(figure).ifPresent(line::append);
    }
    return line.append('\n').toString();
  }

  /** Returns what a file holds; nothing if there is none, as of runs before there was one. */
  static List<Sample> read(Path file) throws IOException {
    List<Sample> samples = new ArrayList<>();
    if (!Files.exists(file)) {
      return samples;
    }
    List<String> lines = Files.readAllLines(file);
    for (int number = 1; number < lines.size(); number++) {
      String[] cells = lines.get(number).split(",", -1);
      if (cells.length != COLUMNS) {
        throw new IllegalArgumentException(
            "line " + (number + 1) + " of " + file + " has not " + COLUMNS + " columns");
      }
      samples.add(sample(cells));
    }
    return samples;
  }

  private static Sample sample(String... cells) {
    Map<Figure, Long> figures = new EnumMap<>(Figure.class);
    int column = FIGURES_FROM;
    for (Figure figure : Figure.values()) {
      String cell = cells[column];
      column++;
      if (!cell.isEmpty()) {
        figures.put(figure, Long.parseLong(cell));
      }
    }
    return new Sample(Double.parseDouble(cells[0]), cells[1], cells[2], figures);
  }
}
