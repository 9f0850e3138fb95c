package org.portolan.wiki.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.data.Trace;
import org.portolan.wiki.Edit;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.SaveOutcome;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.render.Sites;

/** A server on a fresh store, and a browser, for tests of pages. */
abstract class ServedWiki {
  @TempDir static Path folder;
  static Store store;
  Trace trace;
  Wiki wiki;
  WikiServer server;
  Browser browser;

  /** The summary of pages that a test saves. */
  String summary = "test";

  @BeforeAll
  static void open() {
    store = Stores.openOrCreate("rocksdb:" + folder.resolve("a"), WikiModel.READ_DELTA.design());
  }

  @AfterAll
  static void close() {
    store.close();
  }

  @BeforeEach
  void start() {
    trace = new Trace();
    wiki = Wikis.of(store.traced(trace));
    wiki.site(Sites.ENGLISH);
    wiki.titles(ListingRequest.first(ListingRequest.LIMIT_MAX)).entries().forEach(wiki::delete);
    serve(ServerOptions.DEFAULT.withTextBytesMax(10_000));
  }

  void serve(ServerOptions options) {
    server = WikiServer.start(wiki, options);
    browser = new Browser(server.address());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  long save(String title, String text) {
    long base = wiki.revisionIds(java.util.List.of(title)).getOrDefault(title, 0L);
    SaveOutcome outcome =
        wiki.save(
            new Edit(
                title,
                text,
                "127.0.0.1",
                summary,
                false,
                base,
                Instant.parse("2026-05-03T14:07:00Z")));
    return ((SaveOutcome.Saved) outcome).revision().id();
  }

  static Map<String, String> form(String text, String summary, long base) {
    var form = new HashMap<String, String>();
    form.put("text", text);
    form.put("summary", summary);
    form.put("base", Long.toString(base));
    form.put("action", "save");
    return form;
  }

  static String textOf(HttpResponse<String> page) {
    Matcher area =
        Pattern.compile("<textarea id=\"site-text\"[^>]*>\n?(.*?)</textarea>", Pattern.DOTALL)
            .matcher(page.body());
    assertThat(area.find()).as(page.body()).isTrue();
    return area.group(1)
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&#34;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&");
  }
}
