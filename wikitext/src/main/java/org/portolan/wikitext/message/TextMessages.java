package org.portolan.wikitext.message;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The sentences that this module puts into pages, by the language of a wiki. Thread-safe. */
public final class TextMessages {
  private static final int LANGUAGES_MAX = 100;
  private static final Map<String, Messages> LOADED = new ConcurrentHashMap<>();

  private TextMessages() {}

  /** Returns the sentences for a language tag; they are read once. */
  public static Messages of(String tag) {
    var known = LOADED.get(tag);
    if (known != null) {
      return known;
    }
    var loaded = Messages.load(TextMessages.class, "", tag);
    if (LOADED.size() < LANGUAGES_MAX) {
      LOADED.put(tag, loaded);
    }
    return loaded;
  }
}
