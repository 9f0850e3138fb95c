package org.portolan.bench.mediawiki;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is asked of both wikis. */
enum Act {
  FIRST("first pages of our fresh process, anew"),
  ANEW("views, rendered anew"),
  CACHED("views, cached"),
  CREATE("saves of a new page"),
  EDIT("text fetched, then saved");

  final String label;

  Act(String label) {
    this.label = label;
  }

  /** Returns the names as they are written in options. */
  static String names() {
    return Stream.of(values())
        .map(act -> act.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }

  boolean writes() {
    return this == CREATE || this == EDIT;
  }
}
