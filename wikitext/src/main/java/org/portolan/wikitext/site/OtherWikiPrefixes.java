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

  /** The addresses of projects, with "$1" for the title. */
  public static final Map<String, String> SISTERS = sisters();

  /** Prefixes whose pages have no plain address, or which are out of use. */
  static final Set<String> OTHERS =
      words(
          """
          wmf foundation strategy betawiki bugzilla mediazilla phab phabricator gerrit mail
          mailarchive tools toollabs toolforge labsconsole test2wiki testwiki usability rev svn
          otrswiki ticket quality sulutil google googlebooks doi arxiv hdl imdbname imdbtitle wikia
          wikimania wm2005 wm2006 wm2007 wm2008 wm2009 wm2010 wm2011 wm2012 wm2013 wm2014 wm2015
          wm2016 wm2017 wmania http https ftp mailto irc
          """);

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
