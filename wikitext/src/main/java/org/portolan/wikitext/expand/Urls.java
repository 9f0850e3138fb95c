package org.portolan.wikitext.expand;

import org.portolan.wikitext.site.Encodings;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.Title;

/** Addresses, and texts encoded for addresses. */
final class Urls {
  private Urls() {}

  static void register(Functions functions) {
    functions.function(call -> local(call, ""), "localurl");
    functions.function(call -> escaped(local(call, "")), "localurle");
    functions.function(call -> local(call, protocolRelative(call)), "fullurl");
    functions.function(call -> escaped(local(call, protocolRelative(call))), "fullurle");
    functions.function(call -> local(call, addresses(call).server()), "canonicalurl");
    functions.function(call -> escaped(local(call, addresses(call).server())), "canonicalurle");
    functions.function(Urls::encoded, "urlencode");
    functions.function(Urls::anchor, "anchorencode");
    functions.function(Urls::file, "filepath");
    functions.variable(call -> protocolRelative(call), "SERVER");
    functions.variable(call -> addresses(call).host(), "SERVERNAME");
    functions.variable(
        call -> {
          var script = addresses(call).script();
          return script.substring(0, Math.max(0, script.lastIndexOf('/')));
        },
        "SCRIPTPATH",
        "STYLEPATH");
    functions.variable(call -> addresses(call).articlePath() + "$1", "ARTICLEPATH");
    functions.variable(call -> call.expansion().surroundings().site().name(), "SITENAME");
  }

  private static Addresses addresses(Invocation call) {
    return call.expansion().surroundings().addresses();
  }

  private static String protocolRelative(Invocation call) {
    var server = addresses(call).server();
    int slashes = server.indexOf("//");
    return slashes < 0 ? server : server.substring(slashes);
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
    var text = Encodings.decodeReferences(Escapes.withoutMarkers(call.text(0)));
    return Escapes.wikitext(text.strip().replaceAll("[ _\\t\\n]+", "_"));
  }

  private static String file(Invocation call) {
    return call.expansion()
        .surroundings()
        .site()
        .title(call.text(0), Namespace.FILE)
        .map(Title::full)
        .map(full -> protocolRelative(call) + addresses(call).articlePath() + Escapes.title(full))
        .orElse("");
  }
}
