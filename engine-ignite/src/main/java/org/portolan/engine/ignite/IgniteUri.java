package org.portolan.engine.ignite;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.ignite.configuration.WALMode;

/**
 * The URI of a store, taken apart.
 *
 * @param text the URI itself
 * @param addresses host and port of the servers; others of the cluster are not asked
 * @param prefix what the names of the store's caches begin with
 * @param group the cache group in which they are made
 * @param backups copies of each row beside the first; empty if not said
 * @param servers the number of servers of which writes need a majority; empty if not said
 * @param wal the weakest write-ahead mode that the servers may have
 * @param timeoutMs how long one request or transaction may take, in milliseconds
 * @param connections how many writes may be under way at once
 * @param discovery host and port where servers listen for other nodes; empty if not said
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
  private static final Pattern URI =
      Pattern.compile(SCHEME + "://(?<hosts>[^/?]+)/(?<prefix>" + NAME + ")(\\?(?<options>.+))?");
  private static final Pattern HOST = Pattern.compile("(?<host>[^:,\\s]+)(:(?<port>\\d{1,5}))?");
  private static final Pattern TIME = Pattern.compile("(?<number>\\d{1,6})(?<unit>ms|s)");
  private static final int PORT_DEFAULT = 10_800;
  private static final List<String> OPTIONS =
      List.of("backups", "servers", "wal", "timeout", "connections", "group", "discovery");

  static IgniteUri parse(String text) {
    Matcher form = URI.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not of the form " + FORM);
    }
    Options options = new Options(text, form.group("options"));
    String prefix = form.group("prefix");
    return new IgniteUri(
        text,
        Arrays.stream(form.group("hosts").split(",", -1)).map(host -> address(text, host)).toList(),
        prefix,
        options.name("group", prefix),
        options.number("backups", 0, 15),
        options.number("servers", 1, 10_000),
        options.wal(),
        options.timeoutMs(),
        options.number("connections", 1, 1_000).orElse(16),
        options.addresses("discovery"));
  }

  private static String address(String text, String host) {
    Matcher form = HOST.matcher(host);
    if (!form.matches()) {
      throw new IllegalArgumentException("'" + host + "' in '" + text + "' is not HOST:PORT");
    }
    String port = form.group("port");
    return form.group("host") + ":" + (port == null ? PORT_DEFAULT : port);
  }

  /** What follows the question mark. */
  private static final class Options {
    private final String uri;
    private final Map<String, String> values = new HashMap<>();

    Options(String uri, String text) {
      this.uri = uri;
      for (String option : text == null ? new String[0] : text.split("&", -1)) {
        int equals = option.indexOf('=');
        String name = equals < 0 ? option : option.substring(0, equals);
        if (!OPTIONS.contains(name)) {
          throw new IllegalArgumentException(
              "'" + name + "' in '" + uri + "' is not an option; the options are " + OPTIONS);
        }
        values.put(name, equals < 0 ? "" : option.substring(equals + 1));
      }
    }

    private IllegalArgumentException wrong(String option, String right) {
      return new IllegalArgumentException("'" + option + "' of '" + uri + "' must be " + right);
    }

    OptionalInt number(String option, int least, int most) {
      String value = values.get(option);
      if (value == null) {
        return OptionalInt.empty();
      }
      int number = value.matches("\\d{1,6}") ? Integer.parseInt(value) : -1;
      if (number < least || number > most) {
        throw wrong(option, "a number from " + least + " to " + most);
      }
      return OptionalInt.of(number);
    }

    List<String> addresses(String option) {
      String value = values.get(option);
      if (value == null) {
        return List.of();
      }
      List<String> addresses = List.of(value.split(",", -1));
      for (String address : addresses) {
        if (!address.matches("[^:,\\s]+:\\d{1,5}")) {
          throw wrong(option, "HOST:PORT, several with commas");
        }
      }
      return addresses;
    }

    String name(String option, String otherwise) {
      String value = values.getOrDefault(option, otherwise);
      if (!value.matches(NAME)) {
        throw wrong(option, "1 to 32 letters, digits and underscores");
      }
      return value;
    }

    int timeoutMs() {
      Matcher time = TIME.matcher(values.getOrDefault("timeout", "10s"));
      long ms =
          time.matches()
              ? Long.parseLong(time.group("number")) * (time.group("unit").equals("s") ? 1_000 : 1)
              : 0;
      if (ms < 10 || ms > 600_000) {
        throw wrong("timeout", "a time like 10s or 500ms, from 10ms to 600s");
      }
      return (int) ms;
    }

    WALMode wal() {
      String value = values.getOrDefault("wal", "log_only");
      for (WALMode mode : WALMode.values()) {
        if (mode.name().equals(value.toUpperCase(Locale.ROOT))) {
          return mode;
        }
      }
      throw wrong("wal", "one of fsync, log_only, background and none");
    }
  }
}
