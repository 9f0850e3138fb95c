package org.portolan.wiki.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.wikitext.limit.TextLimits;

/** What one client sends must not stop the others; every address of 127.0.0.0/8 is a client. */
@Timeout(120)
class HostileClientsTest extends ServedWiki {
  private final List<Socket> sockets = new ArrayList<>();

  @AfterEach
  void hangUp() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private static byte lastByte(String address) {
    return Byte.parseByte(address.substring(address.lastIndexOf('.') + 1));
  }

  /** Connects from an address of this machine. */
  private Socket connect(String from) throws IOException {
    Socket socket = new Socket();
    sockets.add(socket);
    socket.bind(
        new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, lastByte(from)}), 0));
    socket.connect(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.address().getPort()));
    socket.setSoTimeout(60_000);
    socket.setTcpNoDelay(true);
    return socket;
  }

  private Socket begin(String from, String head, String body) throws IOException {
    Socket socket = connect(from);
    OutputStream out = socket.getOutputStream();
    out.write((head + "\r\n\r\n" + body).getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
    return socket;
  }

  private static String post(String path, String... fields) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        + String.join("\r\n", fields);
  }

  private static String statusLine(Socket socket) throws IOException {
    return new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1))
        .readLine();
  }

  @Test
  void get_besideManySlowForms_isAnswered() throws IOException {
    save("Innocent", "text");
    for (int form = 0; form < 60; form++) {
      begin("127.0.0.2", post("/edit/X", "Content-Length: 500"), "text=slow");
    }
    assertThat(browser.get("/wiki/Innocent").statusCode()).isEqualTo(200);
    assertThat(browser.get("/pages").statusCode()).isEqualTo(200);
    Map<String, String> form = form("saved beside them", "why", 0);
    assertThat(browser.post("/edit/Other", form).statusCode()).isEqualTo(303);
  }

  /** The server has only so many connections; whoever keeps very many leaves others theirs. */
  @Test
  void get_besideVeryManyConnections_isAnswered() throws IOException {
    for (int number = 0; number < Connections.OF_CLIENT_MAX + 50; number++) {
      connect("127.0.0.2");
    }
    save("Innocent", "text");
    assertThat(browser.get("/wiki/Innocent").statusCode()).isEqualTo(200);
    int closed = 0;
    for (Socket socket : sockets) {
      socket.setSoTimeout(10);
      closed += isReset(socket) ? 1 : 0;
    }
    assertThat(closed).isEqualTo(50);
    hangUp();
    // Their places are free again, soon.
    Socket again;
    do {
      again = begin("127.0.0.2", "GET /wiki/Innocent HTTP/1.1\r\nHost: 127.0.0.1", "");
    } while (statusLine(again) == null);
  }

  /** A connection that is closed in order would stay in the kernel's tables. */
  private static boolean isReset(Socket socket) throws IOException {
    try {
      assertThat(socket.getInputStream().read()).isNotNegative();
      return false;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (SocketException e) {
      return true;
    }
  }

  @Test
  void clients_ofOneNetworkInIpv6_areOne() throws IOException {
    assertThat(Clients.name(InetAddress.getByName("2001:db8:1:2:3::4")))
        .isEqualTo(Clients.name(InetAddress.getByName("2001:db8:1:2::5")))
        .isNotEqualTo(Clients.name(InetAddress.getByName("2001:db8:1:3::5")));
    assertThat(Clients.name(InetAddress.getByName("192.0.2.7"))).isEqualTo("192.0.2.7");
  }

  @Test
  void post_withMoreFormsThanAClientMaySend_isRefusedFor503() throws IOException {
    for (int form = 0; form < FormBodies.OF_CLIENT_MAX; form++) {
      begin("127.0.0.2", post("/edit/X", "Content-Length: 500"), "text=slow");
    }
    // The server has read all of them once it has answered this one from another address.
    assertThat(browser.get("/wiki/X").statusCode()).isEqualTo(404);
    Socket refused;
    String line;
    do {
      refused = begin("127.0.0.2", post("/edit/X", "Content-Length: 500"), "text=slow");
      refused.setSoTimeout(1_000);
      line = lineWithin(refused);
    } while (line.isEmpty());
    assertThat(line).contains(" 503 ");
  }

  private static String lineWithin(Socket socket) throws IOException {
    try {
      return statusLine(socket);
    } catch (java.net.SocketTimeoutException e) {
      return "";
    }
  }

  @Test
  void post_slowerThanTheLeastRate_isGivenUp() throws IOException {
    Socket slow = begin("127.0.0.2", post("/edit/X", "Content-Length: 50000"), "text=slow");

    assertThat(statusLine(slow)).contains(" 408 ");
  }

  @Test
  void post_ofAHugeAnnouncedLength_isRefusedBeforeItIsRead() throws IOException {
    for (int form = 0; form < 40; form++) {
      Socket huge = begin("127.0.0.2", post("/edit/X", "Content-Length: 500000000"), "text=");
      assertThat(statusLine(huge)).contains(" 413 ");
    }
    Socket wrong = begin("127.0.0.2", post("/edit/X", "Content-Length: many"), "text=");
    assertThat(statusLine(wrong)).contains(" 400 ");
  }

  @Test
  void post_ofTooManyChunks_isAnswered413() throws IOException {
    String chunk = "4000\r\n" + "x".repeat(0x4000) + "\r\n";
    Socket socket = begin("127.0.0.2", post("/edit/X", "Transfer-Encoding: chunked"), "");
    OutputStream out = socket.getOutputStream();
    // Three times the longest form.
    for (int sent = 0; sent < 3 * (4 * 10_000 + 64 * 1024) / 0x4000; sent++) {
      out.write(chunk.getBytes(StandardCharsets.ISO_8859_1));
    }
    out.write("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
    out.flush();

    assertThat(statusLine(socket)).contains(" 413 ");
  }

  @Test
  void post_ofClientsThatGoAway_leavesNothingBehind() throws Exception {
    for (int gone = 0; gone < 200; gone++) {
      Socket socket = begin("127.0.0.2", post("/edit/X", "Content-Length: 5000"), "text=x");
      socket.setSoLinger(true, 0);
      socket.close();
    }
    for (int gone = 0; gone < 20; gone++) {
      begin("127.0.0.2", "GET /pages HTTP/1.1\r\nHost: 127.0.0.1", "").close();
    }
    save("Innocent", "text");
    assertThat(browser.get("/wiki/Innocent").statusCode()).isEqualTo(200);
    while (server.unsentBytes() > 0) {
      Thread.sleep(10);
    }
    String body = "text=x&summary=why&base=0&action=save";
    Socket next = begin("127.0.0.2", post("/edit/Y", "Content-Length: " + body.length()), body);
    assertThat(statusLine(next)).contains(" 303 ");
  }

  @Test
  void post_inSmallPieces_isWhole() throws IOException {
    String body = "text=in+pieces&summary=why&base=0&action=save";
    Socket socket =
        begin("127.0.0.2", post("/edit/Pieces", "Content-Length: " + body.length()), "");
    for (int at = 0; at < body.length(); at++) {
      socket.getOutputStream().write(body.charAt(at));
      socket.getOutputStream().flush();
    }
    assertThat(statusLine(socket)).contains(" 303 ");
    assertThat(wiki.page("Pieces").orElseThrow().text()).isEqualTo("in pieces");
  }

  @Test
  void post_thatExpectsContinue_isAskedForItsBody() {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(browser.uri("/edit/Expected"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .expectContinue(true)
            .POST(HttpRequest.BodyPublishers.ofString(Queries.of(form("expected", "why", 0))));

    assertThat(browser.send(request).statusCode()).isEqualTo(303);
  }

  @Test
  void get_besidePreviewsThatTakeLong_isRendered() throws IOException {
    save("Innocent", "'''text'''");
    String body = Queries.of(previewOf("{|\n" + "|-\n| a || b || c\n".repeat(500) + "|}\n"));
    for (int preview = 0; preview < 20; preview++) {
      begin("127.0.0.2", post("/edit/X", "Content-Length: " + body.length()), body);
    }
    assertThat(browser.get("/wiki/Innocent").body()).contains("<b>text</b>");
  }

  @Test
  void preview_thatWaitsTooLongForOthers_saysWhenToComeAgain() throws Exception {
    server.close();
    ServerOptions options = ServerOptions.DEFAULT;
    TextLimits limits = TextLimits.DEFAULT;
    serve(
        new ServerOptions(
            options.host(),
            options.port(),
            options.hostNames(),
            options.mainPage(),
            options.textBytesMax(),
            options.cacheBytesMax(),
            options.recheckInterval(),
            options.requestThreads(),
            limits.withTime(Duration.ofMillis(20)),
            options.language()));
    String body = Queries.of(previewOf("{|\n" + "|-\n| a || b || c\n".repeat(20_000) + "|}\n"));
    String head;
    do {
      List<Socket> previews = new ArrayList<>();
      for (int preview = 0; preview < FormBodies.OF_CLIENT_MAX; preview++) {
        previews.add(begin("127.0.0.2", post("/edit/X", "Content-Length: " + body.length()), body));
      }
      head = "";
      for (Socket preview : previews) {
        String each = head(preview);
        head = each.contains(" 503 ") ? each : head;
      }
    } while (head.isEmpty());
    assertThat(head).contains("Retry-After: 2");
  }

  private static String head(Socket socket) throws IOException {
    var reader =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    StringBuilder head = new StringBuilder();
    for (String line = reader.readLine();
        line != null && !line.isEmpty();
        line = reader.readLine()) {
      head.append(line).append('\n');
    }
    socket.close();
    return head.toString();
  }

  /** Each of 30,000 equal headings once took longer than the one before it. */
  @Test
  void preview_ofVeryManyEqualHeadings_isRendered() {
    server.close();
    serve(ServerOptions.DEFAULT);

    assertThat(browser.post("/edit/X", previewOf("== Same ==\n".repeat(30_000))).body())
        .contains("<h2 id=\"Same_30000\">Same</h2>");
  }

  private static Map<String, String> previewOf(String text) {
    Map<String, String> form = new HashMap<>(form(text, "why", 0));
    form.put("action", "preview");
    return form;
  }

  @ParameterizedTest
  @ValueSource(strings = {"/pages", "/history/Page", "/backlinks/Page", "/comments/Page"})
  void get_withACursorOfNoList_isAnswered400(String path) {
    save("Page", "[[Page]]");
    var answer = browser.get(path + "?after=%21%21%21");

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("Begin at its start").doesNotContain("Exception");
  }

  @ParameterizedTest
  @CsvSource({
    "LOCALHOST, 200",
    "localhost., 200",
    "LocalHost.:80, 200",
    "localhost.., 403",
    "evil.example, 403"
  })
  void get_underANameOfThisHost_isAnsweredHoweverItIsSpelled(String host, int status)
      throws IOException {
    save("Page", "text");
    Socket socket = begin("127.0.0.1", "GET /wiki/Page HTTP/1.1\r\nHost: " + host, "");

    assertThat(statusLine(socket)).contains(" " + status + " ");
  }

  @Test
  void get_withTwoHosts_isRefused() throws IOException {
    Socket socket =
        begin("127.0.0.1", "GET /pages HTTP/1.1\r\nHost: localhost\r\nHost: evil.example", "");

    assertThat(statusLine(socket)).containsPattern(" 40[03] ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Sec-Fetch-Site: same-origin; 303",
        "Sec-Fetch-Site: none; 303",
        "Sec-Fetch-Site: cross-site; 403",
        "Sec-Fetch-Site: same-origin|Sec-Fetch-Site: cross-site; 403",
        "Sec-Fetch-Site: none|Origin: http://evil.example; 403",
        "Origin: http://127.0.0.1; 303",
        "Origin: http://127.0.0.1|Origin: http://evil.example; 403",
        "Origin: null; 403"
      })
  void post_fromAnOrigin_isJudgedByAllFields(String fields, int status) throws IOException {
    String body = Queries.of(form("text of " + fields, "why", 0));
    List<String> all = new ArrayList<>(List.of(fields.split("\\|", -1)));
    all.add("Content-Length: " + body.length());
    String head = post("/edit/From", all.toArray(String[]::new));
    wiki.delete("From");

    assertThat(statusLine(begin("127.0.0.1", head, body))).contains(" " + status + " ");
    assertThat(wiki.page("From").isPresent()).isEqualTo(status == 303);
  }

  @Test
  void post_ofATypeThatOnlyBeginsLikeAForm_isRefused() throws IOException {
    String head =
        post("/edit/X", "Content-Length: 6")
            .replace("x-www-form-urlencoded", "x-www-form-urlencodedX");

    assertThat(statusLine(begin("127.0.0.1", head, "text=x"))).contains(" 415 ");
  }
}
