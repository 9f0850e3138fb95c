package org.portolan.engine.hbase;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.portolan.engine.adapter.ClusterUri;
import org.portolan.engine.adapter.ClusterUri.Host;
import org.portolan.engine.adapter.UriOptions;

/**
 * The address of a store: ZooKeeper's hosts and port, and the namespace of its tables.
 *
 * @param quorum the hosts, separated by commas
 * @param znode the path of HBase's state in ZooKeeper
 * @param timeout the time limit of one operation, retries included
 * @param hfiles the address of a directory for files that region servers take over; if it is empty,
 *     loads write as everything else does
 * @param hfileBytesMin fewer bytes in the average file of a load are written as everything else
 */
record StoreUri(
    String text,
    String quorum,
    int port,
    String namespace,
    String znode,
    Duration timeout,
    Optional<String> hfiles,
    int hfileBytesMin) {
  static final String FORM = "hbase://ZOOKEEPER-HOST[,HOST...][:2181]/NAMESPACE[?timeout=30s]";

  /** The option that names the directory for HFiles. */
  static final String HFILES = "hfiles";

  private static final String HFILE_BYTES_MIN = "hfile-bytes-min";
  private static final int HFILE_BYTES_MIN_DEFAULT = 128 << 10;
  private static final int HFILE_BYTES_MIN_MAX = 32 << 20;

  private static final String NAMES = "[A-Za-z0-9_]+";
  private static final List<String> OPTIONS = List.of("timeout", "znode", HFILES, HFILE_BYTES_MIN);
  private static final int PORT_DEFAULT = 2181;
  private static final Duration TIMEOUT_DEFAULT = Duration.ofSeconds(30);
  private static final Duration TIMEOUT_MIN = Duration.ofSeconds(1);
  private static final Duration TIMEOUT_MAX = Duration.ofMinutes(10);

  /** HDFS, or the local file system, with an absolute path that is not the root. */
  private static final Pattern DIRECTORY =
      Pattern.compile("(hdfs://[A-Za-z0-9._:\\[\\]-]+|file:(//)?)/[^/?#][^?#]*");

  private static final List<String> RESERVED = List.of("hbase", "default");

  static StoreUri parse(String text) {
    ClusterUri uri = ClusterUri.parse(text, FORM, NAMES);
    List<Host> hosts = uri.hosts();
    int last = hosts.size() - 1;
    boolean portsBefore = hosts.subList(0, last).stream().anyMatch(host -> host.port().isPresent());
    if (portsBefore || hosts.stream().anyMatch(Host::isIpv6)) {
      throw new IllegalArgumentException("'" + text + "' is not of the form " + FORM);
    }
    String namespace = uri.name();
    if (RESERVED.contains(namespace)) {
      throw new IllegalArgumentException(
          "the namespace '"
              + namespace
              + "' of '"
              + text
              + "' is reserved for HBase; use another one");
    }
    UriOptions options = UriOptions.parse(text, uri.query(), OPTIONS);
    return new StoreUri(
        text,
        hosts.stream().map(Host::name).collect(Collectors.joining(",")),
        hosts.get(last).port().orElse(PORT_DEFAULT),
        namespace,
        options.text("znode", znode -> znode.startsWith("/"), "a path").orElse("/hbase"),
        options.time("timeout", TIMEOUT_DEFAULT, TIMEOUT_MIN, TIMEOUT_MAX),
        options.text(
            HFILES,
            directory -> DIRECTORY.matcher(directory).matches(),
            "a directory that the region servers reach, like hdfs://HOST:8020/staging or"
                + " file:/DIRECTORY"),
        options.number(HFILE_BYTES_MIN, 0, HFILE_BYTES_MIN_MAX).orElse(HFILE_BYTES_MIN_DEFAULT));
  }
}
