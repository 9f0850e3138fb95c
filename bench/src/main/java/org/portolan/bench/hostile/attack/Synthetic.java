package org.portolan.bench.hostile.attack;

import org.portolan.wiki.synthetic.SyntheticWiki;

/** Addresses of the pages of the synthetic wiki. */
final class Synthetic {
  private Synthetic() {}

  static String title(Attacker attacker) {
    return SyntheticWiki.tag(attacker.random.nextInt(attacker.pages()));
  }

  /** Returns the address of a page that is rendered anew at each request. */
  static String rendered(Attacker attacker) {
    return "/wiki/" + title(attacker) + "?redirect=no";
  }
}
