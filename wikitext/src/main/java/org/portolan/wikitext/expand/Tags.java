package org.portolan.wikitext.expand;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.wikitext.site.Namespace;

/** Functions that make a tag, or that stand for programs. */
final class Tags {
  /** Elements that {@code #tag} may write too. */
  private static final Set<String> HTML =
      Set.of("b", "i", "u", "s", "em", "strong", "small", "sub", "sup", "span", "div", "code");

  private Tags() {}

  static void register(Functions functions) {
    functions.function(Tags::tag, "#tag");
    functions.function(Tags::invocation, "#invoke");
    functions.function(Tags::language, Strip.LANGUAGE);
  }

  private static String tag(Invocation call) {
    var name = call.text(0).toLowerCase(Locale.ROOT);
    boolean html = HTML.contains(name);
    if (!html && !ExtensionTags.known(name)) {
      return "<span class=\"error\">"
          + call.expansion().surroundings().messages().of("unknown-tag", "tag", Escapes.html(name))
          + "</span>";
    }
    var attributes = new LinkedHashMap<String, String>();
    for (int i = 2; i < call.count(); i++) {
      var part = call.part(i);
      if (part.name() != null) {
        var key = call.text(part.name()).toLowerCase(Locale.ROOT);
        attributes.put(key, unquoted(Escapes.withoutMarkers(call.text(part.value()))));
      }
    }
    if (html) {
      var tag = new StringBuilder("<").append(name);
      attributes.forEach(
          (key, value) ->
              tag.append(' ').append(key).append("=\"").append(Escapes.html(value)).append('"'));
      return tag.append('>').append(call.untrimmed(1)).append("</" + name + ">").toString();
    }
    var body = call.count() > 1 ? Optional.of(call.untrimmed(1)) : Optional.<String>empty();
    return call.expansion().strip(new Strip(name, attributes, body));
  }

  private static String unquoted(String value) {
    int last = value.length() - 1;
    boolean quoted =
        last > 0
            && (value.charAt(0) == '"' || value.charAt(0) == '\'')
            && value.charAt(last) == value.charAt(0);
    return quoted ? value.substring(1, last) : value;
  }

  private static String language(Invocation call) {
    if (call.expansion().saving()) {
      return null;
    }
    var prefix = call.text(0).toLowerCase(Locale.ROOT);
    var title = Optional.of(Escapes.withoutMarkers(call.text(1)));
    return call.expansion().strip(new Strip(Strip.LANGUAGE, Map.of("prefix", prefix), title));
  }

  /** Modules are programs; they are shown by name and not run. */
  private static String invocation(Invocation call) {
    if (call.expansion().saving()) {
      return null;
    }
    var written = call.text(0);
    call.expansion()
        .surroundings()
        .site()
        .title(written, Namespace.MODULE)
        .filter(title -> title.namespace() == Namespace.MODULE)
        .ifPresent(call.expansion()::invoked);
    var name = new StringBuilder();
    written
        .codePoints()
        .filter(each -> Character.isLetterOrDigit(each) || " _/-".indexOf(each) >= 0)
        .forEach(name::appendCodePoint);
    var note = call.expansion().surroundings().messages().of("module-not-run", "name", name);
    return "<span class=\"notrun\">" + note + "</span>";
  }
}
