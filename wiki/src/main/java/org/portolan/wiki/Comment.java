package org.portolan.wiki;

import java.time.Instant;

/**
 * A comment on a page. Several people may comment at the same instant, but one person only once.
 */
public record Comment(Instant time, String contributor, String text) {}
