package org.portolan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.wiki.Comment;
import org.portolan.wiki.Edit;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;

/** The list of comments. No script can show it, since comments are written only over HTTP. */
class ListCommentsTest {
  private static final Instant TIME = Instant.parse("2026-05-03T14:07:00Z");

  @TempDir Path directory;

  @Test
  void comments_severalLines_areOneLineEachOldestFirst() {
    String uri = "rocksdb:" + directory.resolve("a");
    try (Store store = Stores.openOrCreate(uri, WikiModel.WIDE_ROW.design())) {
      Wiki wiki = Wikis.of(store);
      wiki.save(new Edit("Rose", "text", "a", "", false, 0, TIME));
      wiki.comment("Rose", new Comment(TIME.plusSeconds(1), "b", "second"));
      wiki.comment("Rose", new Comment(TIME, "a", "one\n\ttwo"));
    }
    assertThat(new Script(directory).run("portolan wiki list --store rocksdb:a comments rose"))
        .isEqualTo("2026-05-03T14:07:00Z\ta\tone  two\n2026-05-03T14:07:01Z\tb\tsecond\n");
  }
}
