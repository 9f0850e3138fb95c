package org.portolan.engine.hbase.preparedscan;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.portolan.preparedscan.format.ServiceNames;

/** The jar that region servers load: only the endpoint and its wire format. */
public final class EndpointJar {
  /** The class that the table's descriptor names. */
  public static final String CLASS_NAME = "org.portolan.preparedscan.server.PreparedScanEndpoint";

  private EndpointJar() {}

  /**
   * Returns the file name of the jar. It depends on the version and the content, because a region
   * server keeps the classes of a file name that it knows.
   */
  public static String name(String version) {
    return String.format(
        Locale.ROOT, "portolan-prepared-scan-%s-%08x.jar", version, Arrays.hashCode(bytes()));
  }

  /**
   * Returns the directory of the jar for region servers of this machine. It is a data directory,
   * not a cache that may be emptied: a region server that does not find the jar of a table stops
   * ({@code hbase.coprocessor.abortonerror}).
   */
  public static Path localDirectory() {
    String kept = System.getenv("XDG_DATA_HOME");
    Path base =
        kept == null || kept.isBlank()
            ? Path.of(System.getProperty("user.home"), ".local", "share")
            : Path.of(kept);
    return base.resolve("portolan").resolve("hbase").toAbsolutePath();
  }

  /** Writes the jar to a file, replacing an existing one. */
  public static void write(Path file) {
    try {
      Files.write(file, bytes());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the endpoint's jar to " + file, e);
    }
  }

  /** Returns the content of the jar. */
  public static byte[] bytes() {
    try {
      Path place =
          Path.of(ServiceNames.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return Files.isRegularFile(place) ? Files.readAllBytes(place) : packed(place);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the endpoint's classes", e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the endpoint's classes are not in a file", e);
    }
  }

  /** Packs the classes, if Portolan runs from classes that are not in a jar. */
  private static byte[] packed(Path classes) throws IOException {
    List<Path> found;
    try (Stream<Path> all = Files.walk(classes)) {
      found = all.filter(each -> each.toString().endsWith(".class")).sorted().toList();
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JarOutputStream jar = new JarOutputStream(out)) {
      for (Path each : found) {
        JarEntry entry = new JarEntry(classes.relativize(each).toString());
        // The same classes must give the same bytes.
        entry.setTime(0);
        jar.putNextEntry(entry);
        Files.copy(each, jar);
        jar.closeEntry();
      }
    }
    return out.toByteArray();
  }
}
