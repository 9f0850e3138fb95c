package org.portolan.engine.hbase;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * Access to files in HDFS by its REST interface (WebHDFS, of Hadoop 2 and 3), without Kerberos.
 * HBase's shaded client has no other access to HDFS. Used by one thread.
 */
final class WebHdfs {
  private static final String PREFIX = "/webhdfs/v1";
  private static final Set<String> SCHEMES = Set.of("http", "https");
  private static final int OK = 200;
  private static final int CREATED = 201;
  private static final int REDIRECTED = 307;
  private static final int NOT_FOUND = 404;
  private static final int TEXT_MAX = 500;

  private final URI nameNode;
  private final String user;
  private final Duration timeout;
  private final HttpClient client;

  /**
   * @param nameNode its web address, for example http://HOST:9870
   * @param user the user who writes the files
   * @param timeout of one request
   */
  WebHdfs(URI nameNode, String user, Duration timeout) {
    if (nameNode.getHost() == null || !SCHEMES.contains(nameNode.getScheme())) {
      throw new IllegalArgumentException(
          "'" + nameNode + "' is not the web address of a NameNode, like http://HOST:9870");
    }
    this.nameNode = nameNode;
    this.user = user;
    this.timeout = timeout;
    this.client = HttpClient.newBuilder().connectTimeout(timeout).build();
  }

  /**
   * Writes a file, completely or not at all; keeps an existing file with the same bytes.
   *
   * @param path absolute; missing directories are created
   * @throws IOException if a file with other bytes exists, or HDFS cannot be reached or refuses
   */
  void write(String path, byte[] bytes) throws IOException {
    Optional<byte[]> present = read(path);
    if (present.isPresent()) {
      if (!Arrays.equals(present.get(), bytes)) {
        throw new IOException(
            "HDFS has another file " + path + " already; choose a name that is not taken");
      }
      return;
    }
    String part = path + ".part";
    String act = "write " + part;
    URI create = uri(part, "op=CREATE&overwrite=true");
    URI place = dataNode(send("PUT", create, BodyPublishers.noBody(), act), act);
    require(send("PUT", place, BodyPublishers.ofByteArray(bytes), act), CREATED, act);
    HttpResponse<byte[]> renamed =
        send("PUT", uri(part, "op=RENAME&destination=" + path), BodyPublishers.noBody(), "rename");
    require(renamed, OK, "rename " + part);
    if (!text(renamed).contains("true")) {
      throw new IOException("HDFS did not rename " + part + " to " + path);
    }
  }

  /** Returns a file's bytes, empty if there is none. */
  Optional<byte[]> read(String path) throws IOException {
    String act = "read " + path;
    HttpResponse<byte[]> first = send("GET", uri(path, "op=OPEN"), BodyPublishers.noBody(), act);
    if (first.statusCode() == NOT_FOUND) {
      return Optional.empty();
    }
    HttpResponse<byte[]> answer = send("GET", dataNode(first, act), BodyPublishers.noBody(), act);
    require(answer, OK, act);
    return Optional.of(answer.body());
  }

  private URI uri(String path, String query) {
    try {
      return new URI(
          nameNode.getScheme(),
          null,
          nameNode.getHost(),
          nameNode.getPort(),
          PREFIX + path,
          "user.name=" + user + "&" + query,
          null);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("'" + path + "' is not a path in HDFS", e);
    }
  }

  /** Returns the address of the DataNode to which the NameNode redirects a request. */
  private static URI dataNode(HttpResponse<byte[]> answer, String act) throws IOException {
    require(answer, REDIRECTED, act);
    return answer
        .headers()
        .firstValue("Location")
        .map(URI::create)
        .orElseThrow(() -> new IOException("HDFS does not name a DataNode that can " + act));
  }

  private HttpResponse<byte[]> send(String method, URI uri, BodyPublisher body, String act)
      throws IOException {
    HttpRequest request = HttpRequest.newBuilder(uri).method(method, body).timeout(timeout).build();
    try {
      return client.send(request, BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted: " + act).initCause(e);
    } catch (IOException e) {
      throw new IOException(
          "cannot " + act + " in HDFS: " + uri.getAuthority() + " does not answer (" + e + ")", e);
    }
  }

  private static void require(HttpResponse<byte[]> answer, int status, String act)
      throws IOException {
    if (answer.statusCode() != status) {
      throw new IOException(
          "HDFS did not " + act + ": status " + answer.statusCode() + ", " + text(answer));
    }
  }

  private static String text(HttpResponse<byte[]> answer) {
    String text = new String(answer.body(), StandardCharsets.UTF_8).strip();
    return text.length() > TEXT_MAX ? text.substring(0, TEXT_MAX) + "..." : text;
  }
}
