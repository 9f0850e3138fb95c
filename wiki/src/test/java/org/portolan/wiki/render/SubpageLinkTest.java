package org.portolan.wiki.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.portolan.wikitext.expand.PageFacts;
import org.portolan.wikitext.limit.TextLimits;
import org.portolan.wikitext.text.LinkExtractor;

class SubpageLinkTest {

  @Test
  void render_relativeLink_leadsWhereTheExtractorSays() {
    var page = Sites.ENGLISH.title("Talk:Rose").orElseThrow();
    String text = "[[/Archive]] [[Talk:Rose/Other]]";
    try (var renderer = new Renderer(Sites.ENGLISH, TextLimits.DEFAULT)) {
      Rendering rendering =
          renderer.render(
              "test", PageFacts.unsaved(page, Instant.EPOCH), text, MapPages.of(Map.of()));
      assertThat(rendering.body().titles())
          .containsExactlyInAnyOrder("Talk:Rose/Archive", "Talk:Rose/Other")
          .containsExactlyInAnyOrderElementsOf(
              new LinkExtractor(Sites.ENGLISH).extract(page, text).links());
    }
  }
}
