package org.portolan.cli.hbase;

import java.util.Optional;
import org.portolan.engine.hbase.PreparedScanDeployment;
import picocli.CommandLine.Option;

/** The options that name a store on HBase and one of its tables. */
final class TablesOption {
  @Option(
      names = "--store",
      required = true,
      paramLabel = "URI",
      description = "The store, hbase://ZOOKEEPER/NAMESPACE.")
  String uri;

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description = "Only this table (default: all tables of the store).")
  String table;

  PreparedScanDeployment open() {
    return PreparedScanDeployment.open(uri);
  }

  Optional<String> table() {
    return Optional.ofNullable(table);
  }
}
