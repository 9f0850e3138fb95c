package org.portolan.cluster.internal.engine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A jar of our own classes for a process of a cluster. It is beside the servers' jars and not in a
 * cluster's directory: an archive of classes fits only if each jar has the same path and time as at
 * its creation.
 *
 * @param name the name of its directory, and the beginning of its file's name
 * @param classes the names of all classes that the process needs, nested ones too
 */
record OwnJar(String name, List<String> classes) {
  private static final String RELAY_PACKAGE = "org.portolan.cluster.internal.relay.";

  /** The main class of an Ignite server. */
  static final OwnJar IGNITE_NODE =
      new OwnJar("node", List.of("org.portolan.cluster.ignite.IgniteNode"));

  /** The relay between servers. */
  static final OwnJar RELAY =
      new OwnJar(
          "relay",
          List.of(
              RELAY_PACKAGE + "Connection",
              RELAY_PACKAGE + "Connection$Part",
              RELAY_PACKAGE + "DelayedPipe",
              RELAY_PACKAGE + "DelayedPipe$Kind",
              RELAY_PACKAGE + "DelayedPipe$Piece",
              RELAY_PACKAGE + "Relay",
              RELAY_PACKAGE + "Relay$Route",
              RELAY_PACKAGE + "RelayProgram"));

  /** Returns the path of the jar beside the servers' jars; it depends on the classes' content. */
  Path place(Path jars) {
    CRC32 checksum = new CRC32();
    classes.forEach(one -> checksum.update(content(one)));
    return jars.resolve(name).resolve(String.format("%s-%08x.jar", name, checksum.getValue()));
  }

  /** Writes the jar if it does not exist; never overwrites the jar of another release. */
  void write(Path jars) throws IOException {
    Path place = place(jars);
    if (Files.exists(place)) {
      return;
    }
    Files.createDirectories(place.getParent());
    Path partial = Files.createTempFile(place.getParent(), name + "-", ".partial");
    try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(partial))) {
      for (String one : classes) {
        jar.putNextEntry(new ZipEntry(file(one)));
        jar.write(content(one));
        jar.closeEntry();
      }
    }
    Files.move(partial, place, StandardCopyOption.ATOMIC_MOVE);
  }

  private static String file(String className) {
    return className.replace('.', '/') + ".class";
  }

  private static byte[] content(String className) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    try (InputStream original = OwnJar.class.getResourceAsStream("/" + file(className))) {
      if (original == null) {
        throw new IllegalStateException(
            "the class path has no " + file(className) + ": build Portolan again");
      }
      original.transferTo(content);
    } catch (IOException failure) {
      throw new IllegalStateException("could not read " + className + ": " + failure, failure);
    }
    return content.toByteArray();
  }
}
