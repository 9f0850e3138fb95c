package org.portolan.cluster.internal.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.portolan.cluster.ClusterException;

/**
 * The jars that servers run on, kept for all clusters of a user and fetched by the user's own
 * Maven, which knows the user's registries and credentials.
 *
 * <p>Jars are fetched into a temporary directory, which is renamed when it is complete, so an
 * interrupted fetch is never mistaken for a complete one. The {@code pom.xml} is stored beside the
 * jars and compared, so a release with other jars fetches again. Processes wait for each other.
 *
 * <p>A {@code pom.xml} that contains {@value #PLATFORM} fetches binaries: its properties name the
 * artifact for each {@link Platform}. The binaries are {@linkplain Binaries#unpack unpacked} and
 * kept for each platform separately, since a user's cache may be shared between machines.
 */
public final class JarCache {
  /** The environment variable that names the directory. */
  public static final String VARIABLE = "PORTOLAN_CACHE";

  private static final Duration FETCH_MAX = Duration.ofMinutes(30);
  private static final int TAIL_LINES = 15;
  private static final String PLATFORM = "@platform@";
  private static final Pattern JAR = Pattern.compile("([\\w.+-]+\\.jar)");

  private final Path root;
  private final Optional<Path> maven;

  /** Makes a cache in a directory; it uses the Maven of the search path. */
  public JarCache(Path root) {
    this(root, Launcher.onPath("mvn"));
  }

  JarCache(Path root, Optional<Path> maven) {
    this.root = root;
    this.maven = maven;
  }

  /**
   * Returns the directory of the cache: the requested one, else {@value #VARIABLE}, else {@code
   * portolan} in the user's cache directory.
   */
  public static Path directory(Optional<Path> asked, Map<String, String> environment) {
    if (asked.isPresent()) {
      return asked.get().toAbsolutePath();
    }
    String variable = environment.getOrDefault(VARIABLE, "");
    if (!variable.isBlank()) {
      return Path.of(variable).toAbsolutePath();
    }
    String base = environment.getOrDefault("XDG_CACHE_HOME", "");
    Path cache =
        base.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(base);
    return cache.resolve("portolan").toAbsolutePath();
  }

  /** Returns the directory of the jars of servers, whether or not it exists. */
  public Path place(String engine, String version) {
    String name = engine + "-" + version;
    return root.resolve("cluster")
        .resolve(isBinary(engine) ? name + "-" + Platform.ofThisMachine() : name);
  }

  /** Returns whether all jars of servers exist. */
  public boolean has(String engine, String version) {
    Path pom = place(engine, version).resolve("pom.xml");
    try {
      return Files.isRegularFile(pom) && Files.readString(pom).equals(pom(engine));
    } catch (IOException unreadable) {
      return false;
    }
  }

  /**
   * Returns the directory with the jars of servers; fetches missing jars.
   *
   * @param progress receives the number of jars fetched so far
   * @throws ClusterException if they cannot be fetched; the message contains Maven's output
   */
  public Path get(String engine, String version, IntConsumer progress) {
    Path place = place(engine, version);
    if (has(engine, version)) {
      return place;
    }
    String name = place.getFileName().toString();
    return FileMutex.holding(
        place.resolveSibling(name + ".lock"),
        FETCH_MAX,
        "another process has been fetching the jars of " + name + " for too long; stop it",
        () -> {
          if (!has(engine, version)) {
            fetch(engine, place, progress);
          }
          return place;
        });
  }

  private void fetch(String engine, Path place, IntConsumer progress) {
    Path partial = place.resolveSibling(place.getFileName() + ".partial");
    try {
      deleteTree(partial);
      Files.createDirectories(partial);
      Path pom = Files.writeString(partial.resolve("pom.xml"), pom(engine));
      run(maven(engine, place, pom), engine, progress);
      if (isBinary(engine)) {
        Binaries.unpack(partial);
      }
      deleteTree(place);
      Files.move(partial, place, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failure) {
      throw new ClusterException(
          "could not fetch the jars of " + engine + " to " + place + ": " + failure, failure);
    }
  }

  private ProcessBuilder maven(String engine, Path place, Path pom) {
    Path program =
        maven.orElseThrow(
            () ->
                new ClusterException(
                    "Maven must fetch the servers of "
                        + engine
                        + " once, but there is no 'mvn' on the search path: install Maven, or copy "
                        + place
                        + " from a machine that has it"));
    return new ProcessBuilder(
            program.toString(),
            "-B",
            "-f",
            pom.toString(),
            "dependency:copy-dependencies",
            "-DoutputDirectory=" + pom.getParent())
        .directory(pom.getParent().toFile())
        .redirectErrorStream(true)
        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
  }

  private static void run(ProcessBuilder builder, String engine, IntConsumer progress)
      throws IOException {
    Set<String> jars = new HashSet<>();
    Deque<String> tail = new ArrayDeque<>();
    Process process = builder.start();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        Matcher matcher = JAR.matcher(line);
        // Maven reports a jar when it is downloaded and when it is copied; count it once.
        if ((line.contains("Downloaded") || line.contains("Copying"))
            && matcher.find()
            && jars.add(matcher.group(1))) {
          progress.accept(jars.size());
        }
        if (tail.size() == TAIL_LINES) {
          tail.removeFirst();
        }
        tail.addLast(line);
      }
      int status = process.waitFor();
      if (status != 0) {
        throw new ClusterException(
            "Maven could not fetch the servers of "
                + engine
                + " (status "
                + status
                + "); it said:\n"
                + String.join("\n", tail));
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while fetching jars", interrupted);
    } finally {
      process.destroy();
    }
  }

  private static boolean isBinary(String engine) {
    try {
      return template(engine).contains(PLATFORM);
    } catch (IOException failure) {
      throw new ClusterException("could not read the list of jars: " + failure, failure);
    }
  }

  private static String pom(String engine) throws IOException {
    String template = template(engine);
    return template.contains(PLATFORM)
        ? Platform.ofThisMachine().insertInto(template, PLATFORM, engine)
        : template;
  }

  private static String template(String engine) throws IOException {
    try (InputStream pom = JarCache.class.getResourceAsStream("servers-" + engine + ".xml")) {
      if (pom == null) {
        throw new IllegalArgumentException("Maven cannot fetch servers of '" + engine + "'");
      }
      return new String(pom.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Deletes a directory with all its content, if it exists. */
  public static void deleteTree(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    List<Path> innermostFirst;
    try (Stream<Path> paths = Files.walk(directory)) {
      innermostFirst = paths.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : innermostFirst) {
      Files.deleteIfExists(path);
    }
  }
}
