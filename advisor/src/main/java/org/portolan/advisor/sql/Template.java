package org.portolan.advisor.sql;

import java.util.Locale;

/**
 * A statement without its values.
 *
 * @param text the template: literals and parameters as {@code ?}, lists of values with one element,
 *     several rows of values with one row, keywords in capitals, no comments
 * @param operation what a comment at the beginning of the statement named, such as {@code
 *     portolan:backlinks}; empty if there is none
 * @param whole false if a string, a name or a comment of the statement lacked its end
 * @param numbers which of the values are numbers
 */
public record Template(String text, String operation, boolean whole, NumberPlaces numbers) {

  /** Returns the first word in capitals; empty if the statement begins with none. */
  public String verb() {
    int end = 0;
    while (end < text.length()
        && (Character.isLetter(text.charAt(end)) || text.charAt(end) == '_')) {
      end++;
    }
    return text.substring(0, end).toUpperCase(Locale.ROOT);
  }
}
