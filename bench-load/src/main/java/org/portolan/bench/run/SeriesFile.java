package org.portolan.bench.run;

import java.nio.file.Path;
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

  static List<SecondSample> read(Path file) {
    return CsvFile.read(file, HEAD, SeriesFile::sample);
  }

  /** Makes a sample of the cells in their order. */
  private static SecondSample sample(CsvFile.Cells cells) {
    return new SecondSample(
        cells.small(),
        cells.value(SeriesFile::phase, "warm_up, measured or drain"),
        cells.whole(),
        cells.whole(),
        cells.whole(),
        cells.whole(),
        cells.whole(),
        cells.whole(),
        cells.whole(),
        cells.whole(),
        cells.whole(),
        cells.whole(),
        cells.whole(),
        cells.small(),
        cells.share(),
        cells.share());
  }

  private static SecondSample.Phase phase(String cell) {
    return SecondSample.Phase.valueOf(cell.toUpperCase(Locale.ROOT));
  }
}
