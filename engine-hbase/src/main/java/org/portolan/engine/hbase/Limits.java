package org.portolan.engine.hbase;

import org.apache.hadoop.conf.Configuration;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.AtomicAdd;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Capabilities.TransactionScope;

/**
 * The limits of a store: less than HBase admits by default, and still less if the configuration on
 * the class path lowers HBase's own limits. So a cell that HBase would refuse is refused here,
 * before anything is sent. If only the servers' configuration lowers a limit, it is not known here.
 *
 * @param cellBytesMax the largest cell with its row key, family and qualifier
 */
record Limits(Capabilities capabilities, long cellBytesMax) {
  /** The longest row key that HBase accepts. */
  static final int KEY_BYTES_MAX = Short.MAX_VALUE;

  /** The bytes of a cell besides its row key, family, qualifier and value: lengths, time, type. */
  static final int CELL_BYTES = 32;

  /** HBase refuses cells of more than 10 MiB by default. */
  private static final int VALUE_BYTES_MAX = 8 << 20;

  private static final long MUTATION_BYTES_MAX = 64L << 20;

  private static final String CLIENT_CELL_BYTES_MAX = "hbase.client.keyvalue.maxsize";
  private static final String SERVER_CELL_BYTES_MAX = "hbase.server.keyvalue.maxsize";
  private static final int CELL_BYTES_DEFAULT = 10 << 20;

  private static final String REQUEST_BYTES_MAX = "hbase.ipc.max.request.size";
  private static final int REQUEST_BYTES_DEFAULT = 256 << 20;

  /** One row may take a quarter of the largest request, as several rows go into one. */
  private static final int MUTATIONS_PER_REQUEST = 4;

  /** The limits without a configuration. */
  static final Limits DEFAULT = of(CELL_BYTES_DEFAULT, REQUEST_BYTES_DEFAULT);

  static Limits of(Configuration configuration) {
    return of(
        Math.min(
            cellBytesMax(configuration, CLIENT_CELL_BYTES_MAX),
            cellBytesMax(configuration, SERVER_CELL_BYTES_MAX)),
        configuration.getInt(REQUEST_BYTES_MAX, REQUEST_BYTES_DEFAULT));
  }

  /** Reads a limit; zero and less mean no limit. */
  private static long cellBytesMax(Configuration configuration, String name) {
    long bytes = configuration.getLong(name, CELL_BYTES_DEFAULT);
    return bytes > 0 ? bytes : Long.MAX_VALUE;
  }

  private static Limits of(long cellBytesMax, int requestBytesMax) {
    return new Limits(
        new Capabilities(
                TransactionScope.ROW,
                KeyOrder.TABLE,
                true,
                true,
                true,
                AtomicAdd.ROW,
                false,
                false,
                KEY_BYTES_MAX,
                (int) Math.min(VALUE_BYTES_MAX, cellBytesMax),
                Math.min(MUTATION_BYTES_MAX, requestBytesMax / MUTATIONS_PER_REQUEST))
            .lookingForTheEndOfItems(),
        cellBytesMax);
  }
}
