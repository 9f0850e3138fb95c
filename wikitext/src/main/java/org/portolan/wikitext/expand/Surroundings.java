package org.portolan.wikitext.expand;

import java.time.Clock;
import org.portolan.wikitext.message.Messages;
import org.portolan.wikitext.message.TextMessages;
import org.portolan.wikitext.site.SiteInfo;

/** What all expansions of a wiki have in common. Thread-safe if the cache is. */
record Surroundings(
    SiteInfo site,
    Addresses addresses,
    ParsedTexts cache,
    Clock clock,
    LanguageRules language,
    Functions functions) {

  Messages messages() {
    return TextMessages.of(site.language());
  }
}
