package org.portolan.wikitext.expand;

import java.util.regex.Pattern;
import org.portolan.wikitext.site.Encodings;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.Title;

/** Addresses, and texts encoded for addresses. */
final class Urls {
  /** Tags, quotes, and the brackets and targets of links. */
  private static final Pattern MARKUP =
      Pattern.compile("<[^<>]{0,1000}>|'{2,3}|\\[\\[(?:[^\\[\\]|]{0,1000}\\|)?|(?<=\\w)\\]\\]");

  private static final Pattern SPACES = Pattern.compile("[ _\\t\\n]+");
  private static final Pattern ENCODED = Pattern.compile("%(?=[0-9A-Fa-f]{2})");

  private Urls() {}

  static void register(Functions functions) {
    functions.function(call -> local(call, ""), "localurl");
    functions.function(call -> escaped(local(call, "")), "localurle");
    Function full = call -> local(call, addresses(call).server());
    functions.function(full, "fullurl", "canonicalurl");
    functions.function(call -> escaped(full.apply(call)), "fullurle", "canonicalurle");
    functions.function(Urls::encoded, "urlencode");
    functions.function(Urls::anchor, "anchorencode");
    functions.function(Urls::file, "filepath");
    functions.variable(call -> addresses(call).server(), "server");
    functions.variable(call -> addresses(call).host(), "servername");
    functions.variable(
        call -> {
          var script = addresses(call).script();
          return script.substring(0, Math.max(0, script.lastIndexOf('/')));
        },
        "scriptpath",
        "stylepath");
    functions.variable(call -> addresses(call).articlePath() + "$1", "articlepath");
    functions.variable(call -> call.expansion().surroundings().site().name(), "SITENAME");
  }

  private static Addresses addresses(Invocation call) {
    return call.expansion().surroundings().addresses();
  }

  private static String local(Invocation call, String server) {
    var title = call.expansion().surroundings().site().title(call.text(0));
    if (title.isEmpty()) {
      return null;
    }
    var encoded = Escapes.title(title.get().full());
    var query = call.text(1);
    if (call.count() > 2) {
      query += "=" + call.text(2);
    }
    var addresses = addresses(call);
    return query.isEmpty()
        ? server + addresses.articlePath() + encoded
        : server + addresses.script() + "?title=" + encoded + "&" + query;
  }

  private static String escaped(String address) {
    return address == null ? null : Escapes.html(address);
  }

  private static String encoded(Invocation call) {
    var text = Escapes.withoutMarkers(call.text(0));
    return switch (call.text(1)) {
      case "WIKI" -> Escapes.title(text);
      case "PATH" -> Escapes.percent(text, "-_.~");
      default -> Escapes.percent(text, "-_. ").replace(' ', '+');
    };
  }

  /** As headings get their ids: words joined by underscores, without markup. */
  private static String anchor(Invocation call) {
    var text = MARKUP.matcher(Escapes.withoutMarkers(call.text(0))).replaceAll("");
    text = SPACES.matcher(Encodings.decodeReferences(text)).replaceAll("_");
    int from = text.startsWith("_") ? 1 : 0;
    int to = text.endsWith("_") ? text.length() - 1 : text.length();
    text = ENCODED.matcher(text.substring(Math.min(from, to), to)).replaceAll("%25");
    return Escapes.wikitext(text);
  }

  private static String file(Invocation call) {
    return call.expansion()
        .surroundings()
        .site()
        .title(call.text(0), Namespace.FILE)
        .map(Title::full)
        .map(full -> addresses(call).server() + addresses(call).articlePath() + Escapes.title(full))
        .orElse("");
  }
}
