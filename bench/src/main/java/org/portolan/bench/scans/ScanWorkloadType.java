package org.portolan.bench.scans;

import java.util.ArrayList;
import java.util.List;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.load.Workload;
import org.portolan.bench.load.WorkloadType;

/** Scans of HBase on the command line. */
public final class ScanWorkloadType implements WorkloadType {
  @Override
  public String name() {
    return ScanWorkload.NAME;
  }

  @Override
  public String description() {
    return "Scans of known rows on HBase: by its own scan, compressed or not, or prepared.";
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> parameters = new ArrayList<>(ScanParameters.all());
    parameters.add(
        Parameter.choice(
            "form",
            Spelled.words(ScanForm.class),
            ScanForm.PREPARED.spelling(),
            "The way to read the rows."));
    parameters.add(
        Parameter.whole("scan-rows", 1, ScanLayout.ROWS_MAX, 100, "The number of rows of a scan."));
    return parameters;
  }

  @Override
  public Workload open(BenchOptions options) {
    return ScanParameters.workload(
        options, Spelled.of(ScanForm.class, options.text("form")), options.integer("scan-rows"));
  }
}
