package org.portolan.cluster.internal.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * Archives of the classes that servers have loaded (class-data sharing of the JDK), kept beside the
 * jars. A JVM with an archive maps its classes instead of reading, parsing and verifying them; that
 * work is most of a server's start.
 *
 * <p>The first server of a role that is started without an archive writes one when it ends cleanly.
 * An archive's file is named {@code ROLE-KEY-CHECKSUM.jsa}: the key is made from the JDK, the
 * options and the jars, so a server never uses an archive of others, and a file with another
 * checksum is deleted. The JVM compares version, jars and options once more; if an archive does not
 * fit, it continues without it.
 *
 * <p>Nothing here fails a start or a stop: if archives cannot be kept, servers start without them.
 * Safe between processes: archives appear and vanish as a whole, and a process that uses an archive
 * keeps it.
 */
public final class ClassArchives {
  private static final String ENDING = ".jsa";
  private static final String PARTIAL_ENDING = ".partial";
  private static final Duration PARTIAL_MAX = Duration.ofHours(1);

  /** Suppresses the JVM's useless messages about each class that an archive cannot hold. */
  private static final String QUIET = "-Xlog:cds=error";

  private final Path directory;
  private final Map<String, Optional<Path>> found = new HashMap<>();

  /** The archives of the servers that run on these jars. Remembers the archives that it finds. */
  public ClassArchives(Path jars) {
    this.directory = jars.resolve("archives");
  }

  /**
   * Returns a JVM that uses the archive of its role or, if there is none, writes one at its end if
   * allowed.
   *
   * @param recorder the unique name of the server; pass the same to {@link #take}
   */
  public Launcher.Jvm with(Launcher.Jvm jvm, String role, Optional<String> recorder) {
    try {
      String name = role + "-" + key(jvm);
      if (!found.containsKey(name)) {
        found.put(name, find(name));
      }
      if (found.get(name).isPresent()) {
        return jvm.with(List.of("-XX:SharedArchiveFile=" + found.get(name).get(), QUIET));
      }
      if (recorder.isEmpty()) {
        return jvm;
      }
      Files.createDirectories(directory);
      Path partial = directory.resolve(name + "." + recorder.get() + PARTIAL_ENDING);
      return jvm.with(List.of("-XX:ArchiveClassesAtExit=" + partial, QUIET));
    } catch (IOException unusable) {
      return jvm;
    }
  }

  /** Keeps the archive written by a server that has ended, and drops older ones. */
  public void take(String recorder) {
    String ending = "." + recorder + PARTIAL_ENDING;
    try {
      for (Path partial : files("*" + ending)) {
        String file = partial.getFileName().toString();
        String name = file.substring(0, file.length() - ending.length());
        if (isWhole(partial)) {
          String checksum = checksum(partial);
          Path kept = directory.resolve(name + "-" + checksum + ENDING);
          Files.move(partial, kept, StandardCopyOption.ATOMIC_MOVE);
          dropOthers(name.substring(0, name.lastIndexOf('-')), kept);
        } else {
          Files.deleteIfExists(partial);
        }
      }
    } catch (IOException noneKept) {
      // The next start writes another.
    }
  }

  private void dropOthers(String role, Path kept) throws IOException {
    for (Path other : files(role + "-*" + ENDING)) {
      if (!other.equals(kept)) {
        Files.deleteIfExists(other);
      }
    }
    for (Path partial : files("*" + PARTIAL_ENDING)) {
      Instant longAgo = Instant.now().minus(PARTIAL_MAX);
      if (Files.getLastModifiedTime(partial).toInstant().isBefore(longAgo)) {
        Files.deleteIfExists(partial);
      }
    }
  }

  private Optional<Path> find(String name) throws IOException {
    for (Path archive : files(name + "-*" + ENDING)) {
      String expected = name + "-" + checksum(archive) + ENDING;
      if (archive.getFileName().toString().equals(expected)) {
        return Optional.of(archive);
      }
      Files.deleteIfExists(archive);
    }
    return Optional.empty();
  }

  private List<Path> files(String pattern) throws IOException {
    List<Path> files = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, pattern)) {
        entries.forEach(files::add);
      }
    }
    return files;
  }

  /** Whether a file is complete: the JVM writes the head last, so after a kill it is empty. */
  private static boolean isWhole(Path partial) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(partial.toFile(), "r")) {
      return file.length() >= Integer.BYTES && file.readInt() != 0;
    }
  }

  private static String checksum(Path file) throws IOException {
    CRC32 checksum = new CRC32();
    byte[] buffer = new byte[1 << 20];
    try (InputStream input = Files.newInputStream(file)) {
      for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
        checksum.update(buffer, 0, read);
      }
    }
    return hex(checksum);
  }

  private static String hex(CRC32 checksum) {
    return String.format("%08x", checksum.getValue());
  }

  /** Returns the key of everything on which an archive depends, without a cluster's directories. */
  private static String key(Launcher.Jvm jvm) throws IOException {
    List<String> parts = new ArrayList<>();
    parts.add(jvm.jdk().toRealPath().toString());
    parts.add(stamp(jvm.jdk().resolve("lib/modules")));
    jvm.options().stream().filter(ClassArchives::mayMatter).forEach(parts::add);
    parts.add(jvm.mainClass());
    for (String entry : jvm.classPath()) {
      if (entry.endsWith("/*")) {
        Path jars = Path.of(entry.substring(0, entry.length() - 2));
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(jars, "*.jar")) {
          List<String> stamps = new ArrayList<>();
          for (Path jar : entries) {
            stamps.add(stamp(jar));
          }
          stamps.stream().sorted().forEach(parts::add);
        }
      } else if (entry.endsWith(".jar")) {
        parts.add(stamp(Path.of(entry)));
      }
    }
    CRC32 key = new CRC32();
    key.update(String.join("\n", parts).getBytes(StandardCharsets.UTF_8));
    return hex(key);
  }

  /** Whether an option can change an archive: system properties and compiler settings cannot. */
  private static boolean mayMatter(String option) {
    return !option.startsWith("-D") && !option.startsWith("-XX:TieredStopAtLevel=");
  }

  private static String stamp(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return file + " " + attributes.size() + " " + attributes.lastModifiedTime().toMillis();
  }
}
