package org.portolan.engine.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.portolan.engine.EngineException;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.StoreInUseException;
import org.portolan.engine.StoreMissingException;

/**
 * A store's directory, for exclusive use until it is closed. Besides RocksDB's own files it has
 * {@code portolan.format}, which names the version of the layout, and {@code portolan.lock}, which
 * is locked while the store is open and contains the number of the process. Both are checked before
 * RocksDB touches anything, so that a foreign or newer directory, or one in use, stays untouched.
 */
final class StoreDirectory implements AutoCloseable {
  static final int FORMAT_VERSION = 1;
  static final String FORMAT_FILE = "portolan.format";
  static final String LOCK_FILE = "portolan.lock";

  private static final String FORMAT_START = "portolan rocksdb store, format ";

  private final Path path;
  private final FileChannel lockChannel;

  private StoreDirectory(Path path, FileChannel lockChannel) {
    this.path = path;
    this.lockChannel = lockChannel;
  }

  static StoreDirectory hold(Path directory, OpenMode mode) {
    try {
      boolean exists = Files.exists(directory.resolve(FORMAT_FILE));
      if (!exists) {
        requireCreatable(directory, mode);
        Files.createDirectories(directory);
      }
      FileChannel channel = lock(directory);
      try {
        if (exists) {
          requireFormat(directory);
        } else {
          writeFormat(directory);
        }
        return new StoreDirectory(directory, channel);
      } catch (IOException | RuntimeException failure) {
        channel.close();
        throw failure;
      }
    } catch (IOException failure) {
      throw new EngineException("cannot open the store " + directory + ": " + failure, failure);
    }
  }

  Path path() {
    return path;
  }

  private static void requireCreatable(Path directory, OpenMode mode) throws IOException {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new EngineException(
          "cannot open the store " + directory + ": it is a file; name a directory");
    }
    Set<String> files = Set.of();
    if (Files.exists(directory)) {
      try (Stream<Path> entries = Files.list(directory)) {
        files = entries.map(entry -> entry.getFileName().toString()).collect(Collectors.toSet());
      }
    }
    if (!Set.of(LOCK_FILE, FORMAT_FILE + ".new").containsAll(files)) {
      throw new EngineException(
          "cannot open the store "
              + directory
              + ": it holds "
              + (files.contains("CURRENT") ? "a RocksDB of another program" : "other files")
              + " but no "
              + FORMAT_FILE
              + "; name an empty directory or a store of Portolan");
    }
    if (mode == OpenMode.EXISTING) {
      throw new StoreMissingException("there is no store in " + directory);
    }
  }

  private static FileChannel lock(Path directory) throws IOException {
    Path file = directory.resolve(LOCK_FILE);
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException openInThisProcess) {
      channel.close();
      throw new StoreInUseException(
          "the store " + directory + " is open already in this process; close it first",
          openInThisProcess);
    }
    if (lock == null) {
      String holder = Files.readString(file, StandardCharsets.US_ASCII).strip();
      channel.close();
      throw new StoreInUseException(
          "the store "
              + directory
              + " is open in another process"
              + (holder.isEmpty() ? "" : ", number " + holder)
              + "; only one at a time can use it: wait for that process or stop it");
    }
    channel.truncate(0);
    write(channel, ProcessHandle.current().pid() + "\n");
    return channel;
  }

  private static void requireFormat(Path directory) throws IOException {
    Path file = directory.resolve(FORMAT_FILE);
    List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    String line = lines.isEmpty() ? "" : lines.get(0);
    String version = line.startsWith(FORMAT_START) ? line.substring(FORMAT_START.length()) : "";
    if (!version.matches("[1-9]\\d{0,8}")) {
      throw new EngineException(
          "cannot open the store " + directory + ": " + FORMAT_FILE + " says '" + line + "'");
    }
    if (Integer.parseInt(version) > FORMAT_VERSION) {
      throw new EngineException(
          "cannot open the store "
              + directory
              + ": it has format "
              + version
              + " and this release reads "
              + FORMAT_VERSION
              + "; use the newer release of Portolan that wrote it");
    }
  }

  private static void writeFormat(Path directory) throws IOException {
    Path fresh = directory.resolve(FORMAT_FILE + ".new");
    try (FileChannel channel =
        FileChannel.open(
            fresh,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      write(channel, FORMAT_START + FORMAT_VERSION + "\n");
      channel.force(true);
    }
    Files.move(fresh, directory.resolve(FORMAT_FILE), StandardCopyOption.ATOMIC_MOVE);
  }

  private static void write(FileChannel channel, String text) throws IOException {
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Releases the directory; the lock ends with the channel. */
  @Override
  public void close() {
    try {
      lockChannel.close();
    } catch (IOException failure) {
      throw new EngineException("cannot release the lock of a store: " + failure, failure);
    }
  }
}
