package org.portolan.bench.mediawiki;

import org.portolan.bench.api.Spelled;

/** What is asked of both wikis. */
enum Act implements Spelled {
  FIRST("first pages of our fresh process, anew"),
  ANEW("views, rendered anew"),
  CACHED("views, cached"),
  CREATE("saves of a new page"),
  EDIT("text fetched, then saved");

  final String label;

  Act(String label) {
    this.label = label;
  }

  boolean writes() {
    return this == CREATE || this == EDIT;
  }
}
