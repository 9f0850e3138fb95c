package org.portolan.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.portolan.bench.telemetry.Figure;
import org.portolan.bench.telemetry.Sample;

/**
 * The samples of servers as lines of comma-separated values, below a line of names. A cell is empty
 * if the figure was not seen.
 */
final class ServersFile {
  static final String HEAD =
      "second,server,role,"
          + Arrays.stream(Figure.values()).map(Figure::column).collect(Collectors.joining(","))
          + "\n";
  private static final int FIGURES_FROM = 3;

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

  /** Returns the samples in a file; none if it does not exist, as in old runs. */
  static List<Sample> read(Path file) throws IOException {
    return Files.exists(file)
        ? SeriesFile.rows(file, HEAD).stream().map(ServersFile::sample).toList()
        : List.of();
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
