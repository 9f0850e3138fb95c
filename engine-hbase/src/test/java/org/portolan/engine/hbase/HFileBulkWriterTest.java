package org.portolan.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.engine.BulkWriter;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.StoreMissingException;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** Files of rows, and what comes between their writing and their taking over. */
@Tag("servers")
class HFileBulkWriterTest {
  private static final int ROWS = 300;

  private static final TableSchema NOTES =
      new TableSchema(
          "notes",
          List.of(KeyColumn.of("id", ScalarType.INT)),
          1,
          List.of(
              new ColumnFamily("note", List.of(new Column("text", ScalarType.TEXT))),
              new ColumnFamily("meta", List.of(new Column("number", ScalarType.INT)))),
          List.of(Tuple.of(100), Tuple.of(200)),
          Map.of(
              "hbase.note.compression", "gz",
              "hbase.note.block-encoding", "fast-diff",
              "hbase.note.bloom", "rowcol",
              "hbase.note.block-size", "8k",
              "hbase.meta.bloom", "none"));

  private static final TableSchema WORDS =
      TableSchema.of(
          "words",
          List.of(KeyColumn.of("id", ScalarType.INT)),
          new ColumnFamily("word", List.of(new Column("text", ScalarType.TEXT))));

  private final String plain = MiniCluster.newStore() + "&timeout=60s";
  private final String uri = plain + "&hfile-bytes-min=0&hfiles=" + MiniCluster.staging();
  private final StoreUri parsed = StoreUri.parse(uri);
  private final TableName nativeName = TableName.valueOf(parsed.namespace(), "notes");
  private final Configuration configuration = MiniCluster.get().getConf();
  private Engine engine;
  private Connection connection;
  private FileSystem fileSystem;

  @BeforeEach
  void createTables() throws IOException {
    connection = ConnectionFactory.createConnection(configuration);
    fileSystem = FileSystem.newInstance(configuration);
    engine = Engines.open(uri, OpenMode.CREATE_IF_MISSING);
    engine.createTables(List.of(NOTES, WORDS));
  }

  @AfterEach
  void close() throws IOException {
    engine.close();
    fileSystem.close();
    connection.close();
  }

  private static Mutation note(int id) {
    return Mutation.of(
        "notes",
        Tuple.of(id),
        new Change.PutColumns("note", List.of("text " + id)),
        new Change.PutColumns("meta", List.of(id)));
  }

  private static List<Mutation> notes() {
    return IntStream.range(0, ROWS).mapToObj(HFileBulkWriterTest::note).toList();
  }

  private void requireNotes() {
    List<Get> gets = new ArrayList<>();
    for (int id = 0; id < ROWS; id++) {
      gets.add(Get.of("notes", Tuple.of(id), FamilyRead.all("note"), FamilyRead.all("meta")));
    }
    var rows = engine.get(gets);
    for (int id = 0; id < ROWS; id++) {
      assertThat(rows.get(id).family("note")).contains(List.of("text " + id));
      assertThat(rows.get(id).family("meta")).contains(List.of(id));
    }
  }

  private boolean has(String table, int id, String family) {
    return !engine
        .get(List.of(Get.of(table, Tuple.of(id), FamilyRead.all(family))))
        .get(0)
        .isEmpty();
  }

  private Path staging() throws IOException {
    return new Path(MiniCluster.staging(), stagingName());
  }

  private String stagingName() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return "portolan-" + admin.getClusterMetrics().getClusterId() + "-" + parsed.namespace();
    }
  }

  /** Returns the files that the regions of a table have, of one family. */
  private List<Path> storeFiles(String family) throws IOException {
    Path table =
        new Path(
            new Path(configuration.get("hbase.rootdir")),
            "data/" + parsed.namespace() + "/" + nativeName.getQualifierAsString());
    List<Path> files = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> all = fileSystem.listFiles(table, true);
    while (all.hasNext()) {
      Path each = all.next().getPath();
      if (each.getParent().getName().equals(family)) {
        files.add(each);
      }
    }
    return files;
  }

  @Test
  void files_areOneForEachRegion_inTheFormOfTheirFamily() throws IOException {
    try (BulkWriter writer = engine.bulkWriter().orElseThrow()) {
      writer.write(notes());
      assertThat(has("notes", 1, "note")).isFalse();
      writer.flush();
    }
    requireNotes();
    List<Long> entries = new ArrayList<>();
    for (Path file : storeFiles("note")) {
      try (HFile.Reader reader = HFile.createReader(fileSystem, file, configuration)) {
        entries.add(reader.getEntries());
        assertThat(reader.getFileContext().getCompression().getName()).isEqualTo("gz");
        assertThat(reader.getDataBlockEncoding().name()).isEqualTo("FAST_DIFF");
        assertThat(reader.getHFileInfo().get(HStoreFile.BLOOM_FILTER_TYPE_KEY))
            .isEqualTo(Bytes.toBytes("ROWCOL"));
      }
    }
    // That of one entry changes nothing: with it the writer tried whether files are taken over.
    assertThat(entries).containsExactlyInAnyOrder(1L, 100L, 100L, 100L);
    for (Path file : storeFiles("meta")) {
      try (HFile.Reader reader = HFile.createReader(fileSystem, file, configuration)) {
        assertThat(reader.getHFileInfo().get(HStoreFile.BLOOM_FILTER_TYPE_KEY)).isNull();
      }
    }
    assertThat(fileSystem.exists(staging())).isFalse();
  }

  @Test
  void fewRows_makeNoFiles() throws IOException {
    try (Engine other =
            Engines.open(plain + "&hfiles=" + MiniCluster.staging(), OpenMode.EXISTING);
        BulkWriter writer = other.bulkWriter().orElseThrow()) {
      List<Path> before = storeFiles("note");
      writer.write(notes());
      writer.flush();
      assertThat(storeFiles("note")).isEqualTo(before);
    }
    requireNotes();
  }

  @Test
  void regionSplitBetweenWritingAndTakingOver_losesNothing() throws IOException {
    Map<String, List<byte[]>> cells = cells();
    try (Cluster cluster = HBaseOpening.cluster(parsed);
        HFileLoader loader = HFileLoader.open(parsed, cluster);
        Admin admin = connection.getAdmin()) {
      var files = loader.write(nativeName.getNameAsString(), cells);
      int before = admin.getRegions(nativeName).size();
      // A region without files is not divided, so a row comes first.
      boolean unused = engine.mutate(note(ROWS), Durability.SYNCED);
      admin.flush(nativeName);
      byte[] split = key(250);
      byte[] region =
          connection
              .getRegionLocator(nativeName)
              .getRegionLocation(split)
              .getRegion()
              .getRegionName();
      admin.splitRegionAsync(region, split).get();
      assertThat(admin.getRegions(nativeName)).hasSize(before + 1);
      loader.takeOver(nativeName.getNameAsString(), files);
    } catch (InterruptedException | ExecutionException failure) {
      throw new IllegalStateException(failure);
    }
    requireNotes();
  }

  private byte[] key(int id) {
    return new TableHandle(parsed.namespace(), NOTES).keyCodec().encode(Tuple.of(id));
  }

  private Map<String, List<byte[]>> cells() {
    List<byte[]> notes = new ArrayList<>();
    List<byte[]> metas = new ArrayList<>();
    // Not in the order of their keys.
    for (int id = ROWS - 1; id >= 0; id--) {
      notes.add(
          new KeyValue(
                  key(id),
                  Bytes.toBytes("note"),
                  Bytes.toBytes("text"),
                  5L,
                  Bytes.toBytes("text " + id))
              .getBuffer());
      metas.add(
          new KeyValue(
                  key(id), Bytes.toBytes("meta"), Bytes.toBytes("number"), 5L, Bytes.toBytes(id))
              .getBuffer());
    }
    return Map.of("note", notes, "meta", metas);
  }

  @Test
  void filesOfADeadLoad_areRemovedByTheNext() throws IOException {
    try (Cluster cluster = HBaseOpening.cluster(parsed)) {
      // Never closed, as if the process had been killed.
      HFileLoader dead = HFileLoader.open(parsed, cluster);
      var files = dead.write(nativeName.getNameAsString(), cells());
      Path left = new Path(files.get("note").get(0));
      assertThat(fileSystem.exists(left)).isTrue();
      try (BulkWriter writer = engine.bulkWriter().orElseThrow()) {
        assertThat(fileSystem.exists(left)).isFalse();
        assertThat(has("notes", 1, "note")).isFalse();
        writer.write(notes());
        writer.flush();
      }
    }
    requireNotes();
  }

  @Test
  void fileThatVanishes_isAFailure() throws IOException {
    String table = nativeName.getNameAsString();
    try (Cluster cluster = HBaseOpening.cluster(parsed);
        HFileLoader loader = HFileLoader.open(parsed, cluster)) {
      var files = loader.write(table, cells());
      String gone = files.get("note").get(1);
      assertThat(fileSystem.delete(new Path(gone), false)).isTrue();
      assertThatThrownBy(() -> loader.takeOver(table, files))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(gone);
    }
  }

  @Test
  void files_mayBeReadAndWrittenByServersOfAnotherUser() throws IOException {
    try (Cluster cluster = HBaseOpening.cluster(parsed);
        HFileLoader loader = HFileLoader.open(parsed, cluster)) {
      var files = loader.write(nativeName.getNameAsString(), cells());
      Path file = new Path(files.get("note").get(0));
      assertThat(fileSystem.getFileStatus(file).getPermission())
          .isEqualTo(new FsPermission((short) 0666));
      assertThat(fileSystem.getFileStatus(file.getParent()).getPermission())
          .isEqualTo(new FsPermission((short) 0777));
    }
  }

  /** Hadoop's local file system checks the owner's rights itself, even for the user root. */
  @Test
  void fileThatNoServerMayWrite_isAFailure(@TempDir java.nio.file.Path dir) throws IOException {
    StoreUri local = StoreUri.parse(plain + "&hfiles=file:" + dir + "/staging");
    String table = nativeName.getNameAsString();
    try (Cluster cluster = HBaseOpening.cluster(local);
        HFileLoader loader = HFileLoader.open(local, cluster)) {
      var files = loader.write(table, cells());
      for (List<String> ofFamily : files.values()) {
        for (String file : ofFamily) {
          assertThat(new File(URI.create(file)).setWritable(false)).isTrue();
        }
      }
      assertThatThrownBy(() -> loader.takeOver(table, files))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("without completing");
    }
    assertThat(has("notes", 1, "note")).isFalse();
  }

  @Test
  @Timeout(300)
  void regionThatNoServerServes_isAFailureAndNoEndlessWait() throws IOException {
    String table = nativeName.getNameAsString();
    try (Cluster cluster = HBaseOpening.cluster(parsed);
        HFileLoader loader = HFileLoader.open(parsed, cluster, 2);
        Admin admin = connection.getAdmin()) {
      var files = loader.write(table, cells());
      byte[] region = admin.getRegions(nativeName).get(1).getRegionName();
      admin.unassign(region);
      try {
        assertThatThrownBy(() -> loader.takeOver(table, files))
            .isInstanceOf(IOException.class)
            .hasMessageContaining(table);
      } finally {
        admin.assign(region);
      }
    }
  }

  @Test
  void failure_isThrownByEachLaterCall() {
    try (BulkWriter writer = engine.bulkWriter().orElseThrow()) {
      writer.write(notes());
      engine.dropTable("notes");
      assertThatThrownBy(writer::flush)
          .isInstanceOf(OutcomeUnknownException.class)
          .hasMessageContaining("notes")
          .hasMessageContaining(MiniCluster.staging())
          .hasMessageContaining("then load again");
      assertThatThrownBy(writer::flush).isInstanceOf(OutcomeUnknownException.class);
      List<Mutation> word = List.of(word(1, "a"));
      assertThatThrownBy(() -> writer.write(word)).isInstanceOf(OutcomeUnknownException.class);
      assertThatThrownBy(() -> writer.writeVisibly(word))
          .isInstanceOf(OutcomeUnknownException.class);
    }
  }

  private static Mutation word(int id, String text) {
    return Mutation.of("words", Tuple.of(id), new Change.PutColumns("word", List.of(text)));
  }

  @Test
  void moreThanMayBeGathered_isLoadedBeforeAFlush_theLargestTableFirst() {
    String text = "x".repeat(1 << 20);
    try (BulkWriter writer = engine.bulkWriter().orElseThrow()) {
      writer.write(notes());
      for (int id = 0; id < 40; id++) {
        writer.write(List.of(word(id, text)));
      }
      assertThat(has("words", 0, "word")).isTrue();
      assertThat(has("notes", 0, "note")).isFalse();
      writer.flush();
    }
    requireNotes();
    for (int id = 0; id < 40; id++) {
      assertThat(has("words", id, "word")).isTrue();
    }
  }

  @Test
  void directoryThatCannotBeMade_isRefusedBeforeThereIsAStore() {
    for (String directory :
        List.of(
            MiniCluster.staging() + "-none/of/these", "file:/proc/none", "file:/none/of/these")) {
      String other = MiniCluster.newStore() + "&timeout=60s&hfiles=" + directory;
      assertThatThrownBy(() -> Engines.open(other, OpenMode.CREATE_IF_MISSING).close())
          .isInstanceOf(EngineException.class)
          .hasMessageContaining(directory)
          .hasMessageContaining("'hfiles='");
      assertThatThrownBy(() -> Engines.open(other, OpenMode.EXISTING).close())
          .isInstanceOf(StoreMissingException.class);
    }
  }

  /** The servers are on HDFS, and copy files of this machine. */
  @Test
  void directoryOfThisMachine_isTakenToo(@TempDir java.nio.file.Path dir) throws IOException {
    try (Engine other =
            Engines.open(
                plain + "&hfile-bytes-min=0&hfiles=file:" + dir + "/staging", OpenMode.EXISTING);
        BulkWriter writer = other.bulkWriter().orElseThrow()) {
      writer.write(notes());
      writer.flush();
      FileStatus[] left =
          FileSystem.getLocal(configuration)
              .listStatus(new Path(dir + "/staging/" + stagingName()));
      assertThat(Arrays.asList(left)).isEmpty();
    }
    requireNotes();
  }
}
