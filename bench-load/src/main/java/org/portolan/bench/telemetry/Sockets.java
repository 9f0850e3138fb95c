package org.portolan.bench.telemetry;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The TCP connections of this process with the bytes that each has carried, from the kernel by
 * {@code ss} of iproute2. The inodes of our own open files show which connections are ours: {@code
 * ss} itself would have to search every process of the machine.
 */
public final class Sockets {
  private static final List<String> COMMAND = List.of("ss", "-tinHOe");
  private static final long WAIT_SECONDS_MAX = 2;
  private static final Path FILES = Path.of("/proc/self/fd");
  private static final Pattern INODE = Pattern.compile("socket:\\[(\\d+)]");
  private static final Pattern ADDRESSES =
      Pattern.compile("\\s\\d+\\s+(\\S+:\\d+)\\s+(\\S+:\\d+)\\s");
  private static final Pattern SOCKET_INODE = Pattern.compile("\\bino:(\\d+)\\b");
  private static final Pattern SENT = Pattern.compile("\\bbytes_sent:(\\d+)\\b");
  private static final Pattern RECEIVED = Pattern.compile("\\bbytes_received:(\\d+)\\b");

  private Sockets() {}

  /**
   * One connection.
   *
   * @param local address and port of this end
   * @param peer address and port of the other end
   * @param sentBytes payload handed to the network; data sent twice counts twice
   * @param receivedBytes payload received
   */
  public record Connection(String local, String peer, long sentBytes, long receivedBytes) {}

  /**
   * Returns the open connections of this process.
   *
   * @throws UncheckedIOException if this machine cannot list them: no {@code ss}, or no Linux
   */
  public static List<Connection> own() {
    try {
      return parse(output(COMMAND), ownInodes());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the connections of this process", e);
    }
  }

  private static Set<String> ownInodes() throws IOException {
    Set<String> inodes = new HashSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(FILES)) {
      for (Path file : files) {
        inode(file).ifPresent(inodes::add);
      }
    }
    return inodes;
  }

  private static Optional<String> inode(Path file) {
    try {
      Matcher socket = INODE.matcher(Files.readSymbolicLink(file).toString());
      return socket.matches() ? Optional.of(socket.group(1)) : Optional.empty();
    } catch (IOException e) {
      // The file was closed after it was listed.
      return Optional.empty();
    }
  }

  /**
   * Returns the output of a command that ends soon. A file receives the output, since a read from
   * the command itself has no limit of time.
   */
  static String output(List<String> command) throws IOException {
    Path output = Files.createTempFile("portolan-connections", null);
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(output.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        if (!process.waitFor(WAIT_SECONDS_MAX, TimeUnit.SECONDS) || process.exitValue() != 0) {
          throw new IOException(String.join(" ", command) + " failed");
        }
        return Files.readString(output);
      } finally {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + command.get(0) + " ran", e);
    } finally {
      Files.delete(output);
    }
  }

  /** Returns the connections in the output of {@code ss} that have one of the given inodes. */
  static List<Connection> parse(String statistics, Set<String> inodes) {
    List<Connection> connections = new ArrayList<>();
    for (String line : statistics.split("\n", -1)) {
      Matcher inode = SOCKET_INODE.matcher(line);
      Matcher addresses = ADDRESSES.matcher(line);
      if (inode.find() && inodes.contains(inode.group(1)) && addresses.find()) {
        connections.add(
            new Connection(
                plain(addresses.group(1)),
                plain(addresses.group(2)),
                bytes(SENT, line),
                bytes(RECEIVED, line)));
      }
    }
    return connections;
  }

  /** A missing figure is 0: the kernel leaves out zeros. */
  private static long bytes(Pattern figure, String line) {
    Matcher found = figure.matcher(line);
    return found.find() ? Long.parseLong(found.group(1)) : 0;
  }

  /** Java's sockets serve both versions of IP and show IPv4 addresses in the form of IPv6. */
  private static String plain(String address) {
    String plain =
        address.startsWith("[::ffff:") ? address.replace("[::ffff:", "").replace("]", "") : address;
    return plain.replaceAll("%[^:\\]]+", "");
  }
}
