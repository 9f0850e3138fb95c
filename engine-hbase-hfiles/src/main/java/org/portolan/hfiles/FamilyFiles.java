package org.portolan.hfiles;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.regionserver.StoreUtils;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The files of one family: one for each region that the cells touch, in the form in which the
 * region would write them, as HBase's {@code HFileOutputFormat2} does it. Immutable.
 */
final class FamilyFiles {
  private static final CellComparator ORDER = CellComparator.getInstance();

  /** A region server takes over only a file that it may read and write, perhaps as another user. */
  private static final FsPermission FOR_ALL = new FsPermission((short) 0666);

  private final Configuration configuration;
  private final FileSystem fileSystem;
  private final Path directory;
  private final ColumnFamilyDescriptor family;
  private final HFileContext context;

  FamilyFiles(
      Configuration configuration,
      FileSystem fileSystem,
      Path directory,
      TableName table,
      ColumnFamilyDescriptor family) {
    this.configuration = configuration;
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.family = family;
    this.context =
        new HFileContextBuilder()
            .withCompression(family.getCompressionType())
            .withDataBlockEncoding(family.getDataBlockEncoding())
            .withBlockSize(family.getBlocksize())
            .withChecksumType(StoreUtils.getChecksumType(configuration))
            .withBytesPerCheckSum(StoreUtils.getBytesPerChecksum(configuration))
            .withIncludesTags(false)
            .withColumnFamily(family.getName())
            .withTableName(table.getName())
            .withCreateTime(System.currentTimeMillis())
            .build();
  }

  /**
   * Sorts cells and begins to write them.
   *
   * @param cells of equal ones only the last is written
   * @param starts the first keys of all regions, ascending
   * @return the files
   */
  List<Future<Path>> write(List<byte[]> cells, byte[][] starts, ExecutorService threads) {
    KeyValue[] sorted = cells.stream().map(KeyValue::new).toArray(KeyValue[]::new);
    // Stable: equal cells stay in the order in which they came.
    Arrays.sort(sorted, ORDER);
    List<Future<Path>> files = new ArrayList<>();
    int from = 0;
    while (from < sorted.length) {
      int begin = from;
      int end = end(sorted, from, starts);
      files.add(threads.submit(() -> write(sorted, begin, end)));
      from = end;
    }
    return files;
  }

  /** Returns the end of the cells that are in the region of the first one. */
  private static int end(KeyValue[] sorted, int from, byte[][] starts) {
    byte[] row = CellUtil.cloneRow(sorted[from]);
    int found = Arrays.binarySearch(starts, row, Bytes.BYTES_COMPARATOR);
    int next = found >= 0 ? found + 1 : -found - 1;
    if (next == starts.length) {
      return sorted.length;
    }
    int to = from + 1;
    while (to < sorted.length
        && CellComparator.getInstance()
                .compareRows(sorted[to], starts[next], 0, starts[next].length)
            < 0) {
      to++;
    }
    return to;
  }

  private Path write(KeyValue[] sorted, int from, int to) throws IOException {
    StoreFileWriter writer =
        new StoreFileWriter.Builder(configuration, CacheConfig.DISABLED, fileSystem)
            .withOutputDir(directory)
            .withBloomType(family.getBloomFilterType())
            .withMaxKeyCount(to - from)
            .withFileContext(context)
            .build();
    try {
      for (int at = from; at < to; at++) {
        if (at + 1 == to || ORDER.compare(sorted[at], sorted[at + 1]) != 0) {
          writer.append(sorted[at]);
        }
      }
      writer.appendFileInfo(
          HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(System.currentTimeMillis()));
      writer.appendFileInfo(HStoreFile.BULKLOAD_TASK_KEY, Bytes.toBytes("portolan"));
      writer.appendFileInfo(HStoreFile.MAJOR_COMPACTION_KEY, Bytes.toBytes(true));
      writer.appendFileInfo(HStoreFile.EXCLUDE_FROM_MINOR_COMPACTION_KEY, Bytes.toBytes(false));
      writer.appendTrackedTimestampsToMetadata();
    } finally {
      writer.close();
    }
    fileSystem.setPermission(writer.getPath(), FOR_ALL);
    return writer.getPath();
  }
}
