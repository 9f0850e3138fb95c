package org.portolan.engine.rocksdb;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/** Files of sorted puts, written beside a database and taken over by it. Thread-safe. */
final class SortedFiles implements AutoCloseable {
  private final RocksDB database;
  private final Path directory;
  private final AtomicInteger numbers = new AtomicInteger();
  private final ColumnFamilyOptions family;
  private final Options options;
  private final EnvOptions environment = new EnvOptions();
  private final IngestExternalFileOptions ingestion =
      new IngestExternalFileOptions().setMoveFiles(true);

  SortedFiles(RocksDB database, NativeOptions from, Path directory) {
    this.database = database;
    this.directory = directory;
    // Otherwise the files get the compression of the last level, which costs several times as much;
    // it comes with a later compaction.
    this.family =
        new ColumnFamilyOptions(from.family)
            .setBottommostCompressionType(CompressionType.DISABLE_COMPRESSION_OPTION);
    this.options = new Options(from.database, family);
  }

  /**
   * Makes a file of puts in ascending order of their keys, and lets the database take it over,
   * durably.
   */
  void takeOver(ColumnFamilyHandle of, List<Write> puts) throws RocksDBException {
    if (puts.isEmpty()) {
      return;
    }
    String file = directory.resolve(numbers.incrementAndGet() + ".sst").toString();
    try (SstFileWriter writer = new SstFileWriter(environment, options)) {
      writer.open(file);
      for (Write put : puts) {
        writer.put(put.key(), put.value());
      }
      writer.finish();
    }
    database.ingestExternalFile(of, List.of(file), ingestion);
  }

  @Override
  public void close() {
    ingestion.close();
    environment.close();
    options.close();
    family.close();
  }
}
