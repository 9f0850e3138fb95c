package org.portolan.engine.hbase;

import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.portolan.engine.adapter.ByteRange;

/**
 * Fetches the rows of a scan from the servers: by a prepared scan (Neves 2017), which leaves out
 * repeated names and keys on the wire, or by HBase's own scan. Thread-safe.
 */
interface ScanExecutor {

  /**
   * The rows to fetch.
   *
   * @param rowsMax at least 1
   * @param bytesMax no further row is needed after the row that reaches it, at least 1
   */
  record Request(
      TableName table,
      RowQuery query,
      ByteRange range,
      boolean reversed,
      int rowsMax,
      int bytesMax) {}

  /**
   * The fetched rows.
   *
   * @param rows whole rows in the requested order; more rows than requested do no harm
   * @param complete whether no row of the range follows; if false, there is at least one row
   */
  record Answer(List<Result> rows, boolean complete) {}

  /**
   * Fetches the rows.
   *
   * @throws org.portolan.engine.EngineException if the servers fail or do not answer in time
   */
  Answer execute(Request request);
}
