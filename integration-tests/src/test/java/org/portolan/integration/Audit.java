package org.portolan.integration;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.integration.Ledger.Answer;
import org.portolan.wiki.Listing;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.Wiki;

/**
 * Compares a wiki at rest with a ledger. It reports these errors:
 *
 * <ul>
 *   <li>an acknowledged save is not in its page's history, has another text, or is there twice;
 *   <li>a revision exists although its save was refused without a change, or no writer requested
 *       it;
 *   <li>two revisions were made from the same one, so that one author overwrote another unnoticed;
 *   <li>a renamed page is under both titles or under none;
 *   <li>the list of pages, the back-links, the members or the numbers of pages and edits do not
 *       agree with the texts. The audit decides this from the pages alone, without the store's own
 *       check.
 * </ul>
 */
final class Audit {
  private static final Pattern LINK = Pattern.compile("\\[\\[([^\\]]+)\\]\\]");
  private static final String CATEGORY = "Category:";

  private final Wiki wiki;
  private final Map<String, Save> saves;
  private final Map<String, Answer> answers;
  private final List<String> findings = new ArrayList<>();
  private final Map<String, String> currentTexts = new HashMap<>();
  private long edits;

  private Audit(Wiki wiki, Ledger ledger) {
    this.wiki = wiki;
    this.saves = ledger.saves();
    this.answers = ledger.answers();
  }

  /** Returns the errors, a line each. */
  static List<String> findings(Wiki wiki, Ledger ledger) {
    Audit audit = new Audit(wiki, ledger);
    audit.pages();
    audit.lists();
    return audit.findings;
  }

  private void pages() {
    Map<String, Set<String>> titlesByPage = new HashMap<>();
    for (Save save : saves.values()) {
      Set<String> titles = titlesByPage.computeIfAbsent(save.page(), page -> new LinkedHashSet<>());
      titles.addAll(
          save.title().equals(save.page())
              ? List.of(save.title())
              : Writers.wandererTitles(save.page()));
    }
    titlesByPage.forEach(this::page);
  }

  private void page(String page, Set<String> titles) {
    List<PageHistory> found =
        titles.stream().map(wiki::wholePage).flatMap(Optional::stream).toList();
    if (found.size() > 1) {
      findings.add(page + " is under several titles: " + titles);
    }
    List<FullRevision> revisions =
        found.stream().flatMap(history -> history.revisions().stream()).toList();
    found.forEach(history -> currentTexts.put(history.title(), history.newest().text()));
    edits += revisions.size();
    Map<String, Long> revisionsByText = new HashMap<>();
    long parent = 0;
    for (FullRevision revision : revisions) {
      if (revisionsByText.put(revision.text(), revision.info().id()) != null) {
        findings.add(page + " has two revisions of one save: " + revision.text());
      }
      if (revision.info().parentId() != parent) {
        findings.add(page + " revision " + revision + " should be made from revision " + parent);
      }
      parent = revision.info().id();
      revision(page, revision);
    }
    for (Save save : saves.values()) {
      if (save.page().equals(page)
          && answers.get(save.text()) instanceof Answer.Acknowledged acknowledged
          && !Long.valueOf(acknowledged.revision()).equals(revisionsByText.get(save.text()))) {
        findings.add("lost: " + save + " acknowledged as revision " + acknowledged.revision());
      }
    }
  }

  private void revision(String page, FullRevision revision) {
    Save save = saves.get(revision.text());
    if (save == null || !save.page().equals(page)) {
      findings.add(page + " has a revision that nobody asked for: " + revision);
    } else if (answers.get(save.text()) instanceof Answer.Refused refused) {
      findings.add("refused but saved: " + save + ": " + refused.why());
    }
  }

  private void lists() {
    Map<String, Set<String>> sources = new HashMap<>();
    currentTexts.forEach(
        (title, text) -> {
          Matcher link = LINK.matcher(text);
          while (link.find()) {
            // A link from a page to itself is no back-link.
            if (!link.group(1).equals(title)) {
              sources.computeIfAbsent(link.group(1), target -> new TreeSet<>()).add(title);
            }
          }
        });
    Set<String> targets = new HashSet<>(sources.keySet());
    saves.values().forEach(save -> targets.add(save.title()));
    for (int number = 0; number < Writers.CATEGORIES; number++) {
      targets.add(CATEGORY + Writers.category(number));
    }
    for (String target : targets) {
      ListingRequest all = ListingRequest.first(ListingRequest.LIMIT_MAX);
      Listing<String> listed =
          target.startsWith(CATEGORY) ? wiki.members(target, all) : wiki.backlinks(target, all);
      compare("pages that link to " + target, listed, sources.getOrDefault(target, Set.of()));
    }
    Listing<String> titles = wiki.titles(ListingRequest.first(ListingRequest.LIMIT_MAX));
    compare("list of pages", titles, currentTexts.keySet());
    long counted = wiki.statistics().pages();
    if (counted != currentTexts.size()) {
      findings.add("number of pages: " + counted + ", there are " + currentTexts.size());
    }
    long countedEdits = wiki.statistics().edits();
    if (countedEdits != edits) {
      findings.add("number of edits: " + countedEdits + ", there are " + edits);
    }
  }

  private void compare(String what, Listing<String> listed, Set<String> expected) {
    if (!new TreeSet<>(listed.entries()).equals(new TreeSet<>(expected))
        || listed.entries().size() != expected.size()) {
      findings.add(what + ": " + listed.entries() + ", should be " + new TreeSet<>(expected));
    }
  }
}
