package org.portolan.wikitext.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Names that MediaWiki knows without a dump: the canonical English namespaces, the older local
 * names of the file namespace, and the prefixes that lead to other wikis. A dump contains neither
 * aliases nor the interwiki table, so these names replace both.
 */
final class KnownNames {
  /** The English name of each namespace that MediaWiki itself or its usual extensions define. */
  static final Map<Integer, String> CANONICAL =
      Map.ofEntries(
          Map.entry(-2, "Media"),
          Map.entry(-1, "Special"),
          Map.entry(1, "Talk"),
          Map.entry(2, "User"),
          Map.entry(3, "User talk"),
          Map.entry(4, "Project"),
          Map.entry(5, "Project talk"),
          Map.entry(6, "File"),
          Map.entry(7, "File talk"),
          Map.entry(8, "MediaWiki"),
          Map.entry(9, "MediaWiki talk"),
          Map.entry(10, "Template"),
          Map.entry(11, "Template talk"),
          Map.entry(12, "Help"),
          Map.entry(13, "Help talk"),
          Map.entry(14, "Category"),
          Map.entry(15, "Category talk"),
          Map.entry(828, "Module"),
          Map.entry(829, "Module talk"));

  /** MediaWiki's own older names for the file namespace, by language. */
  private static final Map<String, String> FILE_ALIASES =
      Map.ofEntries(
          Map.entry("ca", "Imatge"),
          Map.entry("cs", "Obrázek"),
          Map.entry("da", "Billede"),
          Map.entry("de", "Bild"),
          Map.entry("es", "Imagen"),
          Map.entry("it", "Immagine"),
          Map.entry("ja", "画像"),
          Map.entry("ltg", "Attēls"),
          Map.entry("lv", "Attēls"),
          Map.entry("nl", "Afbeelding"),
          Map.entry("pl", "Grafika"),
          Map.entry("pt", "Imagem"),
          Map.entry("ru", "Изображение"),
          Map.entry("sv", "Bild"));

  private static final Set<String> SISTERS =
      words(
          """
          w wikipedia wikt wiktionary b wikibooks n wikinews q wikiquote s wikisource v wikiversity
          voy wikivoyage species wikispecies c commons m meta metawiki metawikipedia mw
          mediawikiwiki d wikidata wmf foundation wikimedia incubator outreach outreachwiki
          strategy betawiki translatewiki bugzilla mediazilla phab phabricator gerrit mail mailarchive
          tools toollabs toolforge wikitech labsconsole test2wiki testwiki usability wikitech rev svn
          otrswiki ticket quality sulutil google googlebooks doi arxiv hdl imdbname imdbtitle wikia
          wikimania wm2005 wm2006 wm2007 wm2008 wm2009 wm2010 wm2011 wm2012 wm2013 wm2014 wm2015
          wm2016 wm2017 wmania http https ftp mailto irc
          """);

  private static final Set<String> LANGUAGES =
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

  private KnownNames() {}

  /** Returns whether a prefix, in lower case, leads away from this wiki. */
  static boolean leadsElsewhere(String prefix) {
    return LANGUAGES.contains(prefix) || SISTERS.contains(prefix);
  }

  /** Returns the other names of a namespace in a wiki of this language, besides {@code name}. */
  static List<String> aliases(int id, String name, String language) {
    var aliases = new ArrayList<String>();
    var canonical = CANONICAL.get(id);
    if (canonical != null && !canonical.equals(name)) {
      aliases.add(canonical);
    }
    if (id == Namespace.FILE) {
      aliases.add("Image");
      var older = FILE_ALIASES.get(language.toLowerCase(Locale.ROOT));
      if (older != null && !older.equals(name)) {
        aliases.add(older);
      }
    } else if (id == Namespace.FILE + 1) {
      aliases.add("Image talk");
    }
    return List.copyOf(aliases);
  }

  private static Set<String> words(String text) {
    return Set.copyOf(List.of(text.strip().split("\\s+")));
  }
}
