package org.portolan.engine.adapter;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The URI of a store in a cluster: {@code SCHEME://HOST[:PORT][,HOST[:PORT]...]/NAME[?OPTIONS]}. An
 * adapter reads its URIs by this class, and checks the options by {@link UriOptions}. Immutable.
 *
 * @param text the URI itself
 * @param hosts at least one
 * @param name of the store within the cluster: a namespace, a keyspace or a prefix
 * @param query the text after the question mark; empty if there is none
 */
public record ClusterUri(String text, List<Host> hosts, String name, String query) {
  private static final int PORT_MAX = 65_535;
  private static final String ANY_NAME = "[^/?]+";
  private static final Pattern FORM =
      Pattern.compile("[a-z]+://(?<hosts>[^/?]+)/(?<name>[^/?]+)(\\?(?<query>.*))?");
  private static final Pattern HOST =
      Pattern.compile(
          "(\\[(?<six>[0-9a-fA-F:.%]+)\\]|(?<name>[A-Za-z0-9._-]+))(:(?<port>\\d{1,5}))?");

  /**
   * A server.
   *
   * @param name an IPv6 address is without its brackets
   * @param port empty if the URI leaves it out
   */
  public record Host(String name, OptionalInt port) {
    public boolean isIpv6() {
      return name.indexOf(':') >= 0;
    }

    /** Returns {@code HOST:PORT}, or {@code [ADDRESS]:PORT} for an IPv6 address. */
    public String withPort(int otherwise) {
      return (isIpv6() ? "[" + name + "]" : name) + ":" + port.orElse(otherwise);
    }
  }

  public ClusterUri {
    hosts = List.copyOf(hosts);
  }

  /**
   * Reads a URI with any name.
   *
   * @param form the form of the engine's URIs, for people
   * @throws IllegalArgumentException if the URI is not of this form; the message has the form
   */
  public static ClusterUri parse(String text, String form) {
    return parse(text, form, ANY_NAME);
  }

  /**
   * Reads a URI.
   *
   * @param form the form of the engine's URIs, for people
   * @param names a regular expression of the names that the engine accepts
   * @throws IllegalArgumentException if the URI is not of this form; the message has the form
   */
  public static ClusterUri parse(String text, String form, String names) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches() || !parts.group("name").matches(names)) {
      throw wrong(text, form);
    }
    List<Host> hosts =
        Arrays.stream(parts.group("hosts").split(",", -1))
            .map(host -> host(text, form, host))
            .toList();
    String query = parts.group("query");
    return new ClusterUri(text, hosts, parts.group("name"), query == null ? "" : query);
  }

  private static Host host(String text, String form, String host) {
    Matcher parts = HOST.matcher(host);
    if (!parts.matches()) {
      throw wrong(text, form);
    }
    String name = parts.group("six") == null ? parts.group("name") : parts.group("six");
    if (parts.group("port") == null) {
      return new Host(name, OptionalInt.empty());
    }
    int port = Integer.parseInt(parts.group("port"));
    if (port < 1 || port > PORT_MAX) {
      throw new IllegalArgumentException(
          "the port of '" + host + "' in '" + text + "' must be 1 to " + PORT_MAX);
    }
    return new Host(name, OptionalInt.of(port));
  }

  private static IllegalArgumentException wrong(String text, String form) {
    return new IllegalArgumentException("'" + text + "' is not of the form " + form);
  }

  /** Returns the text of an option, which only the engine checks. */
  public Optional<String> option(String option) {
    return Arrays.stream(query.split("&", -1))
        .filter(pair -> pair.startsWith(option + "="))
        .map(pair -> pair.substring(option.length() + 1))
        .findFirst();
  }
}
