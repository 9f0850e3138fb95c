package org.portolan.dump;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The names of a dump's files, and changes of its directory that survive a loss of power. A file is
 * written under a temporary name, synced and renamed, so a file under its own name is whole.
 */
final class DumpFiles {
  static final String MANIFEST = "manifest.json";
  static final String DESIGN = "design.yaml";
  static final String SOURCE = "source.json";

  /** Written last: a dump that has it is whole. */
  static final String SUMS = "SHA256SUMS";

  /** There while an export is unfinished. */
  static final String LOG = "export.log";

  static final String SORTING = "sorting";
  static final String TEMPORARY = ".tmp";

  private static final Pattern SEGMENT = Pattern.compile("[a-z][a-z0-9_]*-\\d{6,}\\.jsonl\\.gz");
  private static final List<String> OTHERS = List.of(MANIFEST, DESIGN, SOURCE, SUMS, LOG, SORTING);

  /** Watches the operations on files; a test can interrupt an export before any of them. */
  interface Watch {
    Watch NONE = (operation, file) -> {};

    void before(String operation, Path file) throws IOException;
  }

  private final Path directory;
  private final Watch watch;

  DumpFiles(Path directory, Watch watch) {
    this.directory = directory;
    this.watch = watch;
  }

  Path directory() {
    return directory;
  }

  Path path(String name) {
    return directory.resolve(name);
  }

  Watch watch() {
    return watch;
  }

  /** Returns the names in the directory, sorted; empty if there is no directory. */
  List<String> names() {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + directory, e);
    }
  }

  /** Returns whether a file has the name of a file of dumps, finished or temporary. */
  static boolean isOurs(String name) {
    String whole =
        name.endsWith(TEMPORARY) ? name.substring(0, name.length() - TEMPORARY.length()) : name;
    return OTHERS.contains(whole) || isSegment(whole);
  }

  static boolean isSegment(String name) {
    return SEGMENT.matcher(name).matches();
  }

  void createDirectory(Path path) throws IOException {
    watch.before("create", path);
    Files.createDirectories(path);
  }

  /** Writes a whole file. */
  void write(String name, byte[] content) throws IOException {
    Path temporary = path(name + TEMPORARY);
    watch.before("write", temporary);
    try (FileChannel channel =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      writeFully(channel, content);
      watch.before("sync", temporary);
      channel.force(true);
    }
    publish(name);
  }

  static void writeFully(FileChannel channel, byte[] content) throws IOException {
    var buffer = ByteBuffer.wrap(content);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  /** Gives a file that was written and synced its own name. */
  void publish(String name) throws IOException {
    Path temporary = path(name + TEMPORARY);
    watch.before("rename", temporary);
    Files.move(
        temporary, path(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    syncDirectory();
  }

  void syncDirectory() throws IOException {
    watch.before("sync", directory);
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  void delete(String name) throws IOException {
    watch.before("delete", path(name));
    Files.deleteIfExists(path(name));
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  static String hex(byte[] digest) {
    return HexFormat.of().formatHex(digest);
  }

  static String sha256(byte[] content) {
    return hex(sha256().digest(content));
  }
}
