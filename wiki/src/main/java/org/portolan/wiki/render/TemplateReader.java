package org.portolan.wiki.render;

import java.util.Collection;
import java.util.Map;
import org.portolan.wiki.WikiPage;

/** Reads the pages that a text includes, for the renderer: {@code wiki::pages}. */
@FunctionalInterface
public interface TemplateReader {

  /** Returns those of the pages that exist, by title: one batched read. */
  Map<String, WikiPage> read(Collection<String> titles);
}
