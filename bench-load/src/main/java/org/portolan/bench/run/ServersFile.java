package org.portolan.bench.run;

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
  static List<Sample> read(Path file) {
    return Files.exists(file) ? CsvFile.read(file, HEAD, ServersFile::sample) : List.of();
  }

  /** Makes a sample of the cells in their order. */
  private static Sample sample(CsvFile.Cells cells) {
    double second = cells.finite();
    String server = cells.text();
    String role = cells.text();
    Map<Figure, Long> figures = new EnumMap<>(Figure.class);
    for (Figure figure : Figure.values()) {
      cells.wholeOrEmpty().ifPresent(value -> figures.put(figure, value));
    }
    return new Sample(second, server, role, figures);
  }
}
