package org.portolan.bench.workload.wiki;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.Progress;
import org.portolan.data.ConflictStatistics;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;
import org.portolan.wiki.render.TitlePath;

/**
 * The wiki as {@code portolan wiki serve} shows it to browsers. With several hosts, each request
 * goes to the next host in turn, as in Klencke 2010, section 6.3. Does not load styles and images.
 */
public final class HttpAccess implements WikiAccess {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int OK = 200;
  private static final int SEE_OTHER = 303;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int BROKEN = 500;
  private static final int UNAVAILABLE = 503;
  private static final int UNCONFIRMED = 504;

  private static final Pattern LISTED =
      Pattern.compile("<li><a href=\"/wiki/([^\"]*)\">[^<]*</a></li>");
  private static final Pattern NEXT = Pattern.compile("href=\"(/pages\\?[^\"]*after=[^\"]*)\"");
  private static final Pattern BASE = Pattern.compile("name=\"base\" value=\"(-?\\d+)\"");
  private static final Pattern TEXT =
      Pattern.compile("<textarea id=\"site-text\"[^>]*>\n(.*?)</textarea>", Pattern.DOTALL);

  private final List<URI> hosts;
  private final HttpClient client;
  private final AtomicLong requests = new AtomicLong();

  /**
   * Takes the addresses of the hosts.
   *
   * @throws IllegalArgumentException if there is none, or one is not of the form {@code
   *     http://host:port}
   */
  public HttpAccess(List<String> hosts) {
    if (hosts.isEmpty()) {
      throw new IllegalArgumentException("give the address of a wiki's server");
    }
    this.hosts = hosts.stream().map(HttpAccess::address).toList();
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
  }

  private static URI address(String text) {
    try {
      URI address = URI.create(text.endsWith("/") ? text : text + "/");
      if (address.getHost() != null && List.of("http", "https").contains(address.getScheme())) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      // Reported below, in the words of the command line.
    }
    throw new IllegalArgumentException(
        "'" + text + "' is not the address of a server, like http://127.0.0.1:8080");
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of("url", String.join(",", hosts.stream().map(URI::toString).toList()));
  }

  @Override
  public boolean inProcess() {
    return false;
  }

  @Override
  public Optional<ConflictStatistics> conflicts() {
    return Optional.empty();
  }

  @Override
  public List<String> titles(int fill, int titlesMax, Progress progress) {
    List<String> titles = new ArrayList<>();
    String path = "/pages";
    while (titles.size() < titlesMax) {
      HttpResponse<String> response = get(path);
      if (response.statusCode() != OK) {
        throw unexpected(path, response);
      }
      String list =
          response.body().substring(Math.max(0, response.body().indexOf("class=\"site-titles\"")));
      Matcher listed = LISTED.matcher(list);
      while (listed.find()) {
        TitlePath.decode(unescaped(listed.group(1)))
            .ifPresent(title -> titles.add(title.replace('_', ' ')));
      }
      Matcher next = NEXT.matcher(response.body());
      if (!next.find()) {
        break;
      }
      path = unescaped(next.group(1));
      progress.reached(titles.size(), 0, "titles");
    }
    if (titles.isEmpty()) {
      throw new IllegalStateException(
          Text.format(
              "the wiki at %s has no pages: fill its store first, with 'portolan wiki"
                  + " import' or 'portolan wiki generate'",
              hosts.get(0)));
    }
    return titles.subList(0, Math.min(titles.size(), titlesMax));
  }

  @Override
  public Optional<Reading> view(String title) {
    HttpResponse<String> response = get("/wiki/" + TitlePath.encode(title));
    if (response.statusCode() == NOT_FOUND) {
      return Optional.empty();
    }
    if (response.statusCode() != OK) {
      throw unexpected("page " + title, response);
    }
    return Optional.of(new Reading(wrongIn(title, response.body()), Optional.empty()));
  }

  /** A page that redirects shows another page, and says so. */
  private static String wrongIn(String title, String html) {
    boolean its =
        html.contains("<h1>" + escaped(title) + "</h1>") || html.contains("edirected from");
    return its && html.stripTrailing().endsWith("</html>")
        ? ""
        : "the answer to a request for page " + title + " is not that page";
  }

  @Override
  public boolean history(String title) {
    HttpResponse<String> response = get("/history/" + TitlePath.encode(title));
    if (response.statusCode() != OK && response.statusCode() != NOT_FOUND) {
      throw unexpected("history of page " + title, response);
    }
    return response.statusCode() == OK;
  }

  @Override
  public Opened open(String title) {
    HttpResponse<String> response = get("/edit/" + TitlePath.encode(title));
    Matcher base = BASE.matcher(response.body());
    Matcher text = TEXT.matcher(response.body());
    if (response.statusCode() != OK || !base.find() || !text.find()) {
      throw unexpected("form to edit page " + title, response);
    }
    return new Opened(unescaped(text.group(1)), Long.parseLong(base.group(1)));
  }

  @Override
  public Answer save(String title, String text, long base) {
    String form = "action=save&asked=1&summary=Load&base=" + base + "&text=" + encoded(text);
    HttpRequest request =
        to("/edit/" + TitlePath.encode(title))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form))
            .build();
    HttpResponse<String> response;
    try {
      response = client.send(request, BodyHandlers.ofString());
    } catch (ConnectException | HttpConnectTimeoutException e) {
      throw new UnavailableException("no connection to " + request.uri(), e);
    } catch (IOException e) {
      throw new OutcomeUnknownException("no answer to the save of page " + title + ": " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OutcomeUnknownException("interrupted while saving page " + title, e);
    }
    return switch (response.statusCode()) {
      case SEE_OTHER -> new Answer.Saved(OptionalLong.empty());
      case CONFLICT -> new Answer.MovedOn();
      // Nothing was changed: the store failed, or the write had too many conflicts.
      case UNAVAILABLE -> throw new UnavailableException("the server did not save page " + title);
      case UNCONFIRMED, BROKEN ->
          throw new OutcomeUnknownException(
              Text.format(
                  "the server may or may not have saved page %s: it answered with status %s",
                  title, response.statusCode()));
      default -> throw unexpected("save of page " + title, response);
    };
  }

  @Override
  public Optional<String> revisionText(String title, long revision) {
    throw new UnsupportedOperationException("saves over HTTP do not return their revision");
  }

  private HttpResponse<String> get(String path) {
    try {
      return client.send(to(path).GET().build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UnavailableException("no answer to the request for " + path + ": " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnavailableException("interrupted while asking for " + path, e);
    }
  }

  private HttpRequest.Builder to(String path) {
    URI host = hosts.get((int) (requests.getAndIncrement() % hosts.size()));
    return HttpRequest.newBuilder(host.resolve(path)).timeout(TIMEOUT);
  }

  private static RuntimeException unexpected(String what, HttpResponse<String> response) {
    String message =
        "the server answered with status " + response.statusCode() + " to a request for " + what;
    return response.statusCode() == UNAVAILABLE
        ? new UnavailableException(message)
        : new IllegalStateException(message);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String unescaped(String html) {
    return html.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&#34;", "\"")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&");
  }

  /** The connections end with the HTTP client, which is garbage collected. */
  @Override
  public void close() {}
}
