package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.portolan.engine.Consistency;
import org.portolan.engine.adapter.ClusterUri;
import org.portolan.engine.adapter.UriOptions;

/**
 * A parsed URI, see {@link CassandraEngineProvider}.
 *
 * @param replicationFactor empty if the URI leaves it to the keyspace
 * @param dataCentre empty for that of the first host that answers
 */
record StoreUri(
    String uri,
    List<InetSocketAddress> hosts,
    String keyspace,
    OptionalInt replicationFactor,
    Consistency read,
    Consistency write,
    ConsistencyLevel serial,
    Optional<String> dataCentre,
    Duration timeout) {
  static final String FORM =
      "cassandra://HOST:PORT[,HOST:PORT]/KEYSPACE[?rf=3&read=QUORUM&write=QUORUM&dc=NAME"
          + "&timeout=10s&serial=SERIAL]";
  static final String SCHEME = "cassandra";

  private static final int PORT_DEFAULT = 9042;
  private static final int REPLICATION_FACTOR_MAX = 100;
  private static final Duration TIMEOUT_DEFAULT = Duration.ofSeconds(10);
  private static final Duration TIMEOUT_MIN = Duration.ofMillis(1);
  private static final Duration TIMEOUT_MAX = Duration.ofMinutes(10);
  private static final List<String> OPTIONS =
      List.of("rf", "read", "write", "dc", "timeout", "serial");
  private static final List<Consistency> LEVELS = List.of(Consistency.values());
  private static final String NAMES = "[A-Za-z][A-Za-z0-9_]{0,47}";

  private enum Serial {
    SERIAL,
    LOCAL_SERIAL
  }

  static StoreUri parse(String uri) {
    ClusterUri parts = ClusterUri.parse(uri, FORM, NAMES);
    UriOptions options = UriOptions.parse(uri, parts.query(), OPTIONS);
    return new StoreUri(
        uri,
        parts.hosts().stream()
            .map(host -> new InetSocketAddress(host.name(), host.port().orElse(PORT_DEFAULT)))
            .toList(),
        parts.name(),
        options.number("rf", 1, REPLICATION_FACTOR_MAX),
        options.constant("read", Consistency.QUORUM, LEVELS),
        options.constant("write", Consistency.QUORUM, LEVELS),
        serial(options),
        options.text("dc", name -> !name.isEmpty(), "the name of a data centre"),
        options.time("timeout", TIMEOUT_DEFAULT, TIMEOUT_MIN, TIMEOUT_MAX));
  }

  /** Local only on request: otherwise a condition could hold in two data centres at once. */
  private static ConsistencyLevel serial(UriOptions options) {
    return switch (options.constant("serial", Serial.SERIAL, List.of(Serial.values()))) {
      case SERIAL -> ConsistencyLevel.SERIAL;
      case LOCAL_SERIAL -> ConsistencyLevel.LOCAL_SERIAL;
    };
  }

  Levels levels() {
    return new Levels(read, write, serial);
  }
}
