package org.portolan.bench.hostile;

import org.portolan.bench.api.Spelled;

/** The requests of honest clients, and the time within which the wiki promises their answers. */
enum HonestKind implements Spelled {
  CACHED("views of cached pages", 100),
  UNCACHED("views rendered anew", 3_000),
  AGAIN("the same page at once again", 3_000),
  FORM("forms to edit a page", 3_000),
  SAVE("saves", 3_000),
  SHOWN("views of what was saved", 3_000);

  private final String description;
  private final int millisPromised;

  HonestKind(String description, int millisPromised) {
    this.description = description;
    this.millisPromised = millisPromised;
  }

  String description() {
    return description;
  }

  int millisPromised() {
    return millisPromised;
  }
}
