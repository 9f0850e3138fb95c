package org.portolan.hfiles;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.tool.BulkLoadHFilesTool;
import org.apache.hadoop.hbase.tool.LoadIncrementalHFiles;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hbase.thirdparty.com.google.common.collect.Multimap;

/**
 * HBase's tool, which here fails if a file is missing. The tool itself passes over such a file and
 * reports success, although its rows are lost: somebody has removed it, or a region server moved it
 * away and then failed.
 *
 * <p>The map that the tool returns does not tell: it has the halves of a divided file, without a
 * relation to the file itself, which is removed then.
 */
// The tool's base class is deprecated for callers; its hook is there.
@SuppressWarnings("deprecation")
final class StrictBulkLoad extends BulkLoadHFilesTool {
  StrictBulkLoad(Configuration configuration) {
    super(configuration);
  }

  /** Groups the file by the region that is to take it, or divides it: then the halves come next. */
  @Override
  protected Pair<List<LoadIncrementalHFiles.LoadQueueItem>, String> groupOrSplit(
      Multimap<ByteBuffer, LoadIncrementalHFiles.LoadQueueItem> groups,
      LoadIncrementalHFiles.LoadQueueItem item,
      Table table,
      Pair<byte[][], byte[][]> startEndKeys)
      throws IOException {
    Pair<List<LoadIncrementalHFiles.LoadQueueItem>, String> grouped =
        super.groupOrSplit(groups, item, table, startEndKeys);
    if (grouped != null && grouped.getSecond() != null) {
      throw new FileNotFoundException(
          item.getFilePath() + " is missing, and no region server is known to have its rows");
    }
    return grouped;
  }
}
