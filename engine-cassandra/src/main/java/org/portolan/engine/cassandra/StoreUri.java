package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.engine.Consistency;

/**
 * What a URI says, see {@link CassandraEngineProvider}.
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
  private static final Duration TIMEOUT_MAX = Duration.ofMinutes(10);
  private static final Pattern PATTERN =
      Pattern.compile(
          SCHEME + "://(?<hosts>[^/?]+)/(?<keyspace>[A-Za-z][A-Za-z0-9_]{0,47})(\\?(?<query>.*))?");
  private static final Pattern HOST =
      Pattern.compile("(?<name>\\[[0-9a-fA-F:.%]+\\]|[^:\\[\\]]+)(:(?<port>\\d{1,5}))?");

  static StoreUri parse(String uri) {
    Matcher matcher = PATTERN.matcher(uri);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("'" + uri + "' is not of the form " + FORM);
    }
    Map<String, String> options = options(uri, matcher.group("query"));
    StoreUri parsed =
        new StoreUri(
            uri,
            hosts(uri, matcher.group("hosts")),
            matcher.group("keyspace"),
            replicationFactor(uri, options.remove("rf")),
            consistency(uri, "read", options.remove("read")),
            consistency(uri, "write", options.remove("write")),
            serial(uri, options.remove("serial")),
            Optional.ofNullable(options.remove("dc")),
            timeout(uri, options.remove("timeout")));
    if (!options.isEmpty()) {
      throw new IllegalArgumentException(
          "'"
              + uri
              + "' has the unknown option "
              + String.join(", ", options.keySet())
              + "; the form is "
              + FORM);
    }
    return parsed;
  }

  private static Map<String, String> options(String uri, String query) {
    Map<String, String> options = new LinkedHashMap<>();
    if (query == null || query.isEmpty()) {
      return options;
    }
    for (String part : query.split("&", -1)) {
      int equals = part.indexOf('=');
      if (equals < 1
          || options.put(part.substring(0, equals), part.substring(equals + 1)) != null) {
        throw new IllegalArgumentException(
            "the part '" + part + "' of '" + uri + "' is no option=value, or is given twice");
      }
    }
    return options;
  }

  private static List<InetSocketAddress> hosts(String uri, String text) {
    List<InetSocketAddress> hosts = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      Matcher matcher = HOST.matcher(part);
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "'" + part + "' of '" + uri + "' is no HOST or HOST:PORT");
      }
      String port = matcher.group("port");
      hosts.add(
          new InetSocketAddress(
              matcher.group("name").replaceAll("[\\[\\]]", ""),
              port == null ? PORT_DEFAULT : Integer.parseInt(port)));
    }
    return List.copyOf(hosts);
  }

  private static OptionalInt replicationFactor(String uri, String text) {
    if (text == null) {
      return OptionalInt.empty();
    }
    if (text.matches("\\d{1,3}")) {
      int factor = Integer.parseInt(text);
      if (factor >= 1 && factor <= REPLICATION_FACTOR_MAX) {
        return OptionalInt.of(factor);
      }
    }
    throw new IllegalArgumentException(
        "the rf of '" + uri + "' must be a number from 1 to " + REPLICATION_FACTOR_MAX);
  }

  private static Consistency consistency(String uri, String option, String text) {
    if (text == null) {
      return Consistency.QUORUM;
    }
    for (Consistency level : Consistency.values()) {
      if (level.name().equals(text.toUpperCase(Locale.ROOT))) {
        return level;
      }
    }
    throw new IllegalArgumentException(
        "the "
            + option
            + " of '"
            + uri
            + "' must be one of "
            + List.of(Consistency.values())
            + ", not "
            + text);
  }

  /** Never local unless said so: two data centres would both hold one condition. */
  private static ConsistencyLevel serial(String uri, String text) {
    if (text == null) {
      return ConsistencyLevel.SERIAL;
    }
    return switch (text.toUpperCase(Locale.ROOT)) {
      case "SERIAL" -> ConsistencyLevel.SERIAL;
      case "LOCAL_SERIAL" -> ConsistencyLevel.LOCAL_SERIAL;
      default ->
          throw new IllegalArgumentException(
              "the serial of '" + uri + "' must be SERIAL or LOCAL_SERIAL, not " + text);
    };
  }

  private static Duration timeout(String uri, String text) {
    if (text == null) {
      return TIMEOUT_DEFAULT;
    }
    Duration timeout =
        Durations.parse(text)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "the timeout of '" + uri + "' must be like 500ms, 10s or 1m"));
    if (timeout.isZero() || timeout.compareTo(TIMEOUT_MAX) > 0) {
      throw new IllegalArgumentException("the timeout of '" + uri + "' must be 1ms to 10m");
    }
    return timeout;
  }

  Levels levels() {
    return new Levels(read, write, serial);
  }
}
