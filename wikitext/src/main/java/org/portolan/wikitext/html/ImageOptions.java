package org.portolan.wikitext.html;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The options of a file's link, in English and in some other languages' words. */
final class ImageOptions {
  /** How the file is shown. */
  enum Format {
    PLAIN,
    THUMB,
    FRAME,
    FRAMELESS
  }

  private static final Set<String> GALLERY = Set.of("alt", "link", "lang", "page");

  private static final Map<String, String> WORDS = new HashMap<>();

  static {
    words("thumb", "thumb thumbnail mini miniatur miniatura miniatyr vignette миниатюра мини");
    words("frame", "frame framed enframed riquadrato incorniciato gerahmt rahmenlos обрамить");
    words("frameless", "frameless senza_cornice безрамки");
    words("border", "border bordo rand граница");
    words("left", "left sinistra links gauche izquierda слева pakreisi");
    words("right", "right destra rechts droite derecha справа palabi");
    words("center", "center centre centro zentriert centré центр");
    words("none", "none nessuno ohne néant sans ninguna без");
    words("upright", "upright verticale hochkant");
    for (var word :
        List.of(
            "baseline",
            "sub",
            "super",
            "sup",
            "top",
            "text-top",
            "middle",
            "bottom",
            "text-bottom")) {
      WORDS.put(word, "vertical");
    }
    for (var word : List.of("alt", "link", "page", "lang", "class")) {
      WORDS.put(word + "=", word);
    }
    WORDS.put("alternatif=", "alt");
    WORDS.put("verweis=", "link");
    WORDS.put("thumb=", "manual");
    WORDS.put("thumbnail=", "manual");
    WORDS.put("upright=", "upright");
    WORDS.put("verticale=", "upright");
    WORDS.put("hochkant=", "upright");
  }

  private static void words(String option, String spellings) {
    for (var spelling : spellings.split(" ", -1)) {
      WORDS.put(spelling.replace('_', ' '), option);
    }
  }

  private final Draft draft;
  Format format = Format.PLAIN;
  boolean border;
  String place = "";
  String caption;
  String alt;
  String link;
  int width;

  ImageOptions(Draft draft) {
    this.draft = draft;
  }

  /** Takes an option, or else a caption; of several captions the last counts. */
  void take(String part) {
    var option = part.strip();
    int equals = option.indexOf('=');
    var name = equals < 0 ? option : option.substring(0, equals).strip() + "=";
    var word = WORDS.get(name);
    if (word == null ? !isSize(option) : !apply(word, option.substring(equals + 1).strip(), name)) {
      caption = part;
    }
  }

  void takeInGallery(String part) {
    int equals = part.indexOf('=');
    var word = equals < 0 ? null : WORDS.get(part.substring(0, equals).strip() + "=");
    if (word == null || !GALLERY.contains(word)) {
      caption = part;
    } else {
      take(part);
    }
  }

  private boolean apply(String word, String value, String name) {
    switch (word) {
      case "thumb", "manual" -> choose(Format.THUMB);
      case "frame" -> choose(Format.FRAME);
      case "frameless" -> choose(Format.FRAMELESS);
      case "border" -> border = true;
      case "left", "right", "center", "none" -> place = place.isEmpty() ? word : place;
      case "alt" -> alt = draft.text(value).strip();
      case "link" -> link = draft.text(value).strip();
      case "upright" -> {
        return !name.endsWith("=") || isNumber(value);
      }
      case "page" -> {
        return isNumber(value);
      }
      case "lang" -> {
        return value.chars().allMatch(each -> Character.isLetterOrDigit(each) || each == '-');
      }
      default -> {}
    }
    return true;
  }

  private void choose(Format chosen) {
    if (format == Format.PLAIN) {
      format = chosen;
    }
  }

  private static boolean isNumber(String value) {
    return !value.isEmpty()
        && value.chars().allMatch(each -> (each >= '0' && each <= '9') || each == '.');
  }

  /** Reads "120px", "x80px" or "120x80px". */
  private boolean isSize(String option) {
    if (!option.endsWith("px")) {
      return false;
    }
    int end = option.length() - 2;
    while (end > 2 && option.startsWith("px", end - 2)) {
      end -= 2;
    }
    var size = option.substring(0, end).stripTrailing();
    int cross = size.indexOf('x');
    var first = cross < 0 ? size : size.substring(0, cross);
    var second = cross < 0 ? "" : size.substring(cross + 1);
    boolean fits =
        (isDigits(first) || (first.isEmpty() && cross == 0))
            && (isDigits(second) || (second.isEmpty() && (cross < 0 || !first.isEmpty())));
    if (fits && !first.isEmpty() && first.length() < 5) {
      width = Integer.parseInt(first);
    }
    return fits;
  }

  private static boolean isDigits(String text) {
    return !text.isEmpty() && text.chars().allMatch(each -> each >= '0' && each <= '9');
  }
}
