package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.apache.hadoop.hbase.client.CoprocessorDescriptor;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.portolan.cluster.ClusterEngine;
import org.portolan.cluster.internal.process.JarCache;

/**
 * A coprocessor from the test resources, in a jar that servers of this machine can load.
 *
 * @param name the name of its class, which is in no package
 */
record CoprocessorJar(String name, Path file) {
  private static final int USER_PRIORITY = 1_073_741_823;

  /** Compiles it against the jars of the servers. */
  static CoprocessorJar make(String name, Path directory) {
    Path source = directory.resolve(name + ".java");
    Path file = directory.resolve(name + ".jar");
    try (InputStream text =
        CoprocessorJar.class.getResourceAsStream("/hbase-coprocessor/" + name + ".java")) {
      Files.copy(text, source);
      int failed =
          ToolProvider.getSystemJavaCompiler()
              .run(
                  null,
                  null,
                  null,
                  "-proc:none",
                  "-cp",
                  serverJars(),
                  "-d",
                  directory.toString(),
                  source.toString());
      assertThat(failed).isZero();
      try (OutputStream to = Files.newOutputStream(file);
          JarOutputStream jar = new JarOutputStream(to)) {
        for (Path compiled : classes(name, directory)) {
          jar.putNextEntry(new JarEntry(compiled.getFileName().toString()));
          Files.copy(compiled, jar);
          jar.closeEntry();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new CoprocessorJar(name, file);
  }

  private static List<Path> classes(String name, Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().matches(name + "(\\$.*)?\\.class"))
          .toList();
    }
  }

  private static String serverJars() throws IOException {
    Path place =
        new JarCache(JarCache.directory(Optional.empty(), System.getenv()))
            .get(ClusterEngine.HBASE.label(), ClusterEngine.HBASE.version(), fetched -> {});
    try (Stream<Path> files = Files.walk(place)) {
      return files
          .map(Path::toString)
          .filter(name -> name.endsWith(".jar"))
          .collect(Collectors.joining(":"));
    }
  }

  /** Returns its entry for a table's descriptor. */
  CoprocessorDescriptor descriptor(Map<String, String> properties) {
    return CoprocessorDescriptorBuilder.newBuilder(name)
        .setJarPath(file.toUri().toString())
        .setPriority(USER_PRIORITY)
        .setProperties(properties)
        .build();
  }
}
