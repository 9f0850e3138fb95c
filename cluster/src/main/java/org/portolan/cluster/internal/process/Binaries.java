package org.portolan.cluster.internal.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.portolan.cluster.ClusterException;

/**
 * The programs and files of a server that were published within a jar: either as entries of the
 * jar, or as an archive of tar compressed by xz. In the second case a jar of {@code org.tukaani:xz}
 * is beside it, since the JDK cannot read xz and not every machine has the program.
 */
public final class Binaries {
  private static final String PROGRAMS = "bin/";
  private static final String TAR_LOG = "tar.log";

  private Binaries() {}

  /** Returns the directory of the unpacked server, which contains {@code bin}. */
  public static Path place(Path jars) {
    return jars.resolve("server");
  }

  /**
   * Unpacks the server that is in one of the jars, and deletes that jar, which is large.
   *
   * @throws ClusterException if there is none, or if a program is missing that unpacks it
   */
  static void unpack(Path jars) throws IOException {
    Files.createDirectories(place(jars));
    for (Path jar : files(jars, "*.jar")) {
      if (unpack(jar, jars)) {
        makeExecutable(place(jars).resolve(PROGRAMS));
        Files.delete(jar);
        Files.deleteIfExists(jars.resolve(TAR_LOG));
        return;
      }
    }
    throw new ClusterException("none of the fetched jars contains a server: " + files(jars, "*"));
  }

  private static boolean unpack(Path jar, Path jars) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      Optional<String> root = Optional.empty();
      for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
        ZipEntry entry = all.nextElement();
        if (entry.getName().endsWith(".txz")) {
          untar(zip.getInputStream(entry), jars);
          return true;
        }
        int programs = entry.getName().indexOf("/" + PROGRAMS);
        if (programs >= 0) {
          root = Optional.of(entry.getName().substring(0, programs + 1));
        }
      }
      if (root.isPresent()) {
        copy(zip, root.get(), place(jars));
      }
      return root.isPresent();
    }
  }

  private static void copy(ZipFile zip, String root, Path target) throws IOException {
    for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
      ZipEntry entry = all.nextElement();
      boolean isMeant = entry.getName().startsWith(root) && !entry.isDirectory();
      if (isMeant) {
        Path file = target.resolve(entry.getName().substring(root.length())).normalize();
        if (!file.startsWith(target)) {
          throw new IOException("an entry is outside of its archive: " + entry.getName());
        }
        Files.createDirectories(file.getParent());
        try (InputStream content = zip.getInputStream(entry)) {
          Files.copy(content, file);
        }
      }
    }
  }

  private static void untar(InputStream compressed, Path jars) throws IOException {
    ProcessBuilder tar =
        new ProcessBuilder("tar", "-x", "-o", "-f", "-", "-C", place(jars).toString())
            .redirectErrorStream(true)
            .redirectOutput(jars.resolve(TAR_LOG).toFile());
    Process process = tar.start();
    try (InputStream content = decompressed(compressed, jars);
        OutputStream input = process.getOutputStream()) {
      content.transferTo(input);
    } catch (IOException failure) {
      process.destroy();
      throw failure;
    }
    try {
      if (process.waitFor() != 0) {
        throw new ClusterException(
            "tar could not unpack the server: " + Files.readString(jars.resolve(TAR_LOG)).strip());
      }
    } catch (InterruptedException interrupted) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while unpacking a server", interrupted);
    }
  }

  /** By a class of a fetched jar, so that not every user depends on it. */
  private static InputStream decompressed(InputStream compressed, Path jars) throws IOException {
    List<URL> classPath = new ArrayList<>();
    for (Path jar : files(jars, "xz-*.jar")) {
      classPath.add(jar.toUri().toURL());
    }
    // Not closed here: the stream loads further classes while it is read.
    URLClassLoader loader = new URLClassLoader(classPath.toArray(URL[]::new), null);
    try {
      return Class.forName("org.tukaani.xz.XZInputStream", true, loader)
          .asSubclass(InputStream.class)
          .getConstructor(InputStream.class)
          .newInstance(compressed);
    } catch (ReflectiveOperationException failure) {
      throw new IOException("could not read a file of xz: " + failure, failure);
    }
  }

  private static void makeExecutable(Path directory) throws IOException {
    for (Path program : files(directory, "*")) {
      if (!program.toFile().setExecutable(true, false)) {
        throw new IOException("could not make " + program + " executable");
      }
    }
  }

  private static List<Path> files(Path directory, String pattern) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, pattern)) {
      entries.forEach(files::add);
    }
    return files;
  }
}
