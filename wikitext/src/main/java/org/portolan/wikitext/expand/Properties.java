package org.portolan.wikitext.expand;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.Title;

/** What is known of the page, of other pages and of the wiki, and what a text says of its page. */
final class Properties {
  /** How long a text that shows a number of pages is kept. */
  private static final Duration COUNTED = Duration.ofHours(1);

  private Properties() {}

  static void register(Functions functions) {
    count(functions, "NUMBEROFPAGES", call -> statistics(call).pages());
    count(functions, "NUMBEROFARTICLES", call -> statistics(call).articles());
    count(functions, "NUMBEROFFILES", call -> statistics(call).files());
    count(functions, "NUMBEROFEDITS", call -> statistics(call).edits());
    count(functions, "NUMBEROFUSERS", call -> statistics(call).users());
    count(functions, "NUMBEROFACTIVEUSERS", call -> statistics(call).activeUsers());
    count(functions, "NUMBEROFADMINS", call -> statistics(call).admins());
    count(functions, "NUMBEROFVIEWS", call -> 0);
    functions.function(call -> number(call, 0, 1), "PAGESINNAMESPACE", "PAGESINNS");
    functions.function(call -> number(call, 0, 1), "NUMBERINGROUP", "NUMINGROUP");
    functions.function(Properties::pagesInCategory, "PAGESINCATEGORY", "PAGESINCAT");
    functions.function(Properties::pageSize, "PAGESIZE");
    functions.both(Properties::pageId, "PAGEID");
    functions.both(Properties::revision, "REVISIONID");
    functions.both(call -> aboutPage(call, call.expansion().page().user()), "REVISIONUSER");
    functions.both(
        call -> aboutPage(call, Long.toString(call.expansion().page().bytes())), "REVISIONSIZE");
    // No page is protected.
    functions.function(call -> "", "PROTECTIONLEVEL");
    functions.function(call -> "infinity", "PROTECTIONEXPIRY");
    functions.both(call -> "", "CASCADINGSOURCES", "noexternallanglinks");
    functions.function(Properties::sortKey, "DEFAULTSORT", "DEFAULTSORTKEY", "DEFAULTCATEGORYSORT");
    functions.function(
        Properties::sortKey,
        "ORDINAMENTO",
        "SORTIERUNG",
        "TRI",
        "CLÉDETRI",
        "CLEDETRI",
        "ORDENAR",
        "СОРТИРОВКА_ПО_УМОЛЧАНИЮ");
    functions.function(
        call -> {
          call.expansion().displayTitle(call.text(0));
          return "";
        },
        "DISPLAYTITLE",
        "TITOLOVISUALIZZATO",
        "SEITENTITEL");
    functions.function(call -> special(call, false), "#special");
    functions.function(call -> special(call, true), "#speciale");
    functions.variable(call -> "MediaWiki", "CURRENTVERSION");
    // Coordinates and items of Wikidata are not kept; on a page they show nothing by themselves.
    functions.function(call -> "", "#coordinates", "#property", "#statements", "#assessment");
  }

  private interface Count {
    long of(Invocation call);
  }

  private static void count(Functions functions, String name, Count count) {
    functions.variable(call -> shown(call, count.of(call), ""), name);
    functions.function(call -> shown(call, count.of(call), call.text(0)), name);
  }

  private static Statistics statistics(Invocation call) {
    call.expansion().validFor(COUNTED);
    return call.expansion().pages().statistics();
  }

  /** A number as the language writes it, or as it is with the option "R". */
  private static String shown(Invocation call, long number, String option) {
    var digits = Long.toString(number);
    return option.equals("R")
        ? digits
        : Numbers.written(digits, call.expansion().surroundings().language());
  }

  private static String number(Invocation call, long number, int option) {
    return shown(call, number, call.text(option));
  }

  private static String pagesInCategory(Invocation call) {
    var site = call.expansion().surroundings().site();
    var title = site.title(call.text(0), Namespace.CATEGORY);
    if (title.isEmpty()) {
      return number(call, 0, 1);
    }
    call.expansion().validFor(COUNTED);
    var option = call.text(1).equals("R") ? 1 : 2;
    return number(call, call.expansion().pages().pagesInCategory(title.get().full()), option);
  }

  private static String pageSize(Invocation call) {
    long bytes =
        call.expansion()
            .surroundings()
            .site()
            .title(call.text(0))
            .filter(title -> title.namespace() >= 0)
            .flatMap(title -> call.expansion().pages().raw(title.full()))
            .map(text -> text.getBytes(StandardCharsets.UTF_8).length)
            .orElse(0);
    return number(call, bytes, 1);
  }

  private static String pageId(Invocation call) {
    return aboutPage(call, Long.toString(call.expansion().page().id()));
  }

  private static String revision(Invocation call) {
    long revision = call.expansion().page().revision();
    return aboutPage(call, revision == 0 ? "" : Long.toString(revision));
  }

  /** Returns the answer if the call asks for the page itself; of others nothing is known. */
  static String aboutPage(Invocation call, String answer) {
    if (call.count() == 0) {
      return answer;
    }
    return call.expansion()
        .surroundings()
        .site()
        .title(call.text(0))
        .filter(title -> title.equals(call.expansion().page().title()))
        .map(title -> answer)
        .orElse("");
  }

  private static String sortKey(Invocation call) {
    var key = Escapes.withoutMarkers(call.text(0));
    if (!key.isEmpty()) {
      call.expansion().sortKey(key);
    }
    return "";
  }

  private static String special(Invocation call, boolean encoded) {
    var site = call.expansion().surroundings().site();
    var name = site.namespace(-1).map(Namespace::name).orElse("Special");
    var full = site.title(name + ":" + call.text(0)).map(Title::full).orElse(name + ":Badtitle");
    return encoded ? Escapes.title(full) : full;
  }
}
