package org.portolan.wiki;

import java.time.Instant;

/** A request of an author to rename a page. */
public record Move(
    String from,
    String to,
    String contributor,
    String comment,
    boolean leaveRedirect,
    Instant timestamp) {}
