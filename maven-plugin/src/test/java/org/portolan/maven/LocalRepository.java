package org.portolan.maven;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A local repository of Maven that has the modules of this build as they are compiled, beside
 * everything that the user's repository has. So a project of a test can use them before they are
 * packaged, and without a network; nothing is installed.
 */
final class LocalRepository implements AutoCloseable {
  private static final Path MODULES = Path.of("..").toAbsolutePath().normalize();
  private static final String VERSION = "0.1.0-SNAPSHOT";

  private final Path directory;

  /**
   * @param users the user's repository
   */
  LocalRepository(Path directory, Path users) throws IOException {
    this.directory = directory;
    link(users, directory, "org");
    link(users.resolve("org"), directory.resolve("org"), "portolan");
  }

  /** Makes the entries of one directory known in another, but for one. */
  private static void link(Path from, Path to, String except) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> entries = Files.list(from)) {
      for (Path entry : entries.toList()) {
        Path name = entry.getFileName();
        if (!name.toString().equals(except)) {
          Files.createSymbolicLink(to.resolve(name), entry);
        }
      }
    }
  }

  /** Adds the parent of all modules. */
  void addParent() throws IOException {
    Files.copy(MODULES.resolve("pom.xml"), artifact("portolan", "pom"));
  }

  void add(List<String> modules) throws IOException {
    for (String module : modules) {
      String name = "portolan-" + module;
      Files.copy(MODULES.resolve(module).resolve("pom.xml"), artifact(name, "pom"));
      zip(MODULES.resolve(module).resolve("target/classes"), artifact(name, "jar"));
    }
  }

  /** Removes the links, and nothing that they lead to. */
  @Override
  public void close() throws IOException {
    unlink(directory.resolve("org"));
    unlink(directory);
  }

  private static void unlink(Path from) throws IOException {
    try (Stream<Path> entries = Files.list(from)) {
      for (Path entry : entries.filter(Files::isSymbolicLink).toList()) {
        Files.delete(entry);
      }
    }
  }

  private Path artifact(String name, String extension) throws IOException {
    Path place = directory.resolve("org/portolan").resolve(name).resolve(VERSION);
    Files.createDirectories(place);
    return place.resolve(name + "-" + VERSION + "." + extension);
  }

  private static void zip(Path classes, Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        zip.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
        Files.copy(file, zip);
      }
    }
  }
}
