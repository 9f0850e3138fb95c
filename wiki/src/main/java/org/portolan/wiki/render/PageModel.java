package org.portolan.wiki.render;

import info.bliki.htmlcleaner.ContentToken;
import info.bliki.htmlcleaner.TagNode;
import info.bliki.wiki.filter.Encoder;
import info.bliki.wiki.filter.ParsedPageName;
import info.bliki.wiki.filter.WikipediaParser;
import info.bliki.wiki.model.Configuration;
import info.bliki.wiki.model.ITableOfContent;
import info.bliki.wiki.model.WikiModel;
import info.bliki.wiki.model.WikiModelContentException;
import info.bliki.wiki.namespaces.INamespace;
import info.bliki.wiki.tags.HTMLTag;
import info.bliki.wiki.template.ITemplateFunction;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;

/**
 * Answers the parser's requests while it renders one page: template texts within the budget, links
 * in this site's spelling, files as captions. Used once, by one thread.
 */
final class PageModel extends WikiModel {
  /** A depth at which the parser itself refuses to go deeper. */
  private static final int TOO_DEEP = Configuration.PARSER_RECURSION_LIMIT + 1;

  private static final Pattern LANGUAGE_CODE = Pattern.compile("[a-z]{2,3}(-[a-z]{2,8})*");

  private final SiteInfo site;
  private final Title title;
  private final Templates pageTemplates;
  private final Budget budget;
  private final Set<String> categoryTitles = new LinkedHashSet<>();
  private final Set<String> languages = new LinkedHashSet<>();
  private boolean contentsPlaced;
  private boolean contentsRefused;

  PageModel(
      Configuration configuration,
      INamespace namespaces,
      SiteInfo site,
      Title title,
      Templates pageTemplates,
      Budget budget) {
    super(configuration, Locale.ENGLISH, namespaces, "/${image}", "/wiki/${title}");
    this.site = site;
    this.title = title;
    this.pageTemplates = pageTemplates;
    this.budget = budget;
    setUp();
    setPageName(nameInNamespace(site, title));
    setNamespaceName(
        title.namespace() == Namespace.ARTICLE
            ? ""
            : title.full().substring(0, Math.max(0, title.full().indexOf(':'))));
  }

  private static String nameInNamespace(SiteInfo site, Title title) {
    for (Namespace each : site.namespaces()) {
      if (each.id() == title.namespace() && !each.name().isEmpty()) {
        return title.full().substring(Math.min(title.full().length(), each.name().length() + 1));
      }
    }
    return title.full();
  }

  Set<String> categoryTitles() {
    return categoryTitles;
  }

  /** Returns the links to the same page in other languages, as "code:Title". */
  Set<String> languages() {
    return languages;
  }

  /**
   * Returns whether the text has footnotes, which must be listed even if the text does not request
   * it.
   */
  boolean hasNotes() {
    return getReferences() != null && !getReferences().isEmpty();
  }

  boolean contentsRefused() {
    return contentsRefused;
  }

  boolean contentsPlaced() {
    return contentsPlaced;
  }

  @Override
  public int incrementRecursionLevel() {
    int level = super.incrementRecursionLevel();
    return budget.descend(level) ? level : TOO_DEEP;
  }

  @Override
  public int incrementTemplateRecursionLevel() {
    int level = super.incrementTemplateRecursionLevel();
    return budget.descend(level) ? level : TOO_DEEP;
  }

  @Override
  public String getRawWikiContent(ParsedPageName name, Map<String, String> parameters)
      throws WikiModelContentException {
    if (name.magicWord != null) {
      return budget.expand(0) ? super.getRawWikiContent(name, parameters) : "";
    }
    Optional<Title> wanted =
        name.namespace.isType(INamespace.NamespaceCode.TEMPLATE_NAMESPACE_KEY)
            ? site.title(name.pagename, Namespace.TEMPLATE)
            : site.title(":" + name.fullPagename());
    Optional<String> text = wanted.flatMap(found -> pageTemplates.text(found.full()));
    if (text.map(Brackets::tooManyOpen).orElse(false)) {
      budget.overdraw("one of its templates leaves too many brackets open");
    }
    if (!budget.expand(text.map(String::length).orElse(0))) {
      return "";
    }
    return text.orElse(null);
  }

  @Override
  public ITemplateFunction getTemplateFunction(String name) {
    ITemplateFunction safe = SafeFunctions.BY_NAME.get(name.toLowerCase(Locale.ROOT));
    return safe != null ? safe : super.getTemplateFunction(name);
  }

  @Override
  public void addCategory(String name, String sortKey) {
    site.title(name, Namespace.CATEGORY).ifPresent(found -> categoryTitles.add(found.full()));
  }

  @Override
  public boolean appendRawNamespaceLinks(String topic, String description, boolean noPipe) {
    int colon = topic.indexOf(':');
    if (colon > 0
        && LANGUAGE_CODE.matcher(topic.substring(0, colon)).matches()
        && isInterWiki(topic.substring(0, colon))) {
      languages.add(topic);
      return true;
    }
    return super.appendRawNamespaceLinks(topic, description, noPipe);
  }

  @Override
  public void appendInternalLink(
      String topic, String section, String description, String cssClass, boolean parse) {
    String anchor =
        section == null ? "" : "#" + Encoder.encodeDotUrl(section.strip().replace(' ', '_'));
    if (topic.isEmpty()) {
      appendAnchor(anchor.isEmpty() ? "#" : anchor, description, parse);
      return;
    }
    Optional<Title> target = site.relative(title, topic).or(() -> site.title(topic));
    if (target.isEmpty()) {
      appendText(description, parse);
    } else if (target.get().full().equals(title.full()) && section != null) {
      appendAnchor(anchor, description, parse);
    } else if (target.get().full().equals(title.full())) {
      var self = new HTMLTag("strong");
      self.addAttribute("class", "selflink", false);
      pushNode(self);
      appendText(description, parse);
      popNode();
    } else {
      appendAnchor("/wiki/" + TitlePath.encode(target.get().full()) + anchor, description, parse);
    }
  }

  private void appendAnchor(String address, String description, boolean parse) {
    var anchor = new TagNode("a");
    anchor.addAttribute("href", address, true);
    pushNode(anchor);
    appendText(description, parse);
    popNode();
  }

  private void appendText(String text, boolean parse) {
    if (parse) {
      WikipediaParser.parseRecursive(text.strip(), this, false, true);
    } else {
      append(new ContentToken(text));
    }
  }

  @Override
  public void parseInternalImageLink(String namespace, String rawLink) {
    FileLink link = FileLink.parse(rawLink);
    Optional<Title> target = site.title(link.name());
    if (target.isEmpty()) {
      appendText(link.caption().orElse(link.name()), true);
      return;
    }
    String address = "/wiki/" + TitlePath.encode(target.get().full());
    if (!link.block()) {
      appendAnchor(address, link.caption().orElse(target.get().full()), true);
      return;
    }
    boolean inParagraph = stackSize() > 0 && peekNode() instanceof info.bliki.wiki.tags.PTag;
    reduceTokenStack(Configuration.HTML_DIV_OPEN);
    var box = new TagNode("div");
    box.addAttribute("class", "filebox", true);
    pushNode(box);
    appendAnchor(address, target.get().full(), false);
    if (link.caption().isPresent()) {
      var caption = new TagNode("div");
      caption.addAttribute("class", "filecaption", true);
      pushNode(caption);
      appendText(link.caption().get(), true);
      popNode();
    }
    popNode();
    if (inParagraph) {
      pushNode(new info.bliki.wiki.tags.PTag());
    }
  }

  @Override
  public ITableOfContent appendHead(
      String rawHead, int level, boolean noContents, int number, int start, int end) {
    return budget.heading()
        ? super.appendHead(rawHead, level, noContents, number, start, end)
        : super.createTableOfContent(false);
  }

  @Override
  public ITableOfContent createTableOfContent(boolean requested) {
    if (requested && !contentsPlaced) {
      contentsPlaced = true;
      var place = new TagNode("div");
      place.addAttribute("class", Contents.PLACE, true);
      place.addChild(new ContentToken(Contents.PLACE));
      append(place);
    }
    return super.createTableOfContent(requested);
  }

  @Override
  public boolean parseBehaviorSwitch(String identifier) {
    contentsRefused |= identifier.equals("NOTOC") || identifier.equals("__NOTOC__");
    return super.parseBehaviorSwitch(identifier);
  }

  /**
   * Switches the parser's table of contents off: {@link Contents} makes it from the finished page,
   * where headings have their final ids.
   */
  @Override
  public boolean isNoToc() {
    return true;
  }
}
