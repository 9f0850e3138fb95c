package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.portolan.cluster.ClusterEngine;
import org.portolan.cluster.internal.process.JarCache;

/** The coprocessor that slows reads down, in a jar that servers of this machine can load. */
record SlowReadsJar(Path file) {
  private static final String NAME = "SlowReads";
  private static final int USER_PRIORITY = 1_073_741_823;

  /** Compiles it against the jars of the servers. */
  static SlowReadsJar make(Path directory) {
    Path source = directory.resolve(NAME + ".java");
    Path file = directory.resolve(NAME + ".jar");
    try (InputStream text =
        SlowReadsJar.class.getResourceAsStream("/hbase-coprocessor/" + NAME + ".java")) {
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
        jar.putNextEntry(new JarEntry(NAME + ".class"));
        Files.copy(directory.resolve(NAME + ".class"), jar);
        jar.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new SlowReadsJar(file);
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

  /** Makes every read of the only table of a store slower; 0 makes it as it was. */
  void slow(String uri, int delayMillis) throws IOException {
    String[] parts = uri.substring("hbase://".length()).split("[:/?]", -1);
    var configuration = HBaseConfiguration.create();
    configuration.set("hbase.zookeeper.quorum", parts[0]);
    configuration.set("hbase.zookeeper.property.clientPort", parts[1]);
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        Admin admin = connection.getAdmin()) {
      for (TableName table : admin.listTableNamesByNamespace(parts[2])) {
        var builder = TableDescriptorBuilder.newBuilder(admin.getDescriptor(table));
        if (builder.build().hasCoprocessor(NAME)) {
          builder.removeCoprocessor(NAME);
        }
        if (delayMillis > 0) {
          builder.setCoprocessor(
              CoprocessorDescriptorBuilder.newBuilder(NAME)
                  .setJarPath(file.toUri().toString())
                  .setPriority(USER_PRIORITY)
                  .setProperties(Map.of("portolan.delay.ms", Integer.toString(delayMillis)))
                  .build());
        }
        admin.modifyTable(builder.build());
      }
    }
  }
}
