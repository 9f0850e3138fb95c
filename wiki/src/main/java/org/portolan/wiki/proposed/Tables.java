package org.portolan.wiki.proposed;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.types.Bytes;

/**
 * The entities and indexes of the proposed design that the wiki uses, and the form of its titles
 * and names: bytes in UTF-8, whose order is that of code points.
 */
final class Tables {
  static final String SITE = "site";
  static final String NAMESPACE = "namespace";
  static final String NAMESPACE_ALIAS = "namespace_alias";
  static final String ACTOR = "actor";
  static final String PAGE = "page";
  static final String REVISION = "revision";
  static final String COMMENT = "page_comment";
  static final String STATS = "site_stats";
  static final String JOB = "job";
  static final String CHUNK = "job_chunk";
  static final String CHUNK_PAGES = "job_chunk_page";
  static final String IMPORT = "import_state";
  static final String SEQUENCE = "sequence";

  static final String ACTOR_BY_NAME = "actor_by_name_and_with_account_and_account";
  static final String PAGE_BY_TITLE = "page_by_title";
  static final String PAGES_BY_TITLE = "page_in_order_of_title";
  static final String PAGES_BY_DRAW = "page_in_order_of_draw";

  private static final List<String> ENTITIES =
      List.of(
          SITE,
          NAMESPACE,
          NAMESPACE_ALIAS,
          ACTOR,
          PAGE,
          REVISION,
          COMMENT,
          STATS,
          JOB,
          CHUNK,
          IMPORT,
          SEQUENCE);

  private Tables() {}

  /**
   * Returns whether a design has all that the wiki uses. Designs proposed from other logs may have
   * further indexes and other layouts.
   */
  static boolean in(Design design) {
    List<String> indexes =
        design.entities().stream()
            .flatMap(entity -> entity.indexes().stream())
            .map(index -> index.name())
            .toList();
    return design.entities().stream()
            .map(EntityDesign::name)
            .collect(Collectors.toSet())
            .containsAll(ENTITIES)
        && indexes.containsAll(List.of(ACTOR_BY_NAME, PAGE_BY_TITLE, PAGES_BY_TITLE, PAGES_BY_DRAW))
        && indexes.containsAll(LinkTable.indexes());
  }

  static Bytes bytes(String title) {
    return Bytes.wrap(title.getBytes(StandardCharsets.UTF_8));
  }

  static String text(Object title) {
    return new String(((Bytes) title).unsafeArray(), StandardCharsets.UTF_8);
  }
}
