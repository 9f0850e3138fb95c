package org.portolan.engine.hbase;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.engine.adapter.UriOptions;

/**
 * The address of a store: ZooKeeper's hosts and port, and the namespace of its tables.
 *
 * @param quorum the hosts, separated by commas
 * @param znode the path of HBase's state in ZooKeeper
 * @param timeout the time limit of one operation, retries included
 */
record StoreUri(
    String text, String quorum, int port, String namespace, String znode, Duration timeout) {
  static final String FORM = "hbase://ZOOKEEPER-HOST[,HOST...][:2181]/NAMESPACE[?timeout=30s]";

  private static final Pattern PATTERN =
      Pattern.compile(
          "hbase://(?<hosts>[A-Za-z0-9._-]+(,[A-Za-z0-9._-]+)*)(:(?<port>\\d{1,5}))?"
              + "/(?<namespace>[A-Za-z0-9_]+)(\\?(?<options>.*))?");
  private static final List<String> OPTIONS = List.of("timeout", "znode");
  private static final int PORT_DEFAULT = 2181;
  private static final int PORT_MAX = 65_535;
  private static final Duration TIMEOUT_DEFAULT = Duration.ofSeconds(30);
  private static final Duration TIMEOUT_MIN = Duration.ofSeconds(1);
  private static final Duration TIMEOUT_MAX = Duration.ofMinutes(10);
  private static final List<String> RESERVED = List.of("hbase", "default");

  static StoreUri parse(String text) {
    Matcher form = PATTERN.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not of the form " + FORM);
    }
    int port = form.group("port") == null ? PORT_DEFAULT : Integer.parseInt(form.group("port"));
    if (port < 1 || port > PORT_MAX) {
      throw new IllegalArgumentException("the port of '" + text + "' must be 1 to " + PORT_MAX);
    }
    String namespace = form.group("namespace");
    if (RESERVED.contains(namespace)) {
      throw new IllegalArgumentException(
          "the namespace '"
              + namespace
              + "' of '"
              + text
              + "' is reserved for HBase; use another one");
    }
    UriOptions options = UriOptions.parse(text, form.group("options"), OPTIONS);
    return new StoreUri(
        text,
        form.group("hosts"),
        port,
        namespace,
        options.text("znode", znode -> znode.startsWith("/"), "a path").orElse("/hbase"),
        options.time("timeout", TIMEOUT_DEFAULT, TIMEOUT_MIN, TIMEOUT_MAX));
  }
}
