package org.portolan.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.SecondSample;

/** The seconds of a run as lines of comma-separated values, below a line of names. */
final class SeriesFile {
  static final String HEAD =
      "second,phase,ok,failed,other,response_mean_ns,response_p50_ns,response_p95_ns,"
          + "response_p99_ns,response_max_ns,service_p50_ns,service_p99_ns,lag_p99_ns,"
          + "busy_workers,machine_load,process_load\n";

  private SeriesFile() {}

  static String line(SecondSample sample) {
    return Text.format(
        "%d,%s,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%s,%s%n",
        sample.second(),
        sample.phase().name().toLowerCase(Locale.ROOT),
        sample.ok(),
        sample.failed(),
        sample.other(),
        sample.responseMean(),
        sample.responseMedian(),
        sample.response95(),
        sample.response99(),
        sample.responseMax(),
        sample.serviceMedian(),
        sample.service99(),
        sample.lag99(),
        sample.busyWorkers(),
        sample.machineLoad(),
        sample.processLoad());
  }

  static List<SecondSample> read(Path file) throws IOException {
    return rows(file, HEAD).stream().map(SeriesFile::sample).toList();
  }

  /**
   * Reads the cells of each line but the first.
   *
   * @throws IllegalArgumentException if a line has a different number of cells than the head
   */
  static List<String[]> rows(Path file, String head) throws IOException {
    int columns = head.split(",", -1).length;
    List<String> lines = Files.readAllLines(file);
    List<String[]> rows = new ArrayList<>();
    for (int number = 1; number < lines.size(); number++) {
      String[] cells = lines.get(number).split(",", -1);
      if (cells.length != columns) {
        throw new IllegalArgumentException(
            "line " + (number + 1) + " of " + file + " must have " + columns + " columns");
      }
      rows.add(cells);
    }
    return rows;
  }

  private static SecondSample sample(String... cells) {
    long[] numbers = new long[cells.length];
    for (int column = 2; column < cells.length - 2; column++) {
      numbers[column] = Long.parseLong(cells[column]);
    }
    return new SecondSample(
        Integer.parseInt(cells[0]),
        SecondSample.Phase.valueOf(cells[1].toUpperCase(Locale.ROOT)),
        numbers[2],
        numbers[3],
        numbers[4],
        numbers[5],
        numbers[6],
        numbers[7],
        numbers[8],
        numbers[9],
        numbers[10],
        numbers[11],
        numbers[12],
        (int) numbers[13],
        Double.parseDouble(cells[14]),
        Double.parseDouble(cells[15]));
  }
}
