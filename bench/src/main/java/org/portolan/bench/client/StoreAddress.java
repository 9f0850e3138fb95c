package org.portolan.bench.client;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.engine.Engines;

/**
 * The parts of the URI of a store in a cluster: {@code
 * scheme://HOST[:PORT][,HOST[:PORT]...]/NAME[?OPTION=VALUE&...]}. Only the engine checks names,
 * ports and options when it opens the store. Immutable.
 *
 * @param name of the store within the cluster: a namespace, a keyspace or a prefix
 */
public record StoreAddress(List<Host> hosts, String name, Map<String, String> options) {
  private static final Pattern FORM =
      Pattern.compile("[a-z]+://(?<hosts>[^/?]+)/(?<name>[^/?]+)(\\?(?<options>.*))?");
  private static final Pattern HOST =
      Pattern.compile("(\\[(?<six>[^\\]]+)\\]|(?<name>[^:\\[\\]]+))(:(?<port>\\d{1,5}))?");

  /**
   * A server.
   *
   * @param name an IPv6 address is without its brackets
   * @param port empty if the URI leaves it out
   */
  public record Host(String name, OptionalInt port) {}

  public StoreAddress {
    hosts = List.copyOf(hosts);
    options = Map.copyOf(options);
  }

  /**
   * Reads a URI.
   *
   * @throws IllegalArgumentException if it is not of this form; the message has the engine's form
   */
  public static StoreAddress of(String uri) {
    Matcher form = FORM.matcher(uri);
    if (!form.matches()) {
      throw wrong(uri);
    }
    Map<String, String> options = new HashMap<>();
    for (String option : Optional.ofNullable(form.group("options")).orElse("").split("&", -1)) {
      String[] sides = option.split("=", 2);
      options.put(sides[0], sides.length == 2 ? sides[1] : "");
    }
    List<Host> hosts =
        Arrays.stream(form.group("hosts").split(",", -1)).map(host -> host(uri, host)).toList();
    return new StoreAddress(hosts, form.group("name"), options);
  }

  private static Host host(String uri, String text) {
    Matcher form = HOST.matcher(text);
    if (!form.matches()) {
      throw wrong(uri);
    }
    String port = form.group("port");
    return new Host(
        form.group("six") == null ? form.group("name") : form.group("six"),
        port == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(port)));
  }

  private static IllegalArgumentException wrong(String uri) {
    return new IllegalArgumentException(
        "'" + uri + "' is not of the form " + Engines.ofUri(uri).uriForm());
  }

  public Optional<String> option(String option) {
    return Optional.ofNullable(options.get(option));
  }
}
