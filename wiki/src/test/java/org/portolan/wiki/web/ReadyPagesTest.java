package org.portolan.wiki.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.DataException;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.wiki.Edit;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;

/** The threads that answer views of cached pages. */
class ReadyPagesTest {
  private static final ServerOptions TRUSTING =
      ServerOptions.DEFAULT.withRecheckInterval(Duration.ofHours(1));
  private static final String SOCKET_THREAD = "XNIO-\\d+ I/O-\\d+";
  private static final String WORKER_THREAD = "request-\\d+";

  @TempDir private Path folder;
  private Store store;
  private final Queue<String> checkedBy = new ConcurrentLinkedQueue<>();
  private final Queue<String> checkedInFullBy = new ConcurrentLinkedQueue<>();
  private volatile boolean failing;

  @BeforeEach
  void open() {
    store = Stores.openOrCreate("rocksdb:" + folder.resolve("a"), WikiModel.BASIC.design());
    save("text", 0);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void save(String text, long base) {
    Wikis.of(store)
        .save(
            new Edit(
                "Rose", text, "a", "test", false, base, Instant.parse("2026-05-03T14:07:00Z")));
  }

  /** Returns a wiki that records the threads that read the revision of one page. */
  private Wiki watched(boolean local) {
    Wiki wiki = Wikis.of(store);
    return (Wiki)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Wiki.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("local")) {
                return local;
              }
              if (method.getName().equals("revisionId")) {
                checkedBy.add(Thread.currentThread().getName());
                if (failing && checkedBy.size() == 1) {
                  throw new DataException("the read failed");
                }
              }
              if (method.getName().equals("revisionIds")) {
                checkedInFullBy.add(Thread.currentThread().getName());
              }
              try {
                return method.invoke(wiki, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static void view(WikiServer server, String expected) {
    assertThat(new Browser(server.address()).get("/wiki/Rose").body()).contains(expected);
  }

  @Test
  void view_cachedOnLocalStore_checkedBySocketThread() {
    try (WikiServer server = WikiServer.start(watched(true), TRUSTING)) {
      view(server, "text");
      assertThat(checkedBy).isEmpty();
      view(server, "text");
    }
    assertThat(checkedBy).singleElement().asString().matches(SOCKET_THREAD);
  }

  @Test
  void view_cachedOnDistantStore_checkedByWorker() {
    try (WikiServer server = WikiServer.start(watched(false), TRUSTING)) {
      view(server, "text");
      view(server, "text");
    }
    assertThat(checkedBy).singleElement().asString().matches(WORKER_THREAD);
  }

  /** A write makes every cached page be checked; readers must not wait for threads then. */
  @Test
  void view_cachedOnLocalStoreAfterAWrite_checkedInFullBySocketThread() {
    try (WikiServer server = WikiServer.start(watched(true), TRUSTING)) {
      view(server, "text");
      write(server);
      view(server, "text");
    }
    assertThat(checkedInFullBy).singleElement().asString().matches(SOCKET_THREAD);
  }

  @Test
  void view_ofVeryManyLinksAfterAWrite_checkedInFullByWorker() {
    StringBuilder links = new StringBuilder("text");
    for (int link = 0; link < ViewPages.WATCHED_AT_ONCE_MAX; link++) {
      links.append(" [[Page ").append(link).append("]]");
    }
    save(links.toString(), Wikis.of(store).revisionId("Rose").orElseThrow());
    try (WikiServer server = WikiServer.start(watched(true), TRUSTING)) {
      view(server, "text");
      write(server);
      view(server, "text");
    }
    assertThat(checkedInFullBy).singleElement().asString().matches(WORKER_THREAD);
  }

  /** Saves another page, and forgets what was checked so far. */
  private void write(WikiServer server) {
    Map<String, String> form =
        Map.of("text", "other", "summary", "why", "base", "0", "action", "save");
    assertThat(new Browser(server.address()).post("/edit/Other", form).statusCode()).isEqualTo(303);
    checkedInFullBy.clear();
  }

  @Test
  void view_changedByAnotherProcess_leftToWorker() {
    try (WikiServer server = WikiServer.start(watched(true), TRUSTING)) {
      view(server, "text");
      save("changed", Wikis.of(store).revisionId("Rose").orElseThrow());
      view(server, "changed");
    }
    List<String> threads = List.copyOf(checkedBy);
    assertThat(threads).hasSize(2);
    assertThat(threads.get(0)).matches(SOCKET_THREAD);
    assertThat(threads.get(1)).matches(WORKER_THREAD);
  }

  @Test
  void view_checkFailsInSocketThread_leftToWorker() {
    try (WikiServer server = WikiServer.start(watched(true), TRUSTING)) {
      view(server, "text");
      failing = true;
      view(server, "text");
    }
    assertThat(List.copyOf(checkedBy)).hasSize(2);
  }
}
