package org.portolan.wiki.render;

import java.util.Collection;
import java.util.Map;
import org.portolan.wiki.WikiPage;

/** Reads the pages that a text includes, for the renderer: {@code wiki::pages}. */
@FunctionalInterface
public interface TemplateReader {

  /** Returns the existing pages among the titles, by title: one batched read. */
  Map<String, WikiPage> read(Collection<String> titles);
}
