package org.portolan.wikitext.html;

import java.util.Map;

/** The letters behind a link that belong to its text: "[[rose]]s". They differ by language. */
final class LinkTrails {
  private static final Map<String, String> LETTERS =
      Map.ofEntries(
          Map.entry("ca", "àèéíòóúç·ïü'"),
          Map.entry("cs", "áčďéěíňóřšťúůýž"),
          Map.entry("da", "æøå"),
          Map.entry("de", "äöüß"),
          Map.entry("es", "áéíóúñ"),
          Map.entry("fi", "äö"),
          Map.entry("fr", "àâçéèêîôûäëïöüùÇÉÂÊÎÔÛÄËÏÖÜÀÈÙ"),
          Map.entry("it", "àéèíîìóòúù"),
          Map.entry("ltg", "āčēģīķļņōŗšūžy"),
          Map.entry("lv", "āčēģīķļņōŗšūž"),
          Map.entry("nl", "äöüïëéèà"),
          Map.entry("pl", "ęóąśłżźćńĘÓĄŚŁŻŹĆŃ"),
          Map.entry("pt", "áâãàéêẽçíòóôõq̃úüűũ"),
          Map.entry("ru", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"),
          Map.entry("sv", "åäöéÅÄÖÉ"),
          Map.entry("uk", "абвгґдеєжзиіїйклмнопрстуфхцчшщьєюяёъы'“»"));

  private final String letters;

  LinkTrails(String language) {
    letters = LETTERS.getOrDefault(language, "");
  }

  int end(CharSequence text, int from) {
    int end = from;
    while (end < text.length() && isTrail(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private boolean isTrail(char letter) {
    return (letter >= 'a' && letter <= 'z')
        || letters.indexOf(letter) >= 0
        || (letters.length() > 0 && letter >= 'A' && letter <= 'Z' && letters.indexOf('Ę') >= 0);
  }
}
