package org.portolan.wikitext.expand;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A text in which nothing is left to expand: links, tables, lists, quotes and HTML tags only, and
 * markers in the place of extension tags.
 *
 * @param text the text; "\u007f" + index + "\u007f" stands for the strip of that index
 * @param strips the extension tags, in the order of their markers' numbers
 * @param pages the revision of every page on which the text depends, by full title; 0 for a missing
 *     page
 * @param templates the full titles of the pages whose text it includes, or would include if they
 *     existed, and of modules it invokes
 * @param probes the full titles of the pages whose existence decides what it shows ({@code
 *     #ifexist}), which MediaWiki counts as links
 * @param sortKey what {@code DEFAULTSORT} gives
 * @param displayTitle what {@code DISPLAYTITLE} gives, as wikitext
 * @param lifetime how long the text stays right while none of the pages changes, since it says the
 *     time or counts pages; empty if for ever
 */
public record Expanded(
    String text,
    List<Strip> strips,
    Map<String, Long> pages,
    Set<String> templates,
    Set<String> probes,
    Optional<String> sortKey,
    Optional<String> displayTitle,
    Optional<Duration> lifetime) {

  public Expanded {
    strips = List.copyOf(strips);
    pages = Map.copyOf(pages);
    templates = Set.copyOf(templates);
    probes = Set.copyOf(probes);
  }
}
