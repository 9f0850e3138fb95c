package org.portolan.cluster.internal.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * One process, never a later one with the same number: the number and the start time.
 *
 * @param pid the process's number
 * @param started its start time as the system reports it
 */
public record ProcessIdentity(long pid, Instant started) {
  /** The system counts from its boot time, which it knows only to the second. */
  private static final Duration STARTED_TOLERANCE = Duration.ofSeconds(2);

  /** The position of the number of threads in {@code /proc/PID/stat}, counted from the state. */
  private static final int STAT_THREADS = 17;

  /** Returns the identity of a process that was just started. */
  public static ProcessIdentity of(ProcessHandle handle) {
    return new ProcessIdentity(handle.pid(), handle.info().startInstant().orElse(Instant.now()));
  }

  /** Parses a {@link #spelling}; other text gives an identity without a living process. */
  static ProcessIdentity parse(String spelling) {
    String[] parts = spelling.split(" ", -1);
    try {
      return new ProcessIdentity(Long.parseLong(parts[0]), Instant.parse(parts[parts.length - 1]));
    } catch (NumberFormatException | DateTimeParseException e) {
      return new ProcessIdentity(-1, Instant.EPOCH);
    }
  }

  /** Returns this identity on one line. */
  String spelling() {
    return pid + " " + started;
  }

  /**
   * Returns the process if it still exists. A dead process whose parent has not asked for its
   * status does not count: it holds no port and no file.
   */
  public Optional<ProcessHandle> handle() {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .filter(this::isSame)
        .filter(handle -> !isZombie(pid));
  }

  /** Returns whether the process still exists. */
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

  /**
   * Whether a process is a zombie without other threads. A killed process looks like a zombie too
   * early: its ports stay taken until its other threads have ended.
   */
  private static boolean isZombie(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      // The name in parentheses may contain parentheses; the state follows the last one.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return fields[0].equals("Z") && fields[STAT_THREADS].equals("1");
    } catch (IOException noSuchSystemOrProcess) {
      return false;
    }
  }

  /** Returns the numbers of the process and of those from which it descends, nearest first. */
  public Stream<Long> line() {
    return Stream.concat(
        Stream.of(pid),
        Stream.iterate(
                ProcessHandle.of(pid).flatMap(ProcessHandle::parent),
                Optional::isPresent,
                one -> one.flatMap(ProcessHandle::parent))
            .map(one -> one.get().pid()));
  }

  /** Returns the memory of the process in bytes, if the system reports it. */
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

  /** Returns the processes of this machine with such an argument. */
  public static List<ProcessIdentity> withArgument(Predicate<String> isMeant) {
    return ProcessHandle.allProcesses()
        .filter(
            handle -> handle.info().arguments().stream().flatMap(Arrays::stream).anyMatch(isMeant))
        .map(ProcessIdentity::of)
        .toList();
  }
}
