package org.portolan.dump;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.portolan.dump.Manifest.EntityTotal;

/**
 * The progress of an export in its directory: a file to which lines of JSON are appended, each
 * synced. The first line names the export; the others are the segments and entities that are
 * finished. A last line without a line break was cut off by a crash and does not count. One process
 * at a time has the log open.
 */
final class ExportLog implements AutoCloseable {

  /**
   * The first line: an export with other values is another export.
   *
   * @param designSha256 of the text of the design
   * @param segmentBytes the length at which segments end
   */
  record Identity(int format, String store, String designSha256, long segmentBytes) {}

  /**
   * A line for a run that has read rows.
   *
   * @param run its beginning, in ISO 8601
   */
  record Run(String run) {}

  /**
   * A line for a finished segment.
   *
   * @param whole whether it ends where a row and its items end
   * @param cursor where the page of its last row began, null for the first page
   */
  record Done(Segment segment, boolean whole, String cursor) {}

  private final DumpFiles files;
  private final FileChannel channel;
  private final List<Run> runs = new ArrayList<>();
  private final List<Done> segments = new ArrayList<>();
  private final List<EntityTotal> entities = new ArrayList<>();

  private ExportLog(DumpFiles files, FileChannel channel) {
    this.files = files;
    this.channel = channel;
  }

  /**
   * Opens the log of an export, new or to be continued.
   *
   * @throws DumpException if the directory has the log of another export, or another process
   *     exports there
   */
  static ExportLog open(DumpFiles files, Identity identity) throws IOException {
    Path path = files.path(DumpFiles.LOG);
    if (!Files.exists(path)) {
      files.write(DumpFiles.LOG, (Manifest.json(identity) + "\n").getBytes(StandardCharsets.UTF_8));
    }
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      lock(channel, files);
      ExportLog log = new ExportLog(files, channel);
      log.read(identity);
      return log;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static void lock(FileChannel channel, DumpFiles files) throws IOException {
    FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      throw new DumpException(
          "cannot export into "
              + files.directory()
              + ": another process exports into it; wait for its end");
    }
  }

  private void read(Identity identity) throws IOException {
    byte[] content = Files.readAllBytes(files.path(DumpFiles.LOG));
    String text = new String(content, StandardCharsets.UTF_8);
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    List<String> lines = whole.lines().toList();
    Identity found = Manifest.JSON.readValue(lines.get(0), Identity.class);
    if (!found.equals(identity)) {
      throw new DumpException(
          "cannot export into "
              + files.directory()
              + (found.store().equals(identity.store())
                  ? ": it has an unfinished export of this store with another design, or by another"
                      + " release"
                  : ": it has the unfinished export of the store " + found.store())
              + "; finish that export, remove the directory or name another");
    }
    for (String line : lines.subList(1, lines.size())) {
      JsonNode tree = Manifest.JSON.readTree(line);
      if (tree.has("segment")) {
        add(Manifest.JSON.treeToValue(tree, Done.class));
      } else if (tree.has("run")) {
        runs.add(Manifest.JSON.treeToValue(tree, Run.class));
      } else {
        entities.add(Manifest.JSON.treeToValue(tree, EntityTotal.class));
      }
    }
    int length = whole.getBytes(StandardCharsets.UTF_8).length;
    channel.truncate(length);
    channel.position(length);
    dropUnfinished();
  }

  /** A segment that ends within a row is written again, with all of that row. */
  private void dropUnfinished() {
    List<String> finished = entities.stream().map(EntityTotal::entity).toList();
    while (!segments.isEmpty()
        && !segments.get(segments.size() - 1).whole()
        && !finished.contains(segments.get(segments.size() - 1).segment().entity())) {
      segments.remove(segments.size() - 1);
    }
  }

  /** A segment makes earlier lines for it and for those behind it void: it was written again. */
  private void add(Done done) {
    segments.removeIf(
        earlier ->
            earlier.segment().entity().equals(done.segment().entity())
                && earlier.segment().number() >= done.segment().number());
    segments.add(done);
  }

  /**
   * Forgets the segments of an entity that is not finished. Of rows with equal keys, the last key
   * does not tell which are written.
   */
  void restart(String entity) {
    segments.removeIf(done -> done.segment().entity().equals(entity));
  }

  void append(Run run) throws IOException {
    appendLine(run);
    runs.add(run);
  }

  void append(Done done) throws IOException {
    appendLine(done);
    add(done);
  }

  void append(EntityTotal total) throws IOException {
    appendLine(total);
    entities.add(total);
  }

  private void appendLine(Object line) throws IOException {
    files.watch().before("append", files.path(DumpFiles.LOG));
    DumpFiles.writeFully(channel, (Manifest.json(line) + "\n").getBytes(StandardCharsets.UTF_8));
    files.watch().before("sync", files.path(DumpFiles.LOG));
    channel.force(true);
  }

  List<Run> runs() {
    return runs;
  }

  /** Returns the finished segments of an entity, in their order. */
  List<Done> segmentsOf(String entity) {
    return segments.stream().filter(done -> done.segment().entity().equals(entity)).toList();
  }

  List<Segment> segments() {
    return segments.stream().map(Done::segment).toList();
  }

  List<EntityTotal> entities() {
    return entities;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
