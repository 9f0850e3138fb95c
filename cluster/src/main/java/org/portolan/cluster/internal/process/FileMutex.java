package org.portolan.cluster.internal.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.portolan.cluster.ClusterException;

/**
 * A lock between processes, and between threads of one process. When its owner ends, the lock is
 * released.
 */
public final class FileMutex {
  private FileMutex() {}

  /**
   * Waits for the lock and does some work under it.
   *
   * @param file the lock's file, which is created and stays
   * @param busy the message if another owner holds the lock all the time
   * @return the result of the work
   * @throws ClusterException if another owner holds the lock all the time
   */
  public static <T> T holding(Path file, Duration max, String busy, Supplier<T> work) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        if (!new Polling(max).until(() -> tryLock(channel).isPresent())) {
          throw new ClusterException(busy);
        }
        return work.get();
      }
    } catch (IOException failure) {
      throw new ClusterException("could not lock " + file + ": " + failure, failure);
    }
  }

  private static Optional<FileLock> tryLock(FileChannel channel) {
    try {
      return Optional.ofNullable(channel.tryLock());
    } catch (OverlappingFileLockException otherThread) {
      return Optional.empty();
    } catch (IOException failure) {
      throw new ClusterException("could not lock a file: " + failure, failure);
    }
  }
}
