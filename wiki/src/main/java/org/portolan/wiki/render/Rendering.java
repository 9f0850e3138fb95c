package org.portolan.wiki.render;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.wikitext.html.Hypertext;

/**
 * A rendered text.
 *
 * @param body the safe HTML; its local links are not written yet
 * @param categories the full titles of the categories in which the text puts its page
 * @param languages the same page in other languages, as "code:Title"
 * @param templates the revision of every page on which the result depends, 0 for a missing page:
 *     while these and the text stay the same, so does the result
 * @param lifetime how long that is, since the text says the time or counts pages; empty if for ever
 * @param limit the reason if the text is shown as source
 * @param lasting whether the result may be kept; false if the machine was merely too busy
 */
public record Rendering(
    Hypertext body,
    List<String> categories,
    List<String> languages,
    Map<String, Long> templates,
    Optional<Duration> lifetime,
    Optional<String> limit,
    boolean lasting) {

  public Rendering {
    categories = List.copyOf(categories);
    languages = List.copyOf(languages);
    templates = Map.copyOf(templates);
  }
}
