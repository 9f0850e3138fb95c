package org.portolan.bench.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.undertow.Undertow;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.hostile.Seen.End;
import org.portolan.bench.hostile.Seen.Request;
import org.portolan.wiki.synthetic.SyntheticWiki;

/** What honest clients say of servers that are wrong in known ways. */
final class HonestClientsTest {
  private final SyntheticWiki wiki = new SyntheticWiki(1, 10);
  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final Seen seen = new Seen(System.nanoTime());
  private Undertow server;
  private int port;
  private volatile int status = 200;

  @BeforeEach
  void start() {
    server = Undertow.builder().addHttpListener(0, "127.0.0.1", this::answer).build();
    server.start();
    port = ((InetSocketAddress) server.getListenerInfo().get(0).getAddress()).getPort();
    for (int page = 0; page < wiki.pages(); page++) {
      String html =
          "<h1>"
              + SyntheticWiki.tag(page)
              + "</h1>"
              + wiki.page(page).revisions().get(0).text().replace("[[", "").replace("]]", "");
      answers.put(KnownPages.path(page), html);
    }
  }

  @AfterEach
  void stop() {
    server.stop();
  }

  private void answer(HttpServerExchange exchange) {
    boolean save = exchange.getRequestMethod().toString().equals("POST");
    exchange.setStatusCode(save ? 303 : status);
    String body = answers.getOrDefault(exchange.getRequestPath(), "nothing");
    exchange.getResponseHeaders().put(Headers.CONTENT_LENGTH, body.length());
    exchange.getResponseSender().send(body);
  }

  private List<End> ends(HonestKind kind) {
    return seen.requests(request -> request.kind() == kind).stream().map(Request::end).toList();
  }

  private void view(KnownPages pages) throws InterruptedException {
    new Reader(pages, seen, 1).uncached(port).request(0, System.nanoTime());
  }

  @Test
  void reader_ofRightPages_seesThem() throws Exception {
    view(KnownPages.read(wiki, port));
    assertThat(ends(HonestKind.UNCACHED)).containsExactly(End.RIGHT);
    assertThat(ends(HonestKind.AGAIN)).containsExactly(End.RIGHT);
    assertThat(seen.troubles()).isEmpty();
  }

  @Test
  void reader_thatKeepsItsConnection_hasWaitedForOneOnlyOnce() throws Exception {
    HonestClient client = new HonestClient(port);
    client.fetch(KnownPages.path(0));
    assertThat(client.connectingNanos()).isPositive();
    client.fetch(KnownPages.path(0));
    assertThat(client.connectingNanos()).isZero();
    client.submit("/edit/X", "a=b");
    assertThat(client.connectingNanos()).isPositive();
  }

  @Test
  void reader_ofPagesThatHaveChanged_seesThatTheyAreWrong() throws Exception {
    KnownPages pages = KnownPages.read(wiki, port);
    answers.replaceAll((path, html) -> html.replace('a', 'b'));
    view(pages);
    assertThat(ends(HonestKind.UNCACHED)).containsExactly(End.WRONG);
    assertThat(seen.troubles()).hasSize(2);
  }

  @Test
  void reader_ofAServerThatRefuses_isNotToldAnythingWrong() throws Exception {
    KnownPages pages = KnownPages.read(wiki, port);
    status = 503;
    view(pages);
    status = 500;
    view(pages);
    assertThat(ends(HonestKind.AGAIN)).containsExactly(End.REFUSED, End.FAILED);
  }

  @Test
  void pages_thatLackTheirWords_areNoMeasure() {
    answers.put(KnownPages.path(3), "<h1>Dd</h1> This text is not rendered");
    assertThatThrownBy(() -> KnownPages.read(wiki, port))
        .isInstanceOf(BenchmarkFailedException.class)
        .hasMessageContaining("/wiki/Dd was not served with its words");
  }

  @Test
  void diary_ofAServerThatForgetsSaves_missesThem() throws IOException, InterruptedException {
    answers.put("/edit/Diary_0", "<input name=\"base\" value=\"0\">");
    answers.put("/edit/Diary_1", "<input name=\"base\" value=\"0\">");
    Diary diary = new Diary(port, seen);
    OpenLoop.Client editor = diary.editor();
    for (int number = 0; number < 3; number++) {
      editor.request(number, System.nanoTime());
    }
    assertThat(diary.acknowledged()).isEqualTo(2);
    assertThat(ends(HonestKind.FORM)).containsExactly(End.RIGHT, End.RIGHT, End.WRONG);
    assertThat(ends(HonestKind.SHOWN)).containsExactly(End.WRONG, End.WRONG);
    assertThat(diary.kept()).isEqualTo(new Diary.Kept(2, 0, 0));
    answers.put("/history/Diary_0", "entry-number-0- entry-number-9- entry-number-9-");
    assertThat(diary.kept()).isEqualTo(new Diary.Kept(1, 1, 1));
  }

  @Test
  void loop_ofClientsThatAreBusy_countsFromWhenRequestsWereDue() throws InterruptedException {
    long begin = System.nanoTime();
    List<Long> dues = new java.util.concurrent.CopyOnWriteArrayList<>();
    OpenLoop loop =
        new OpenLoop(
            "test",
            1_000,
            1,
            begin,
            () ->
                (number, due) -> {
                  dues.add(due - begin);
                  Thread.sleep(5);
                });
    while (dues.size() < 5) {
      Thread.onSpinWait();
    }
    loop.end();
    assertThat(dues.subList(0, 5))
        .containsExactly(0L, 1_000_000L, 2_000_000L, 3_000_000L, 4_000_000L);
  }
}
