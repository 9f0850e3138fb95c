package org.portolan.wikitext.site;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The prefixes of titles that lead to other wikis, in lower case, as all wikis of the Wikimedia
 * Foundation have them. A dump does not contain its wiki's own table.
 */
public final class OtherWikiPrefixes {
  /** The codes of languages. */
  public static final Set<String> LANGUAGES =
      words(
          """
          aa ab ace ady af ak als alt am an ang ar arc ary arz as ast atj av avk awa ay az azb ba ban
          bar bat-smg bcl be be-tarask be-x-old bg bh bi bjn bm bn bo bpy br bs bug bxr ca cbk-zam
          cdo ce ceb ch cho chr chy ckb co cr crh cs csb cu cv cy cz da de din diq dk dsb dty dv dz ee
          el eml en eo epo es et eu ext fa ff fi fiu-vro fj fo fr frp frr fur fy ga gag gan gcr gd gl
          glk gn gom gor got gsw gu gv ha hak haw he hi hif ho hr hsb ht hu hy hyw hz ia id ie ig ii
          ik ilo inh io is it iu ja jam jbo jp jv ka kaa kab kbd kbp kg ki kj kk kl km kn ko koi kr
          krc ks ksh ku kv kw ky la lad lb lbe lez lfn lg li lij lld lmo ln lo lrc lt ltg lv mad mai
          map-bms mdf mg mh mhr mi min minnan mk ml mn mnw mo mr mrj ms mt mus mwl my myv mzn na nah
          nan nap nb nds nds-nl ne new ng nia nl nn no nov nqo nrm nso nv ny oc olo om or os pa pag
          pam pap pcd pdc pfl pi pih pl pms pnb pnt ps pt qu rm rmy rn ro roa-rup roa-tara ru rue rup
          rw sa sah sat sc scn sco sd se sg sgs sh shn shy si simple sk skr sl sm smn sn so sq sr srn
          ss st stq su sv sw szl szy ta tay tcy te tet tg th ti tk tl tn to tpi tr trv ts tt tum tw ty
          tyv udm ug uk ur uz ve vec vep vi vls vo vro wa war wo wuu xal xh xmf yi yo yue za zea zh
          zh-cfr zh-classical zh-cn zh-min-nan zh-tw zh-yue zu
          """);

  /** Words before a colon that make an address, and never a title. */
  static final Set<String> SCHEMES = Set.of("http", "https", "ftp", "mailto", "irc");

  /** The addresses of projects and services, with "$1" for the title. */
  public static final Map<String, String> SISTERS = sisters();

  private OtherWikiPrefixes() {}

  private static Map<String, String> sisters() {
    Map<String, String> addresses = new HashMap<>();
    add(addresses, "https://en.wikipedia.org/wiki/$1", "w", "wikipedia");
    add(addresses, "https://en.wiktionary.org/wiki/$1", "wikt", "wiktionary");
    add(addresses, "https://en.wikibooks.org/wiki/$1", "b", "wikibooks");
    add(addresses, "https://en.wikinews.org/wiki/$1", "n", "wikinews");
    add(addresses, "https://en.wikiquote.org/wiki/$1", "q", "wikiquote");
    add(addresses, "https://en.wikisource.org/wiki/$1", "s", "wikisource");
    add(addresses, "https://en.wikiversity.org/wiki/$1", "v", "wikiversity");
    add(addresses, "https://en.wikivoyage.org/wiki/$1", "voy", "wikivoyage");
    add(addresses, "https://species.wikimedia.org/wiki/$1", "species", "wikispecies");
    add(addresses, "https://commons.wikimedia.org/wiki/$1", "c", "commons");
    add(addresses, "https://meta.wikimedia.org/wiki/$1", "m", "meta", "metawiki", "metawikipedia");
    add(addresses, "https://www.mediawiki.org/wiki/$1", "mw", "mediawikiwiki");
    add(addresses, "https://www.wikidata.org/wiki/$1", "d", "wikidata");
    add(addresses, "https://foundation.wikimedia.org/wiki/$1", "wikimedia");
    add(addresses, "https://incubator.wikimedia.org/wiki/$1", "incubator");
    add(addresses, "https://outreach.wikimedia.org/wiki/$1", "outreach", "outreachwiki");
    add(addresses, "https://translatewiki.net/wiki/$1", "translatewiki");
    add(addresses, "https://wikitech.wikimedia.org/wiki/$1", "wikitech");
    add(addresses, "https://foundation.wikimedia.org/wiki/$1", "wmf", "foundation");
    add(addresses, "https://strategy.wikimedia.org/wiki/$1", "strategy");
    add(addresses, "https://usability.wikimedia.org/wiki/$1", "usability");
    add(addresses, "https://quality.wikimedia.org/wiki/$1", "quality");
    add(addresses, "https://wikimania.wikimedia.org/wiki/$1", "wikimania", "wmania");
    for (int year = 2005; year <= 2017; year++) {
      add(addresses, "https://wikimania" + year + ".wikimedia.org/wiki/$1", "wm" + year);
    }
    add(addresses, "https://translatewiki.net/wiki/$1", "betawiki");
    add(addresses, "https://test.wikipedia.org/wiki/$1", "testwiki");
    add(addresses, "https://test2.wikipedia.org/wiki/$1", "test2wiki");
    add(addresses, "https://wikitech.wikimedia.org/wiki/$1", "labsconsole");
    add(addresses, "https://phabricator.wikimedia.org/$1", "phab", "phabricator");
    add(addresses, "https://bugzilla.wikimedia.org/show_bug.cgi?id=$1", "bugzilla", "mediazilla");
    add(addresses, "https://gerrit.wikimedia.org/r/$1", "gerrit");
    add(addresses, "https://lists.wikimedia.org/mailman/listinfo/$1", "mail");
    add(addresses, "https://lists.wikimedia.org/pipermail/$1", "mailarchive");
    add(addresses, "https://tools.wmflabs.org/$1", "tools", "toollabs", "toolforge");
    add(addresses, "https://www.mediawiki.org/wiki/Special:Code/MediaWiki/$1", "rev");
    add(addresses, "https://svn.wikimedia.org/viewvc/mediawiki/$1?view=log", "svn");
    add(addresses, "https://otrs-wiki.wikimedia.org/wiki/$1", "otrswiki");
    add(
        addresses,
        "https://ticket.wikimedia.org/otrs/index.pl?Action=AgentTicketZoom&TicketNumber=$1",
        "ticket");
    add(addresses, "https://meta.wikimedia.org/wiki/Special:CentralAuth/$1", "sulutil");
    add(addresses, "https://www.google.com/search?q=$1", "google");
    add(addresses, "https://books.google.com/books?id=$1", "googlebooks");
    add(addresses, "https://doi.org/$1", "doi");
    add(addresses, "https://arxiv.org/abs/$1", "arxiv");
    add(addresses, "https://hdl.handle.net/$1", "hdl");
    add(addresses, "https://www.imdb.com/name/nm$1/", "imdbname");
    add(addresses, "https://www.imdb.com/title/tt$1/", "imdbtitle");
    add(addresses, "https://www.wikia.com/wiki/w:c:$1", "wikia");
    return Map.copyOf(addresses);
  }

  private static void add(Map<String, String> addresses, String address, String... prefixes) {
    for (String prefix : prefixes) {
      addresses.put(prefix, address);
    }
  }

  private static Set<String> words(String text) {
    return Set.copyOf(List.of(text.strip().split("\\s+")));
  }
}
