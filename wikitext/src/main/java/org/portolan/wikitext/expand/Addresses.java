package org.portolan.wikitext.expand;

/**
 * How the wiki's addresses look, for {@code {{fullurl:…}}} and the like.
 *
 * @param server scheme and host without a slash at the end, for example "https://example.org"; may
 *     be empty
 * @param articlePath what precedes a title, for example "/wiki/"
 * @param script the path of addresses with a query, for example "/w/index.php"
 */
public record Addresses(String server, String articlePath, String script) {
  public static final Addresses LOCAL = new Addresses("", "/wiki/", "/w/index.php");

  /** Returns the host's name. */
  String host() {
    int slashes = server.indexOf("//");
    return slashes < 0 ? server : server.substring(slashes + 2);
  }
}
