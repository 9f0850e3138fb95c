package org.portolan.engine.ignite;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.apache.ignite.configuration.WALMode;
import org.portolan.engine.adapter.ClusterUri;
import org.portolan.engine.adapter.UriOptions;

/**
 * The parsed URI of a store.
 *
 * @param text the URI itself
 * @param addresses host and port of the servers; other servers of the cluster are not asked
 * @param prefix the beginning of the names of the store's caches
 * @param group the cache group in which new caches are created
 * @param backups copies of each row besides the first; empty if not given
 * @param servers the number of servers of which writes need a majority; empty if not given
 * @param wal the weakest write-ahead mode that the servers may have
 * @param timeoutMs the timeout of one request or transaction, in milliseconds
 * @param connections how many writes may run at once
 * @param discovery host and port where servers listen for other nodes; empty if not given
 */
record IgniteUri(
    String text,
    List<String> addresses,
    String prefix,
    String group,
    OptionalInt backups,
    OptionalInt servers,
    WALMode wal,
    int timeoutMs,
    int connections,
    List<String> discovery) {
  static final String SCHEME = "ignite";
  static final String FORM =
      "ignite://HOST:PORT[,HOST:PORT...]/CACHE-PREFIX"
          + "[?backups=1&servers=3&wal=log_only&timeout=10s&connections=16"
          + "&discovery=HOST:PORT,...]";

  private static final String NAME = "[A-Za-z][A-Za-z0-9_]{0,31}";
  private static final int PORT_DEFAULT = 10_800;
  private static final Duration TIMEOUT_DEFAULT = Duration.ofSeconds(10);
  private static final Duration TIMEOUT_MIN = Duration.ofMillis(10);
  private static final Duration TIMEOUT_MAX = Duration.ofMinutes(10);
  private static final List<WALMode> MODES =
      List.of(WALMode.FSYNC, WALMode.LOG_ONLY, WALMode.BACKGROUND, WALMode.NONE);
  private static final List<String> OPTIONS =
      List.of("backups", "servers", "wal", "timeout", "connections", "group", "discovery");

  static IgniteUri parse(String text) {
    ClusterUri uri = ClusterUri.parse(text, FORM, NAME);
    if (uri.hosts().stream().anyMatch(ClusterUri.Host::isIpv6)) {
      throw new IllegalArgumentException(
          "'" + text + "' has an IPv6 address, but servers of Ignite are found by HOST:PORT only");
    }
    UriOptions options = UriOptions.parse(text, uri.query(), OPTIONS);
    String prefix = uri.name();
    return new IgniteUri(
        text,
        uri.hosts().stream().map(host -> host.withPort(PORT_DEFAULT)).toList(),
        prefix,
        options
            .text("group", name -> name.matches(NAME), "1 to 32 letters, digits and underscores")
            .orElse(prefix),
        options.number("backups", 0, 15),
        options.number("servers", 1, 10_000),
        options.constant("wal", WALMode.LOG_ONLY, MODES),
        (int) options.time("timeout", TIMEOUT_DEFAULT, TIMEOUT_MIN, TIMEOUT_MAX).toMillis(),
        options.number("connections", 1, 1_000).orElse(16),
        options.addresses("discovery"));
  }
}
