package org.portolan.wikitext.expand;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An extension tag taken out of a text, such as {@code <nowiki>}, {@code <pre>}, {@code <ref>} or
 * {@code <gallery>}. In the expanded text stands a marker in its place.
 *
 * @param tag the tag's name in lower case
 * @param attributes its attributes, names in lower case, in the order of the text
 * @param body what stands between the tags: for tags whose body is wikitext it is expanded already,
 *     and may have markers of its own; for all others it is the source. Empty for {@code <ref/>}
 */
public record Strip(String tag, Map<String, String> attributes, Optional<String> body) {

  /** Opens and closes a marker; expanded text has it nowhere else. */
  public static final char MARK = '\u007f';

  /**
   * The tag of a strip that no author can write: a link to the same page in another language, whose
   * body is the title there and whose attribute "prefix" is the language.
   */
  public static final String LANGUAGE = "#interlanguagelink";

  /** The tag of a strip whose body is source to be written as it is, in a text to be saved. */
  static final String SOURCE = "#source";

  public Strip {
    attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
  }

  /** Returns the marker of the strip with this index in {@link Expanded#strips}. */
  public static String marker(int index) {
    return MARK + Integer.toString(index) + MARK;
  }
}
