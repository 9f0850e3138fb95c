package org.portolan.cli.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.Wiki;

/** A visit to the wiki over HTTP by a reader and author; each step prints its result. */
final class DemoVisit {
  private static final String NEW_PAGE = "Portolan:Demo visit";
  private static final String LINKED = "Row key";

  private final URI address;
  private final Wiki wiki;
  private final PrintWriter out;
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
  private boolean passed = true;

  DemoVisit(URI address, Wiki wiki, PrintWriter out) {
    this.address = address;
    this.wiki = wiki;
    this.out = out;
  }

  boolean run() {
    List<String> titles = wiki.titles(ListingRequest.first(1_000)).entries();
    int shown = 0;
    for (String title : titles) {
      shown += get("wiki/" + path(title) + "?redirect=no").statusCode() == 200 ? 1 : 0;
    }
    step(shown == titles.size(), "fetched " + shown + " of " + titles.size() + " pages");
    sees("wiki/" + path("Main Page"), "Portolan", "the main page");
    int saved =
        post(
                "edit/" + path(NEW_PAGE),
                Map.of(
                    "text",
                    "The demonstration was here and links to [[" + LINKED + "]].",
                    "summary",
                    "a visit",
                    "base",
                    Long.toString(wiki.revisionId(NEW_PAGE).orElse(0)),
                    "action",
                    "save"))
            .statusCode();
    step(saved == 303, "saved a new page");
    sees("wiki/" + path(NEW_PAGE), "The demonstration was here", "it shows");
    sees("history/" + path(NEW_PAGE), "a visit", "its history has the edit");
    sees("backlinks/" + path(LINKED), NEW_PAGE, "the page that it links to lists it");
    return passed;
  }

  private void sees(String path, String expected, String what) {
    HttpResponse<String> response = get(path);
    step(response.statusCode() == 200 && response.body().contains(expected), what);
  }

  private void step(boolean good, String what) {
    passed &= good;
    out.println((good ? "ok      " : "FAILED  ") + what);
  }

  private HttpResponse<String> get(String path) {
    return send(HttpRequest.newBuilder(address.resolve("/" + path)).GET().build());
  }

  private HttpResponse<String> post(String path, Map<String, String> fields) {
    String form =
        new LinkedHashMap<>(fields)
            .entrySet().stream()
                .map(field -> field.getKey() + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
    return send(
        HttpRequest.newBuilder(address.resolve("/" + path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Origin", address.toString().replaceAll("/$", ""))
            .POST(BodyPublishers.ofString(form))
            .build());
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException("the wiki does not answer at " + request.uri(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking " + request.uri(), e);
    }
  }

  private static String path(String title) {
    return encoded(title.replace(' ', '_')).replace("+", "%20");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
