package org.portolan.engine.hbase;

import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.portolan.engine.adapter.ByteRange;

/**
 * How the rows of a scan come from the servers: by a prepared scan (Neves 2017), which leaves out
 * repeated names and keys on the wire, or by HBase's own. Thread-safe.
 */
interface ScanExecutor {

  /**
   * What to bring.
   *
   * @param rowsMax at least 1
   * @param bytesMax after the row that reaches it no further row is needed, at least 1
   */
  record Request(
      TableName table,
      RowQuery query,
      ByteRange range,
      boolean reversed,
      int rowsMax,
      int bytesMax) {}

  /**
   * What has come.
   *
   * @param rows whole ones, in the order asked for; more than was asked for do not harm
   * @param complete whether no row of the range follows; where it is false there is a row at least
   */
  record Answer(List<Result> rows, boolean complete) {}

  /**
   * Brings the rows.
   *
   * @throws org.portolan.engine.EngineException if the servers fail or do not answer in time
   */
  Answer execute(Request request);
}
