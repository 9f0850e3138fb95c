package org.portolan.wiki.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;

/** Sends requests like a browser, but follows no redirects. */
final class Browser {
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI base;

  Browser(URI base) {
    this.base = base;
  }

  HttpResponse<String> get(String path, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).GET();
    return send(headers.length == 0 ? request : request.headers(headers));
  }

  HttpResponse<String> method(String method, String path) {
    return send(
        HttpRequest.newBuilder(uri(path)).method(method, HttpRequest.BodyPublishers.noBody()));
  }

  HttpResponse<String> post(String path, Map<String, String> form, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(Queries.of(form)));
    return send(headers.length == 0 ? request : request.headers(headers));
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  URI uri(String path) {
    return URI.create(base.toString().replaceFirst("/$", "") + path);
  }
}
