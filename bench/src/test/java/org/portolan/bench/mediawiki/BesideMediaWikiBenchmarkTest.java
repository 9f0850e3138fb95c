package org.portolan.bench.mediawiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Runs;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.web.Connection;

/** A stub in the place of MediaWiki shows what is sent to it. */
final class BesideMediaWikiBenchmarkTest {
  private static final String BODY = "page ".repeat(30_000);

  private final Set<String> viewed = ConcurrentHashMap.newKeySet();
  private final Queue<String> saved = new ConcurrentLinkedQueue<>();
  @TempDir private Path directory;
  private HttpServer mediaWiki;
  private String editAnswer = "{\"edit\":{\"result\":\"Success\"}}";

  @BeforeEach
  void start() throws IOException {
    mediaWiki = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    mediaWiki.createContext("/w/index.php", this::view);
    mediaWiki.createContext("/w/api.php", this::api);
    mediaWiki.start();
  }

  @AfterEach
  void stop() {
    mediaWiki.stop(0);
  }

  private void view(HttpExchange exchange) throws IOException {
    viewed.add(exchange.getRequestURI().getQuery());
    answer(exchange, BODY);
  }

  private void api(HttpExchange exchange) throws IOException {
    var form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    if (exchange.getRequestMethod().equals("POST")) {
      saved.add(form);
      answer(exchange, editAnswer);
    } else {
      answer(exchange, "{}");
    }
  }

  /** Answers in chunks, as MediaWiki does. */
  private static void answer(HttpExchange exchange, String body) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    try (var out = exchange.getResponseBody()) {
      out.write(body.getBytes(StandardCharsets.UTF_8));
    }
  }

  private Runs run(String... more) throws IOException {
    var pages =
        MediaWikiLinksBenchmarkTest.page("Tide", 0, 4, "x")
            + MediaWikiLinksBenchmarkTest.page("Wind", 0, 5, "x");
    var dump =
        Files.writeString(
            directory.resolve("dump.xml"),
            MediaWikiLinksBenchmarkTest.DUMP.replace("</mediawiki>", pages + "</mediawiki>"));
    var options =
        List.of(
            "--dump",
            dump.toString(),
            "--millis",
            "200",
            "--first-millis",
            "200",
            "--rounds",
            "1",
            "--warm-up",
            "0",
            "--dir",
            directory.toString());
    return Runs.of(
        "beside-mediawiki",
        Stream.concat(options.stream(), Stream.of(more)).toArray(String[]::new));
  }

  private Runs runBeside() throws IOException {
    var address = "http://127.0.0.1:" + mediaWiki.getAddress().getPort() + "/w";
    return run(
        "--mediawiki",
        address,
        "--mediawiki-anew",
        address,
        "--mediawiki-processes",
        Long.toString(ProcessHandle.current().pid()));
  }

  @Test
  void run_asksBothForTheSameArticles() throws IOException {
    var run = runBeside();
    assertThat(run.text()).contains("4 articles; our import of 5 pages");
    for (var act : Act.values()) {
      assertThat(run.lines()).anyMatch(line -> line.startsWith(act.label + " "));
    }
    assertThat(run.summary())
        .containsKeys("first-1-ratio", "anew-4-ratio", "cached-1-ratio", "edit-4-processor-ratio");
    assertThat(viewed)
        .isSubsetOf("title=Sea", "title=New", "title=Tide", "title=Wind")
        .isNotEmpty();
    // Each save carries the article's text, and is of a page that no other client saves.
    assertThat(saved).isNotEmpty();
    assertThat(saved).allMatch(form -> form.contains("token=%2B%5C&title="));
    var texts =
        saved.stream()
            .map(form -> URLDecoder.decode(form, StandardCharsets.UTF_8))
            .map(form -> form.substring(form.indexOf("&text=") + 6))
            .map(text -> text.substring(0, text.indexOf("\n\n")))
            .collect(Collectors.toSet());
    assertThat(texts).isSubsetOf("x", "[[Wind]] {{Box}} [[Category:Water]]");
  }

  @Test
  void run_refusedSave_givesNoFigure() {
    editAnswer = "{\"error\":{\"code\":\"readonly\"}}";
    assertThatThrownBy(this::runBeside)
        .isInstanceOf(BenchmarkFailedException.class)
        .hasMessageContaining("readonly");
  }

  @Test
  void run_withoutMediaWiki_measuresSomeActsOfOurs() throws IOException {
    var run = run("--acts", "first,edit");
    assertThat(run.summary())
        .containsKeys("first-1-processor-millis", "edit-1-per-second")
        .doesNotContainKeys("anew-1-per-second", "edit-1-ratio");
    assertThat(viewed).isEmpty();
    assertThat(saved).isEmpty();
  }

  @Test
  void connection_chunks_areReadWhole() throws IOException {
    int port = mediaWiki.getAddress().getPort();
    try (var connection = new Connection(port)) {
      for (int i = 0; i < 3; i++) {
        var body = new ByteArrayOutputStream();
        var answer = connection.exchange(Connection.request("/w/index.php?title=A", port), body);
        assertThat(answer.hasStatus(200)).isTrue();
        assertThat(answer.bodyBytes()).isEqualTo(BODY.length());
        assertThat(body.toString(StandardCharsets.UTF_8)).isEqualTo(BODY);
      }
    }
  }
}
