package org.portolan.bench.scans;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ScanFilesTest {
  @TempDir Path directory;

  private static ScanRun run(double perSecond) {
    return new ScanRun(perSecond, 2, 8, 120, OptionalDouble.empty());
  }

  @Test
  void files_haveEveryRunAndPlotsThatAreWellFormed() throws Exception {
    ScanFigures figures = new ScanFigures(new ScanLayout(1_000, 10, 100));
    for (int scanRows : List.of(10, 100)) {
      for (ScanForm form : ScanForm.values()) {
        figures.bytes(scanRows, form, OptionalDouble.of(form.isPrepared() ? 1_010 : 1_344));
      }
      for (int clients : List.of(2, 8)) {
        Map<ScanForm, List<ScanRun>> runs = new EnumMap<>(ScanForm.class);
        for (ScanForm form : ScanForm.values()) {
          runs.put(form, List.of(run(form.isPrepared() ? 102 : 100), run(200)));
        }
        figures.runs(scanRows, clients, runs);
      }
    }
    new ScanFiles(figures).write(directory);
    assertThat(Files.readAllLines(directory.resolve("runs.csv")))
        .hasSize(1 + 2 * 2 * 4 * 2)
        .contains("100,8,prepared,1,102.0,2.000,8.000,120.0,NaN");
    assertThat(Files.readAllLines(directory.resolve("bytes.csv")))
        .hasSize(1 + 2 * 4)
        .contains("10,prepared,1010.00", "100,native,1344.00");
    for (String plot : List.of("throughput.svg", "latency.svg")) {
      String text = Files.readString(directory.resolve(plot));
      assertThat(text).contains("native-gzip, 100 rows", "HBase's own scan").contains("clients");
      DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(directory.resolve(plot).toFile());
    }
  }
}
