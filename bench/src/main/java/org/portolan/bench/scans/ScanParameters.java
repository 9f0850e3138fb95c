package org.portolan.bench.scans;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.load.WorkloadType;

/** Scans of HBase on the command line, and the parameters of the scanned table. */
public final class ScanParameters {
  private ScanParameters() {}

  /** Returns the workload of scans in one form. */
  public static WorkloadType workloadType() {
    List<Parameter> parameters = new ArrayList<>(all());
    parameters.add(
        Parameter.choice(
            "form",
            Spelled.words(ScanForm.class),
            ScanForm.PREPARED.spelling(),
            "The way to read the rows."));
    parameters.add(
        Parameter.whole("scan-rows", 1, ScanLayout.ROWS_MAX, 100, "The number of rows of a scan."));
    return new WorkloadType(
        ScanWorkload.NAME,
        "Scans of known rows on HBase: by its own scan, compressed or not, or prepared.",
        parameters,
        options ->
            workload(
                options,
                Spelled.of(ScanForm.class, options.text("form")),
                options.integer("scan-rows")));
  }

  static List<Parameter> all() {
    return List.of(
        Parameter.store(
            "The store's URI on HBase: hbase://ZOOKEEPER/NAMESPACE. The benchmark creates a table"
                + " 'scans_...' in its namespace."),
        Parameter.whole("rows", 1, ScanLayout.ROWS_MAX, 20_000, "The number of rows of the table."),
        Parameter.whole(
            "columns", 1, ScanLayout.COLUMNS_MAX, 10, "The number of columns of a row."),
        Parameter.whole("value-bytes", 1, 100_000, 100, "The length of each value."),
        Parameter.path(
            "jar",
            "The place of the endpoint's jar for region servers (default: a file, if all run on"
                + " this machine)."));
  }

  /**
   * Returns the table that the options describe.
   *
   * @throws IllegalArgumentException if the store is not on HBase
   */
  static ScanLayout layout(BenchOptions options) {
    requireHBase(options);
    return new ScanLayout(
        options.integer("rows"), options.integer("columns"), options.integer("value-bytes"));
  }

  /**
   * Returns a workload on that table.
   *
   * @throws IllegalArgumentException if the table has fewer rows than a scan
   */
  static ScanWorkload workload(BenchOptions options, ScanForm form, int scanRows) {
    ScanLayout layout = layout(options);
    requireRows(layout, scanRows);
    Optional<URI> jar =
        Optional.of(options.text("jar")).filter(text -> !text.isEmpty()).map(URI::create);
    return new ScanWorkload(options.text("store"), layout, form, scanRows, jar);
  }

  static void requireRows(ScanLayout layout, int scanRows) {
    if (scanRows > layout.rows()) {
      throw new IllegalArgumentException(
          "a scan of " + scanRows + " rows needs a table of as many: give --rows");
    }
  }

  private static void requireHBase(BenchOptions options) {
    String store = options.text("store");
    if (!store.startsWith("hbase://")) {
      throw new IllegalArgumentException(
          store.isEmpty()
              ? "scans of HBase need a store: give --store hbase://ZOOKEEPER/NAMESPACE"
              : "these are scans of HBase, but '" + store + "' is not a store on HBase");
    }
  }
}
