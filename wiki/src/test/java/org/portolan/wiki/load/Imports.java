package org.portolan.wiki.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.portolan.data.Store;
import org.portolan.wiki.Answers;
import org.portolan.wiki.ReferenceWiki;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.dump.DumpOptions;
import org.portolan.wiki.load.ImportSource.Broken;
import org.portolan.wiki.load.ImportSource.Entry;
import org.portolan.wiki.load.ImportSource.Good;
import org.portolan.wiki.storage.ImportState;
import org.portolan.wiki.synthetic.SyntheticWiki;
import org.portolan.wikitext.site.SiteInfo;

/** Imports for tests. */
final class Imports {
  private static final String HANDBOOK = "handbook.xml";

  private Imports() {}

  static DumpSource handbook() {
    return DumpSource.open(Wiki.class.getResourceAsStream(HANDBOOK), HANDBOOK, DumpOptions.all());
  }

  /** Returns the handbook's pages for the wiki of another source. */
  static ImportSource handbookAsGuest() {
    return new Guest(handbook());
  }

  /** The pages of a source that does not name its wiki. */
  private static final class Guest extends ForwardingSource {
    Guest(ImportSource source) {
      super(source);
    }

    @Override
    public Optional<SiteInfo> site() {
      return Optional.empty();
    }
  }

  static SyntheticSource synthetic(int pages) {
    return new SyntheticSource(new SyntheticWiki(7, pages, 5), "seed 7, " + pages + " pages");
  }

  static ImportState run(Store store, ImportSource source) {
    return run(store, source, false, new ArrayList<>());
  }

  static ImportState run(Store store, ImportSource source, boolean resume, List<Broken> broken) {
    try (source) {
      return new WikiImport(store, source, resume, broken::add, state -> {}).run();
    }
  }

  /** Returns a reference wiki with the pages of a source. */
  static ReferenceWiki reference(ImportSource source) {
    ReferenceWiki reference = new ReferenceWiki();
    add(reference, source);
    return reference;
  }

  static void add(ReferenceWiki reference, ImportSource source) {
    try (source) {
      source.site().ifPresent(reference::site);
      for (List<Entry> entries = source.next(100, Long.MAX_VALUE);
          !entries.isEmpty();
          entries = source.next(100, Long.MAX_VALUE)) {
        for (Entry entry : entries) {
          if (entry instanceof Good good) {
            reference.put(good.page());
          }
        }
      }
    }
  }

  /** Returns the titles of a wiki, and some titles that have lists but no pages. */
  static Set<String> questions(Wiki wiki) {
    TreeSet<String> titles = new TreeSet<>(Answers.titles(wiki, 1_000));
    titles.addAll(List.of("Red", "Category:Section 3", "Template:Planned", "\uD83D\uDDFA"));
    return titles;
  }
}
