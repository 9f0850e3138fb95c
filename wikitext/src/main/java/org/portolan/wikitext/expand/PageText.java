package org.portolan.wikitext.expand;

import java.util.Optional;

/**
 * A page that exists.
 *
 * @param revision the id of its current revision, above 0
 * @param text its text
 * @param redirect the full title of the page to which it redirects
 */
public record PageText(long revision, String text, Optional<String> redirect) {}
