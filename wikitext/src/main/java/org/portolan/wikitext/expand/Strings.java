package org.portolan.wikitext.expand;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.portolan.wikitext.site.Encodings;

/** The string functions, which count characters (code points) from 0. */
final class Strings {
  /** As in MediaWiki: longer texts are refused. */
  private static final int CHARS_MAX = 1_000;

  private static final String TOO_LONG =
      "<strong class=\"error\">Error: String exceeds 1,000 character limit.</strong>";

  private Strings() {}

  static void register(Functions functions) {
    functions.function(
        call -> {
          var text = Escapes.withoutMarkers(call.text(0));
          return Integer.toString(text.codePointCount(0, text.length()));
        },
        "#len");
    functions.function(Strings::position, "#pos");
    functions.function(Strings::lastPosition, "#rpos");
    functions.function(Strings::part, "#sub");
    functions.function(Strings::occurrences, "#count");
    functions.function(Strings::replaced, "#replace");
    functions.function(Strings::exploded, "#explode");
    functions.function(
        call ->
            Encodings.decodePercent(call.text(0).replace('+', ' ')).replace(Strip.MARK, '\ufffd'),
        "#urldecode");
    functions.function(Strings::titleParts, "#titleparts");
    functions.function(Strings::relative, "#rel2abs");
  }

  /** Returns the integer at the start of a text, or another. */
  static int integer(String text, int otherwise) {
    int at = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    int end = at;
    while (end < text.length() && end < at + 9 && Character.digit(text.charAt(end), 10) >= 0) {
      end++;
    }
    return end == at ? otherwise : Integer.parseInt(text.substring(0, end));
  }

  private static boolean tooLong(String... texts) {
    for (var text : texts) {
      if (text.length() > CHARS_MAX) {
        return true;
      }
    }
    return false;
  }

  private static String position(Invocation call) {
    var text = Escapes.withoutMarkers(call.text(0));
    var wanted = searched(call);
    if (tooLong(text, wanted)) {
      return TOO_LONG;
    }
    int from =
        Math.max(0, Math.min(integer(call.text(2), 0), text.codePointCount(0, text.length())));
    int at = text.indexOf(wanted, text.offsetByCodePoints(0, from));
    return at < 0 ? "" : Integer.toString(text.codePointCount(0, at));
  }

  private static String lastPosition(Invocation call) {
    var text = Escapes.withoutMarkers(call.text(0));
    var wanted = searched(call);
    if (tooLong(text, wanted)) {
      return TOO_LONG;
    }
    int at = text.lastIndexOf(wanted);
    return at < 0 ? "-1" : Integer.toString(text.codePointCount(0, at));
  }

  /** What to search for: a space if nothing is given. */
  private static String searched(Invocation call) {
    var wanted = Escapes.withoutMarkers(call.text(1));
    return wanted.isEmpty() ? " " : wanted;
  }

  private static String part(Invocation call) {
    var text = Escapes.withoutMarkers(call.text(0));
    int count = text.codePointCount(0, text.length());
    int from = integer(call.text(1), 0);
    int length = integer(call.text(2), 0);
    from = Math.max(0, Math.min(from < 0 ? count + from : from, count));
    // A length of 0 means all, a negative one so many less.
    long to = length > 0 ? (long) from + length : (long) count + length;
    int end = (int) Math.max(from, Math.min(to, count));
    int start = text.offsetByCodePoints(0, from);
    return text.substring(start, text.offsetByCodePoints(start, end - from));
  }

  private static String occurrences(Invocation call) {
    var text = Escapes.withoutMarkers(call.text(0));
    var wanted = searched(call);
    if (tooLong(text, wanted)) {
      return TOO_LONG;
    }
    int count = 0;
    for (int at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length())) {
      count++;
    }
    return Integer.toString(count);
  }

  private static String replaced(Invocation call) {
    var text = Escapes.withoutMarkers(call.text(0));
    var wanted = searched(call);
    var by = Escapes.withoutMarkers(call.text(2));
    return tooLong(text, wanted, by) ? TOO_LONG : text.replace(wanted, by);
  }

  private static String exploded(Invocation call) {
    var text = Escapes.withoutMarkers(call.text(0));
    var separator = searched(call);
    if (tooLong(text, separator)) {
      return TOO_LONG;
    }
    var pieces = text.split(Pattern.quote(separator), -1);
    int wanted = integer(call.text(2), 0);
    int limit = integer(call.text(3), 0);
    int index = wanted < 0 ? pieces.length + wanted : wanted;
    if (limit > 0 && limit < pieces.length) {
      pieces = text.split(Pattern.quote(separator), limit);
    }
    return index >= 0 && index < pieces.length ? pieces[index] : "";
  }

  /** Returns some of the parts that slashes separate in a title. */
  private static String titleParts(Invocation call) {
    var written = call.text(0);
    var title = call.expansion().surroundings().site().title(written);
    if (title.isEmpty()) {
      return written;
    }
    var parts = title.get().full().split("/", 25);
    int count = integer(call.text(1), 0);
    int first = integer(call.text(2), 0);
    int from = first > 0 ? first - 1 : first < 0 ? parts.length + first : 0;
    from = Math.max(0, Math.min(from, parts.length));
    int to = count > 0 ? from + count : count < 0 ? parts.length + count : parts.length;
    to = Math.max(from, Math.min(to, parts.length));
    return String.join("/", Arrays.asList(parts).subList(from, to));
  }

  private static String relative(Invocation call) {
    var to = call.text(0);
    if (to.endsWith("/")) {
      to = to.substring(0, to.length() - 1);
    }
    var from = call.count() > 1 ? call.text(1) : "";
    if (from.isEmpty()) {
      from = call.expansion().page().title().full();
    }
    boolean below = to.isEmpty() || to.equals(".") || to.startsWith("/") || isRelative(to);
    var path = below ? from + "/" + to : to;
    var result = new ArrayList<String>();
    for (var part : path.split("/", -1)) {
      if (part.equals("..")) {
        if (result.isEmpty()) {
          return "<strong class=\"error\">Error: Invalid depth in path: \""
              + Escapes.html(to)
              + "\" (tried to access a node above the root node).</strong>";
        }
        result.remove(result.size() - 1);
      } else if (!part.isEmpty() && !part.equals(".")) {
        result.add(part);
      }
    }
    return String.join("/", result);
  }

  private static boolean isRelative(String path) {
    return path.equals("..") || path.startsWith("./") || path.startsWith("../");
  }
}
