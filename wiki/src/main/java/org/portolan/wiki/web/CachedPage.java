package org.portolan.wiki.web;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.portolan.wiki.render.Rendering;

/**
 * A finished page and all that it was made from.
 *
 * @param title the page that was asked for
 * @param revisionId the revision of it
 * @param dependencies the revisions of the other pages whose text is in it, 0 for the missing
 * @param existing those of the linked pages that exist
 * @param reply what is sent
 */
record CachedPage(
    String title,
    long revisionId,
    Map<String, Long> dependencies,
    Rendering rendering,
    Set<String> existing,
    Reply reply,
    Check check) {

  /** When it was last found to be up to date. */
  static final class Check {
    volatile long atNanos;
    volatile long writes;

    Check(long atNanos, long writes) {
      this.atNanos = atNanos;
      this.writes = writes;
    }
  }

  /** Returns every page whose current revision tells whether this is up to date. */
  Set<String> watched() {
    Set<String> titles = new HashSet<>(dependencies.keySet());
    titles.addAll(linked());
    titles.add(title);
    return titles;
  }

  private Set<String> linked() {
    return linked(rendering);
  }

  /** Returns the pages that a rendering links to, its categories among them. */
  static Set<String> linked(Rendering rendering) {
    Set<String> titles = new HashSet<>(rendering.body().titles());
    titles.addAll(rendering.categories());
    return titles;
  }

  /** Returns whether the text in it is still that of the store. */
  boolean sameTexts(Map<String, Long> revisionIds) {
    for (var each : dependencies.entrySet()) {
      if (!each.getValue().equals(revisionIds.getOrDefault(each.getKey(), 0L))) {
        return false;
      }
    }
    return revisionIds.getOrDefault(title, 0L) == revisionId;
  }

  /** Returns whether its red links are still the right ones. */
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
