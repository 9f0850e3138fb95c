package org.portolan.cluster.internal.engine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The jar of our only class on Ignite's servers. It is beside Ignite's jars and not in a cluster's
 * directory: an archive of classes fits only if each jar has the same path and time as at its
 * creation.
 */
final class IgniteNodeJar {
  private static final String CLASS = "org/portolan/cluster/ignite/IgniteNode.class";

  private IgniteNodeJar() {}

  /** Returns the path of the jar beside Ignite's jars; it depends on the content of the class. */
  static Path place(Path jars) {
    CRC32 checksum = new CRC32();
    checksum.update(content());
    return jars.resolve("node").resolve(String.format("node-%08x.jar", checksum.getValue()));
  }

  /** Writes the jar if it does not exist; never overwrites the jar of another release. */
  static void write(Path jars) throws IOException {
    Path place = place(jars);
    if (Files.exists(place)) {
      return;
    }
    Files.createDirectories(place.getParent());
    Path partial = Files.createTempFile(place.getParent(), "node-", ".partial");
    try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(partial))) {
      jar.putNextEntry(new ZipEntry(CLASS));
      jar.write(content());
      jar.closeEntry();
    }
    Files.move(partial, place, StandardCopyOption.ATOMIC_MOVE);
  }

  private static byte[] content() {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    try (InputStream original = IgniteNodeJar.class.getResourceAsStream("/" + CLASS)) {
      if (original == null) {
        throw new IllegalStateException(
            "the class path has no " + CLASS + ": build Portolan again");
      }
      original.transferTo(content);
    } catch (IOException failure) {
      throw new IllegalStateException("could not read " + CLASS + ": " + failure, failure);
    }
    return content.toByteArray();
  }
}
