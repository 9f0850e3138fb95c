package org.portolan.cluster.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.cluster.ClusterException;

/** Servers within jars; an archive of tar and xz is unpacked by the tests of PostgreSQL. */
class BinariesTest {
  @TempDir Path directory;

  @Test
  void unpack_entries_areBesideTheJarsWithoutTheirCommonPath() throws IOException {
    jar("a.jar", "org/A.class");
    jar("server-1.jar", "META-INF/pom", "of/linux/bin/server", "of/linux/share/english/texts");

    Binaries.unpack(directory);

    Path server = Binaries.place(directory);
    assertThat(server.resolve("bin/server")).isExecutable().hasContent("of/linux/bin/server");
    assertThat(server.resolve("share/english/texts")).exists();
    assertThat(server.resolve("META-INF")).doesNotExist();
    assertThat(directory.resolve("server-1.jar")).doesNotExist();
    assertThat(directory.resolve("a.jar")).exists();
  }

  @Test
  void unpack_noServer_saysWhatThereIs() throws IOException {
    jar("a.jar", "org/A.class");

    assertThatThrownBy(() -> Binaries.unpack(directory))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("none of the fetched jars contains a server")
        .hasMessageContaining("a.jar");
  }

  @Test
  void unpack_entryOutsideOfTheArchive_isRefused() throws IOException {
    jar("server-1.jar", "of/bin/server", "of/../../outside");

    assertThatThrownBy(() -> Binaries.unpack(directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("of/../../outside");
    assertThat(directory.resolve("outside")).doesNotExist();
  }

  private void jar(String name, String... entries) throws IOException {
    try (ZipOutputStream jar =
        new ZipOutputStream(Files.newOutputStream(directory.resolve(name)))) {
      for (String entry : entries) {
        jar.putNextEntry(new ZipEntry(entry));
        jar.write(entry.getBytes(StandardCharsets.UTF_8));
        jar.closeEntry();
      }
    }
  }
}
