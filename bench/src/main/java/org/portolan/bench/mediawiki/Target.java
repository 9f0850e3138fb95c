package org.portolan.bench.mediawiki;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.bench.web.Connection;
import org.portolan.wiki.render.TitlePath;

/** The requests that a wiki's server on this machine understands. */
interface Target {
  /** Returns the port for an act. */
  int port(Act act);

  /** Returns the request for a page as readers see it. */
  byte[] view(String title, Act act);

  /** Returns the request for the text of a page and what a save needs beside it. */
  byte[] open(String title);

  /**
   * Returns the request that saves a page.
   *
   * @param opened the answer to {@link #open}, "" for a new page
   */
  byte[] save(String title, String text, String opened);

  /** Returns whether an answer says that the page was saved. */
  boolean saved(Connection.Answer answer, String body);

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Our own server. */
  record Ours(int cached, int anew) implements Target {
    private static final Pattern BASE = Pattern.compile("name=\"base\" value=\"(-?\\d+)\"");

    @Override
    public int port(Act act) {
      return act == Act.FIRST || act == Act.ANEW ? anew : cached;
    }

    @Override
    public byte[] view(String title, Act act) {
      return Connection.request("/wiki/" + TitlePath.encode(title), port(act));
    }

    @Override
    public byte[] open(String title) {
      return Connection.request("/edit/" + TitlePath.encode(title), cached);
    }

    @Override
    public byte[] save(String title, String text, String opened) {
      Matcher base = BASE.matcher(opened);
      String form =
          "action=save&asked=1&summary=Load&base="
              + (base.find() ? base.group(1) : "0")
              + "&text="
              + encoded(text);
      return Connection.post("/edit/" + TitlePath.encode(title), cached, form);
    }

    @Override
    public boolean saved(Connection.Answer answer, String body) {
      return answer.hasStatus(303);
    }
  }

  /**
   * A MediaWiki.
   *
   * @param cached the address of its index.php and api.php, without them
   * @param anew the same without the parser cache
   */
  record MediaWiki(URI cached, URI anew) implements Target {

    private URI address(Act act) {
      return act == Act.FIRST || act == Act.ANEW ? anew : cached;
    }

    @Override
    public int port(Act act) {
      return address(act).getPort();
    }

    @Override
    public byte[] view(String title, Act act) {
      return Connection.request(
          address(act).getRawPath() + "index.php?title=" + encoded(title.replace(' ', '_')),
          port(act));
    }

    @Override
    public byte[] open(String title) {
      return Connection.request(
          cached.getRawPath()
              + "api.php?action=query&prop=revisions&rvprop=ids%7Ccontent&rvslots=main&format=json"
              + "&titles="
              + encoded(title),
          cached.getPort());
    }

    /** Of a contributor without an account, whose token is always the same. */
    @Override
    public byte[] save(String title, String text, String opened) {
      String form =
          "action=edit&format=json&summary=Load&token=%2B%5C&title="
              + encoded(title)
              + "&text="
              + encoded(text);
      return Connection.post(cached.getRawPath() + "api.php", cached.getPort(), form);
    }

    @Override
    public boolean saved(Connection.Answer answer, String body) {
      return answer.hasStatus(200) && body.contains("\"result\":\"Success\"");
    }
  }
}
