package org.portolan.wiki.render;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a text looks like.
 *
 * @param body the sanitised HTML, its local links unmarked yet
 * @param categories the full titles of the categories that the text puts its page in
 * @param languages the same page elsewhere, as "code:Title"
 * @param templates the revision of every page that the result depends on, 0 for one that does not
 *     exist: while these and the text stay the same, so does the result
 * @param limit why the text is shown as source instead, if it is
 * @param lasting whether the result may be kept; not so if the machine was merely too busy
 */
public record Rendering(
    LinkedHtml body,
    List<String> categories,
    List<String> languages,
    Map<String, Long> templates,
    Optional<String> limit,
    boolean lasting) {

  public Rendering {
    categories = List.copyOf(categories);
    languages = List.copyOf(languages);
    templates = Map.copyOf(templates);
  }
}
