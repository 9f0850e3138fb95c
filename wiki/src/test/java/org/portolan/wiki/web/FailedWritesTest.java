package org.portolan.wiki.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.RetryPolicy;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.wiki.Edit;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;

/**
 * The messages to authors and readers when the store fails, compared with the actual state of the
 * store.
 */
class FailedWritesTest {
  private static final Instant TIME = Instant.parse("2026-05-03T14:07:00Z");
  private static final Fault MADE = new Fault(Fault.Answer.UNKNOWN, -1, Fault.Rest.NEVER);
  private static final Fault NOT_MADE = new Fault(Fault.Answer.UNKNOWN, 0, Fault.Rest.NEVER);

  @TempDir private Path folder;
  private final AtomicBoolean refusing = new AtomicBoolean();
  private FaultyNetwork network;
  private FaultyEngine engine;
  private Store store;
  private Store others;
  private Wiki wiki;
  private WikiServer server;
  private Browser browser;

  @BeforeEach
  void start() {
    network =
        new FaultyNetwork(
            Engines.open("rocksdb:" + folder.resolve("a"), OpenMode.CREATE_IF_MISSING));
    engine = network.client(FaultPlan.NONE);
    store = opened(refusingWhenAsked(engine));
    others = opened(network.client(FaultPlan.NONE));
    wiki = Wikis.of(others);
    save("Rose", "text");
    server = WikiServer.start(Wikis.of(store), ServerOptions.DEFAULT);
    browser = new Browser(server.address());
  }

  private static Store opened(Engine engine) {
    String uri = FixtureEngines.register(() -> engine);
    try {
      return Stores.openOrCreate(
          uri,
          WikiModel.WIDE_ROW.design(),
          new RetryPolicy(1, Duration.ZERO, Duration.ofMillis(1)));
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  /** Simulates a limit of an engine, which a real wiki would reach only with gigabytes. */
  private Engine refusingWhenAsked(Engine real) {
    return (Engine)
        Proxy.newProxyInstance(
            Engine.class.getClassLoader(),
            new Class<?>[] {Engine.class},
            (proxy, method, arguments) -> {
              if (refusing.get() && method.getName().equals("begin")) {
                throw new CapabilityException("the value is larger than this engine admits");
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @AfterEach
  void stop() {
    engine.startOver(FaultPlan.NONE);
    server.close();
    store.close();
    others.close();
    network.close();
  }

  private void save(String title, String text) {
    long base = wiki.revisionId(title).orElse(0);
    wiki.save(new Edit(title, text, "somebody", "test", false, base, TIME));
  }

  private void failAtCommit(Fault fault) {
    engine.startOver(FaultPlan.once(call -> call.kind() == Call.Kind.COMMIT, fault));
  }

  private void meetOthersAtCommit() {
    AtomicInteger number = new AtomicInteger();
    engine.startOver(
        call -> {
          if (call.kind() == Call.Kind.COMMIT) {
            save("Rose", "theirs " + number.incrementAndGet());
          }
          return Fault.none();
        });
  }

  private HttpResponse<String> edit(String title) {
    long base = wiki.revisionId(title).orElse(0);
    return browser.post("/edit/" + title, ServedWiki.form("precious", "s", base));
  }

  private static void isToldThatNothingWasChanged(HttpResponse<String> page, int status) {
    assertThat(page.statusCode()).isEqualTo(status);
    assertThat(page.body())
        .contains("<strong>Not ", "Nothing was changed")
        .doesNotContain("erhaps");
    assertThat(page.headers().firstValue("Retry-After")).isEmpty();
  }

  private static void isToldThatItMayHaveHappened(HttpResponse<String> page, String done) {
    assertThat(page.statusCode()).isEqualTo(504);
    assertThat(page.body())
        .contains("<strong>Perhaps " + done + ".</strong>", "may or may not have been " + done)
        .doesNotContain("Nothing was changed", "Not " + done);
    assertThat(page.headers().firstValue("Retry-After")).isEmpty();
  }

  @Test
  void edit_ofUnknownOutcome_saysSoAndKeepsText() {
    for (String title : new String[] {"Rose", "New"}) {
      for (Fault fault : new Fault[] {NOT_MADE, MADE}) {
        failAtCommit(fault);
        HttpResponse<String> page = edit(title);
        isToldThatItMayHaveHappened(page, "saved");
        assertThat(page.body())
            .contains("Look at the page and its history first", "href=\"/history/" + title + "\"");
        assertThat(ServedWiki.textOf(page)).isEqualTo("precious");
        assertThat(wiki.page(title).filter(found -> found.text().equals("precious")).isPresent())
            .isEqualTo(fault.equals(MADE));
      }
    }
  }

  @Test
  void edit_savedAgainAfterAnUnknownOutcome_overwritesNothing() {
    failAtCommit(MADE);
    var form = ServedWiki.form("precious", "s", wiki.revisionId("Rose").orElseThrow());
    assertThat(browser.post("/edit/Rose", form).statusCode()).isEqualTo(504);
    assertThat(browser.post("/edit/Rose", form).statusCode()).isEqualTo(409);
    assertThat(wiki.history("Rose", ListingRequest.first(10)).entries()).hasSize(2);
  }

  @Test
  void edit_ofUnknownOutcome_isShownWhereItHappened() {
    save("Linking", "[[New]]");
    assertThat(browser.get("/wiki/Linking").body()).contains("class=\"missing\"");
    failAtCommit(MADE);
    assertThat(edit("New").statusCode()).isEqualTo(504);
    assertThat(browser.get("/wiki/Linking").body()).doesNotContain("class=\"missing\"");
  }

  @Test
  void edit_unavailable_nothingIsChangedAndTextKept() {
    engine.startOver(call -> Fault.unavailable());
    HttpResponse<String> page = edit("Rose");
    isToldThatNothingWasChanged(page, 503);
    assertThat(page.body()).contains("does not answer now");
    assertThat(ServedWiki.textOf(page)).isEqualTo("precious");
    assertThat(wiki.page("Rose").orElseThrow().text()).isEqualTo("text");
  }

  @Test
  void edit_meetingOthers_nothingIsChangedAndTextKept() {
    meetOthersAtCommit();
    HttpResponse<String> page = edit("Rose");
    isToldThatNothingWasChanged(page, 503);
    assertThat(page.body()).contains("Other writers changed");
    assertThat(ServedWiki.textOf(page)).isEqualTo("precious");
    assertThat(wiki.page("Rose").orElseThrow().text()).isEqualTo("theirs 1");
  }

  @Test
  void edit_refusedByALimit_isNotToBeTriedAgain() {
    refusing.set(true);
    HttpResponse<String> page = edit("Rose");
    isToldThatNothingWasChanged(page, 422);
    assertThat(page.body()).contains("refused again", "shorten it").doesNotContain("moment");
    assertThat(ServedWiki.textOf(page)).isEqualTo("precious");
  }

  @Test
  void preview_unavailable_saysThatNothingWasSavedAndKeepsText() {
    engine.startOver(call -> Fault.unavailable());
    var form = ServedWiki.form("[[Other]] precious", "s", 0);
    form.put("action", "preview");
    HttpResponse<String> page = browser.post("/edit/Rose", form);
    assertThat(page.statusCode()).isEqualTo(503);
    assertThat(page.body()).contains("No preview.", "Nothing was saved");
    assertThat(ServedWiki.textOf(page)).isEqualTo("[[Other]] precious");
  }

  @Test
  void edit_whatItCopiesIsUnavailable_savesNothingAndKeepsText() {
    String text = "{{subst:Other}} precious";
    long base = wiki.revisionId("Rose").orElse(0);
    engine.startOver(call -> Fault.unavailable());
    HttpResponse<String> page = browser.post("/edit/Rose", ServedWiki.form(text, "s", base));
    isToldThatNothingWasSaved(page);
    assertThat(ServedWiki.textOf(page)).isEqualTo(text);
  }

  private static void isToldThatNothingWasSaved(HttpResponse<String> page) {
    assertThat(page.statusCode()).isEqualTo(503);
    assertThat(page.body()).contains("Not saved.", "Nothing was saved").doesNotContain("erhaps");
  }

  @Test
  void delete_saysWhatIsKnown() {
    failAtCommit(NOT_MADE);
    isToldThatItMayHaveHappened(browser.post("/delete/Rose", Map.of()), "deleted");
    assertThat(wiki.page("Rose")).isPresent();
    meetOthersAtCommit();
    isToldThatNothingWasChanged(browser.post("/delete/Rose", Map.of()), 503);
    engine.startOver(call -> Fault.unavailable());
    isToldThatNothingWasChanged(browser.post("/delete/Rose", Map.of()), 503);
    assertThat(wiki.page("Rose")).isPresent();
    failAtCommit(MADE);
    isToldThatItMayHaveHappened(browser.post("/delete/Rose", Map.of()), "deleted");
    assertThat(wiki.page("Rose")).isEmpty();
  }

  @Test
  void move_saysWhatIsKnown() {
    var form = Map.of("to", "Other", "summary", "precious");
    meetOthersAtCommit();
    isToldThatNothingWasChanged(browser.post("/move/Rose", form), 503);
    engine.startOver(call -> Fault.unavailable());
    isToldThatNothingWasChanged(browser.post("/move/Rose", form), 503);
    assertThat(wiki.page("Other")).isEmpty();
    failAtCommit(MADE);
    HttpResponse<String> page = browser.post("/move/Rose", form);
    isToldThatItMayHaveHappened(page, "moved");
    assertThat(page.body()).contains("value=\"Other\"", "value=\"precious\"");
    assertThat(wiki.page("Other")).isPresent();
  }

  @Test
  void comment_saysWhatIsKnown() {
    engine.startOver(call -> Fault.unavailable());
    isToldThatNothingWasChanged(browser.post("/comments/Rose", Map.of("text", "precious")), 503);
    assertThat(wiki.comments("Rose", ListingRequest.first(10)).entries()).isEmpty();
    failAtCommit(MADE);
    HttpResponse<String> page = browser.post("/comments/Rose", Map.of("text", "precious"));
    isToldThatItMayHaveHappened(page, "added");
    assertThat(page.body()).contains("\nprecious</textarea>", "may be there twice");
    assertThat(wiki.comments("Rose", ListingRequest.first(10)).entries()).hasSize(1);
  }

  @Test
  void read_unavailable_saysSoOnEveryPage() {
    engine.startOver(call -> Fault.unavailable());
    for (String path :
        new String[] {
          "/wiki/Rose",
          "/edit/Rose",
          "/history/Rose",
          "/comments/Rose",
          "/backlinks/Rose",
          "/move/Rose",
          "/delete/Rose",
          "/raw/Rose",
          "/pages",
          "/random",
          "/statistics"
        }) {
      HttpResponse<String> page = browser.get(path);
      assertThat(page.statusCode()).as(path).isEqualTo(503);
      assertThat(page.body())
          .as(path)
          .contains("does not answer now")
          .doesNotContain("Nothing was changed", "There is no page");
    }
  }
}
