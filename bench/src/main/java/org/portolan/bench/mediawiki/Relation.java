package org.portolan.bench.mediawiki;

import java.util.SortedSet;
import org.portolan.wikitext.text.PageLinks;

/** What a page can say of another one, and the table in which MediaWiki keeps it. */
enum Relation {
  LINKS("links", "pagelinks", "pl"),
  CATEGORIES("categories", "categorylinks", "cl"),
  TEMPLATES("template uses", "templatelinks", "tl");

  final String label;
  final String table;

  /** What the names of the table's columns begin with. */
  final String prefix;

  Relation(String label, String table, String prefix) {
    this.label = label;
    this.table = table;
    this.prefix = prefix;
  }

  SortedSet<String> of(PageLinks links) {
    return switch (this) {
      case LINKS -> links.links();
      case CATEGORIES -> links.categories();
      case TEMPLATES -> links.templates();
    };
  }
}
