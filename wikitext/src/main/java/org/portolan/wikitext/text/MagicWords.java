package org.portolan.wikitext.text;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The words in double braces that are not templates. */
final class MagicWords {
  /** Words before a colon, in lower case: "{{lc:…}}", "{{DEFAULTSORT:…}}" and local names. */
  private static final Set<String> FUNCTIONS =
      words(
          """
          int ns nse urlencode lcfirst ucfirst lc uc localurl localurle fullurl fullurle canonicalurl
          canonicalurle formatnum grammar gender plural bidi numberingroup numingroup language
          padleft padright anchorencode defaultsort defaultsortkey defaultcategorysort displaytitle
          filepath special speciale tag subst pagesincategory pagesincat pagesize pagesinnamespace
          pagesinns protectionlevel protectionexpiry cascadingsources noexternallanglinks formatdate
          dateformat numberofusers numberofactiveusers numberofpages numberofarticles numberoffiles
          numberofadmins numberofedits numberofviews pagename pagenamee fullpagename fullpagenamee
          basepagename basepagenamee subpagename subpagenamee rootpagename rootpagenamee
          subjectpagename subjectpagenamee articlepagename articlepagenamee talkpagename talkpagenamee
          namespace namespacee namespacenumber talkspace talkspacee subjectspace subjectspacee
          articlespace articlespacee revisionid revisionday revisionday2 revisionmonth revisionmonth1
          revisionyear revisiontimestamp revisionuser pageid
          ordinamento sortierung tri clédetri cledetri ordenar сортировка_по_умолчанию sostituisci
          ers ersetzen подст подстановка titolovisualizzato seitentitel
          """);

  /** Words without a colon; unlike functions they are case-sensitive. */
  private static final Set<String> VARIABLES =
      words(
          """
          ! = PAGENAME PAGENAMEE FULLPAGENAME FULLPAGENAMEE BASEPAGENAME BASEPAGENAMEE SUBPAGENAME
          SUBPAGENAMEE ROOTPAGENAME ROOTPAGENAMEE SUBJECTPAGENAME SUBJECTPAGENAMEE ARTICLEPAGENAME
          ARTICLEPAGENAMEE TALKPAGENAME TALKPAGENAMEE NAMESPACE NAMESPACEE NAMESPACENUMBER TALKSPACE
          TALKSPACEE SUBJECTSPACE SUBJECTSPACEE ARTICLESPACE ARTICLESPACEE PAGEID REVISIONID
          REVISIONDAY REVISIONDAY2 REVISIONMONTH REVISIONMONTH1 REVISIONYEAR REVISIONTIMESTAMP
          REVISIONUSER REVISIONSIZE SITENAME SERVER SERVERNAME SCRIPTPATH STYLEPATH DIRECTIONMARK
          DIRMARK CONTENTLANGUAGE CONTENTLANG PAGELANGUAGE CURRENTVERSION CURRENTYEAR CURRENTMONTH
          CURRENTMONTH1 CURRENTMONTH2 CURRENTMONTHNAME CURRENTMONTHNAMEGEN CURRENTMONTHABBREV
          CURRENTDAY CURRENTDAY2 CURRENTDOW CURRENTDAYNAME CURRENTTIME CURRENTHOUR CURRENTWEEK
          CURRENTTIMESTAMP LOCALYEAR LOCALMONTH LOCALMONTH1 LOCALMONTH2 LOCALMONTHNAME
          LOCALMONTHNAMEGEN LOCALMONTHABBREV LOCALDAY LOCALDAY2 LOCALDOW LOCALDAYNAME LOCALTIME
          LOCALHOUR LOCALWEEK LOCALTIMESTAMP NUMBEROFPAGES NUMBEROFARTICLES NUMBEROFFILES
          NUMBEROFEDITS NUMBEROFVIEWS NUMBEROFUSERS NUMBEROFADMINS NUMBEROFACTIVEUSERS
          NOEXTERNALLANGLINKS CASCADINGSOURCES
          """);

  /** Words before a colon that change the way in which a page is included, but not the page. */
  private static final Set<String> MODIFIERS = Set.of("safesubst", "msg", "msgnw", "raw");

  private MagicWords() {}

  static boolean isFunction(String word) {
    return FUNCTIONS.contains(word.toLowerCase(Locale.ROOT));
  }

  static boolean isVariable(String word) {
    return VARIABLES.contains(word);
  }

  static boolean isModifier(String word) {
    return MODIFIERS.contains(word.toLowerCase(Locale.ROOT));
  }

  private static Set<String> words(String text) {
    return Set.copyOf(List.of(text.strip().split("\\s+")));
  }
}
