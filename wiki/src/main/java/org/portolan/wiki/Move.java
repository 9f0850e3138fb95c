package org.portolan.wiki;

import java.time.Instant;

/** A renaming of a page that an author requests. */
public record Move(
    String from,
    String to,
    String contributor,
    String comment,
    boolean leaveRedirect,
    Instant timestamp) {}
