package org.portolan.wikitext.expand;

import java.util.function.BiFunction;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;

/** Names of the page, of another page, and of namespaces. */
final class PageNames {
  private PageNames() {}

  static void register(Functions functions) {
    names(functions, "PAGENAME", SiteInfo::text);
    names(functions, "FULLPAGENAME", (site, title) -> title.full());
    names(functions, "BASEPAGENAME", (site, title) -> base(site, title));
    names(functions, "ROOTPAGENAME", (site, title) -> root(site, title));
    names(functions, "SUBPAGENAME", (site, title) -> last(site, title));
    names(functions, "TALKPAGENAME", (site, title) -> sibling(site, title, true));
    names(functions, "SUBJECTPAGENAME", (site, title) -> sibling(site, title, false));
    names(functions, "ARTICLEPAGENAME", (site, title) -> sibling(site, title, false));
    names(functions, "NAMESPACE", (site, title) -> namespace(site, title.namespace()));
    names(functions, "TALKSPACE", (site, title) -> namespace(site, talk(title.namespace())));
    names(functions, "SUBJECTSPACE", (site, title) -> namespace(site, subject(title.namespace())));
    names(functions, "ARTICLESPACE", (site, title) -> namespace(site, subject(title.namespace())));
    functions.both(
        call -> of(call, (site, title) -> Integer.toString(title.namespace())), "NAMESPACENUMBER");
    functions.function(call -> named(call, false), "ns");
    functions.function(call -> named(call, true), "nse");
  }

  private static void names(
      Functions functions, String name, BiFunction<SiteInfo, Title, String> answer) {
    functions.both(call -> Escapes.wikitext(of(call, answer)), name);
    functions.both(call -> Escapes.wikitext(Escapes.title(of(call, answer))), name + "E");
  }

  private static String of(Invocation call, BiFunction<SiteInfo, Title, String> answer) {
    var site = call.expansion().surroundings().site();
    if (call.count() == 0) {
      return answer.apply(site, call.expansion().page().title());
    }
    return site.title(call.text(0)).map(title -> answer.apply(site, title)).orElse("");
  }

  private static String base(SiteInfo site, Title title) {
    var text = site.text(title);
    int slash = site.hasSubpages(title.namespace()) ? text.lastIndexOf('/') : -1;
    return slash < 0 ? text : text.substring(0, slash);
  }

  private static String root(SiteInfo site, Title title) {
    var text = site.text(title);
    int slash = site.hasSubpages(title.namespace()) ? text.indexOf('/') : -1;
    return slash < 0 ? text : text.substring(0, slash);
  }

  private static String last(SiteInfo site, Title title) {
    var text = site.text(title);
    int slash = site.hasSubpages(title.namespace()) ? text.lastIndexOf('/') : -1;
    return text.substring(slash + 1);
  }

  private static int talk(int namespace) {
    return namespace < 0 ? namespace : namespace | 1;
  }

  private static int subject(int namespace) {
    return namespace < 0 ? namespace : namespace & ~1;
  }

  private static String namespace(SiteInfo site, int id) {
    return site.namespace(id).map(Namespace::name).orElse("");
  }

  private static String sibling(SiteInfo site, Title title, boolean discussion) {
    int id = discussion ? talk(title.namespace()) : subject(title.namespace());
    var name = namespace(site, id);
    return name.isEmpty() ? site.text(title) : name + ":" + site.text(title);
  }

  /** A namespace by its number or by any of its names. */
  private static String named(Invocation call, boolean encoded) {
    var site = call.expansion().surroundings().site();
    var wanted = call.text(0);
    var name = byNumber(site, wanted);
    if (name == null) {
      var spelled = wanted.replace('_', ' ');
      for (var each : site.namespaces()) {
        if (each.name().equalsIgnoreCase(spelled)
            || each.aliases().stream().anyMatch(alias -> alias.equalsIgnoreCase(spelled))) {
          name = each.name();
        }
      }
    }
    return name == null ? null : encoded ? Escapes.title(name) : name;
  }

  private static String byNumber(SiteInfo site, String wanted) {
    if (wanted.isEmpty()) {
      return null;
    }
    boolean number = wanted.chars().skip(1).allMatch(each -> each >= '0' && each <= '9');
    char first = wanted.charAt(0);
    if (!number || !((first >= '0' && first <= '9') || (first == '-' && wanted.length() > 1))) {
      return null;
    }
    return site.namespace(Strings.integer(wanted, 0)).map(Namespace::name).orElse(null);
  }
}
