package org.portolan.cluster.internal.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One process, never another that got its number later: the number and when it was started.
 *
 * @param pid the process's number
 * @param started when it was started, as the system tells it
 */
public record ProcessIdentity(long pid, Instant started) {
  /** The system counts from its own start, which it knows to the second only. */
  private static final Duration STARTED_TOLERANCE = Duration.ofSeconds(2);

  /** Where the number of threads stands in {@code /proc/PID/stat}, counted from the state. */
  private static final int STAT_THREADS = 17;

  /** Returns the identity of a process that was just started. */
  public static ProcessIdentity of(ProcessHandle handle) {
    return new ProcessIdentity(handle.pid(), handle.info().startInstant().orElse(Instant.now()));
  }

  /**
   * Returns the process if it is still there. One that is dead but whose parent has not asked for
   * its status is not: it holds no port and no file.
   */
  public Optional<ProcessHandle> handle() {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .filter(this::isSame)
        .filter(handle -> !isZombie(pid));
  }

  /** Returns whether the process is still there. */
  public boolean isAlive() {
    return handle().isPresent();
  }

  private boolean isSame(ProcessHandle handle) {
    return handle
        .info()
        .startInstant()
        .map(start -> Duration.between(start, started).abs().compareTo(STARTED_TOLERANCE) <= 0)
        .orElse(false);
  }

  /** A killed process is one too early: while other threads of it end, its ports are taken. */
  private static boolean isZombie(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      // The name in parentheses may hold anything; the state follows the last of them.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return fields[0].equals("Z") && fields[STAT_THREADS].equals("1");
    } catch (IOException noSuchSystemOrProcess) {
      return false;
    }
  }

  /** Returns the bytes of memory that the process holds, if the system tells. */
  public OptionalLong residentBytes() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
        if (line.startsWith("VmRSS:")) {
          return OptionalLong.of(Long.parseLong(line.replaceAll("\\D", "")) * 1024);
        }
      }
    } catch (IOException noSuchSystemOrProcess) {
      return OptionalLong.empty();
    }
    return OptionalLong.empty();
  }

  /** Returns the processes of this machine with an argument that begins so. */
  public static List<ProcessIdentity> withArgument(String prefix) {
    return ProcessHandle.allProcesses()
        .filter(
            handle ->
                handle.info().arguments().stream()
                    .flatMap(Arrays::stream)
                    .anyMatch(argument -> argument.startsWith(prefix)))
        .map(ProcessIdentity::of)
        .toList();
  }
}
