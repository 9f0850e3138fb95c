package org.portolan.wiki.web;

import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.portolan.wiki.render.Rendering;

/**
 * A finished page and the data from which it was made.
 *
 * @param title the requested page
 * @param revisionId the revision of the requested page
 * @param dependencies the revisions of the other pages whose text is included, 0 for missing pages
 * @param existing the linked pages that exist
 * @param reply the reply to send
 * @param endNanos by {@link System#nanoTime}, when its text is no longer right; empty if never
 */
record CachedPage(
    String title,
    long revisionId,
    Map<String, Long> dependencies,
    Rendering rendering,
    Set<String> existing,
    Reply reply,
    OptionalLong endNanos,
    Check check) {

  /** The last check that found the page up to date. */
  static final class Check {
    volatile long atNanos;
    volatile long writes;

    Check(long atNanos, long writes) {
      this.atNanos = atNanos;
      this.writes = writes;
    }
  }

  /** Returns whether what it says of the time has become wrong. */
  boolean isOver(long nowNanos) {
    return endNanos.isPresent() && nowNanos - endNanos.getAsLong() > 0;
  }

  /** Returns every page whose current revision shows whether this page is up to date. */
  Set<String> watched() {
    Set<String> titles = new HashSet<>(dependencies.keySet());
    titles.addAll(linked());
    titles.add(title);
    return titles;
  }

  /** Returns at least the number of {@link #watched} pages. */
  int watchedMost() {
    return dependencies.size()
        + rendering.body().titles().size()
        + rendering.categories().size()
        + 1;
  }

  private Set<String> linked() {
    return linked(rendering);
  }

  /** Returns the pages that a rendering links to, including its categories. */
  static Set<String> linked(Rendering rendering) {
    Set<String> titles = new HashSet<>(rendering.body().titles());
    titles.addAll(rendering.categories());
    return titles;
  }

  /** Returns whether all included texts are still current. */
  boolean sameTexts(Map<String, Long> revisionIds) {
    for (var each : dependencies.entrySet()) {
      if (!each.getValue().equals(revisionIds.getOrDefault(each.getKey(), 0L))) {
        return false;
      }
    }
    return revisionIds.getOrDefault(title, 0L) == revisionId;
  }

  /** Returns whether its red links are still right. */
  boolean sameLinks(Map<String, Long> revisionIds) {
    for (String link : linked()) {
      if (existing.contains(link) != revisionIds.containsKey(link)) {
        return false;
      }
    }
    return true;
  }

  int bytes() {
    return reply.body().length() + 2 * rendering.body().length() + 200 * (existing.size() + 4);
  }
}
