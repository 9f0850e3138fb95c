package org.portolan.wiki.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.wiki.Comment;
import org.portolan.wiki.Edit;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;

/** Comments on pages, read and written over HTTP. */
class CommentPagesTest {
  private static final Instant TIME = Instant.parse("2026-05-03T14:07:00Z");

  @TempDir private Path folder;
  private Store store;
  private Wiki wiki;
  private WikiServer server;
  private Browser browser;

  @BeforeEach
  void start() {
    store = Stores.openOrCreate("rocksdb:" + folder.resolve("a"), WikiModel.WIDE_ROW.design());
    wiki = Wikis.of(store);
    wiki.save(new Edit("Rose", "text", "a", "test", false, 0, TIME));
    server = WikiServer.start(wiki, ServerOptions.DEFAULT);
    browser = new Browser(server.address());
  }

  @AfterEach
  void stop() {
    server.close();
    store.close();
  }

  private HttpResponse<String> add(String text, String... headers) {
    return browser.post("/comments/Rose", Map.of("text", text), headers);
  }

  private List<String> stored() {
    return wiki.comments("Rose", ListingRequest.first(100)).entries().stream()
        .map(Comment::text)
        .toList();
  }

  @Test
  void comments_pageWithout_offersForm() {
    HttpResponse<String> page = browser.get("/comments/Rose");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body())
        .contains("Nobody has commented on this page yet", "<label for=\"site-comment\">", "4,000");
    assertThat(browser.get("/wiki/Rose").body()).contains("href=\"/comments/Rose\"");
  }

  @Test
  void comments_missingPage_isNotFound() {
    assertThat(browser.get("/comments/None").statusCode()).isEqualTo(404);
  }

  @Test
  void comment_text_isShownEscapedInParagraphs() {
    HttpResponse<String> added = add("  <b>one</b> & [[two]]\r\n\r\n \r\nsecond  ");
    assertThat(added.statusCode()).isEqualTo(303);
    assertThat(added.headers().firstValue("Location")).contains("/comments/Rose");
    assertThat(browser.get("/comments/Rose").body())
        .contains("<p>&lt;b&gt;one&lt;/b&gt; &amp; [[two]]</p>", "<p>second</p>")
        .contains("<strong><bdi>127.0.0.1</bdi></strong>");
  }

  @Test
  void comment_emptyText_isRefused() {
    assertThat(add(" \n ").statusCode()).isEqualTo(422);
    assertThat(stored()).isEmpty();
  }

  @Test
  void comment_longestText_isAddedAndLongerIsKeptInForm() {
    String longest = "x".repeat(CommentPages.CHARS_MAX);
    assertThat(add(longest).statusCode()).isEqualTo(303);
    HttpResponse<String> refused = add(longest + "y");
    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body()).contains("role=\"alert\"", "\n" + longest + "y</textarea>");
    assertThat(stored()).containsExactly(longest);
  }

  @Test
  void comment_missingPage_keepsText() {
    HttpResponse<String> refused = browser.post("/comments/None", Map.of("text", "precious"));
    assertThat(refused.statusCode()).isEqualTo(404);
    assertThat(refused.body()).contains("\nprecious</textarea>");
  }

  @Test
  void comment_errorOfTheWiki_keepsText() {
    store.close();
    HttpResponse<String> refused = add("precious <&");
    assertThat(refused.statusCode()).isEqualTo(500);
    assertThat(refused.body()).contains("Perhaps added.", "\nprecious &lt;&amp;</textarea>");
  }

  @Test
  void comment_otherSite_isRefused() {
    assertThat(add("text", "Sec-Fetch-Site", "cross-site").statusCode()).isEqualTo(403);
    assertThat(add("text", "Origin", "http://evil.example").statusCode()).isEqualTo(403);
    assertThat(stored()).isEmpty();
  }

  @Test
  void comments_many_arePagedOldestFirst() {
    for (int i = 0; i < 120; i++) {
      wiki.comment("Rose", new Comment(TIME.plusSeconds(i), "a", "word%03d".formatted(i)));
    }
    List<String> seen = new ArrayList<>();
    int pages = 0;
    String path = "/comments/Rose";
    while (path != null) {
      String page = browser.get(path).body();
      Pattern.compile("<p>(word\\d+)</p>")
          .matcher(page)
          .results()
          .forEach(found -> seen.add(found.group(1)));
      assertThat(page.contains("Oldest comments")).isEqualTo(pages > 0);
      pages++;
      Matcher next = Pattern.compile("rel=\"next\" href=\"([^\"]*)\"").matcher(page);
      path = next.find() ? next.group(1).replace("&amp;", "&") : null;
    }
    assertThat(pages).isEqualTo(3);
    assertThat(seen).hasSize(120).isSorted().doesNotHaveDuplicates();
  }
}
