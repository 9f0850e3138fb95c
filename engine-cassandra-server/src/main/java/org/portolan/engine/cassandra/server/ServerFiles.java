package org.portolan.engine.cassandra.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files that a server needs and that its artifact lacks. */
final class ServerFiles {
  private ServerFiles() {}

  /** Writes configuration into {@code directory}: small, quick to start, on loopback only. */
  static void write(Path directory, int nativePort, int storagePort) throws IOException {
    String root = directory.toAbsolutePath().toString();
    Files.writeString(
        directory.resolve("cassandra.yaml"),
        """
        cluster_name: portolan-test
        num_tokens: 1
        initial_token: '0'
        partitioner: org.apache.cassandra.dht.Murmur3Partitioner
        seed_provider:
          - class_name: org.apache.cassandra.locator.SimpleSeedProvider
            parameters:
              - seeds: "127.0.0.1:%2$d"
        listen_address: 127.0.0.1
        rpc_address: 127.0.0.1
        storage_port: %2$d
        native_transport_port: %3$d
        endpoint_snitch: SimpleSnitch
        auto_bootstrap: false
        auto_snapshot: false
        commitlog_sync: periodic
        commitlog_sync_period: 10s
        commitlog_segment_size: 8MiB
        commitlog_total_space: 128MiB
        memtable_heap_space: 64MiB
        memtable_offheap_space: 64MiB
        # Without slabs of a megabyte for each of the many small tables of tests.
        memtable_allocation_type: unslabbed_heap_buffers
        file_cache_size: 32MiB
        cas_contention_timeout: 10s
        read_request_timeout: 10s
        write_request_timeout: 10s
        range_request_timeout: 10s
        truncate_request_timeout: 30s
        hinted_handoff_enabled: false
        concurrent_reads: 8
        concurrent_writes: 8
        concurrent_compactors: 1
        data_file_directories: ["%1$s/data"]
        commitlog_directory: "%1$s/commitlog"
        saved_caches_directory: "%1$s/saved_caches"
        hints_directory: "%1$s/hints"
        cdc_raw_directory: "%1$s/cdc"
        """
            .formatted(root, storagePort, nativePort),
        StandardCharsets.UTF_8);
    Files.writeString(
        directory.resolve("logback.xml"),
        """
        <configuration>
          <appender name="file" class="ch.qos.logback.core.FileAppender">
            <file>%s/server.log</file>
            <encoder><pattern>%%-5level %%date %%logger{0} %%msg%%n</pattern></encoder>
          </appender>
          <root level="WARN"><appender-ref ref="file"/></root>
        </configuration>
        """
            .formatted(root),
        StandardCharsets.UTF_8);
  }
}
