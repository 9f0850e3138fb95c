package org.portolan.wiki;

import java.time.Instant;
import java.util.EnumSet;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The data of a revision that a history shows.
 *
 * @param id unique within the page; a later revision of the page has a larger id
 * @param parentId the revision from which it was made, 0 for the first
 * @param origin the revision whose text it repeats, for example after a revert or a protection: an
 *     older one, or itself
 * @param contributor a user name or an IP address; empty if it is hidden, or was lost by the wiki
 *     of the dump
 * @param contributorId the number of the contributor's account in the wiki of a dump, 0 for a name
 *     without an account; empty for an IP address and for a hidden contributor
 * @param comment empty if it is hidden
 * @param bytes the length of the text in UTF-8, even if the text is hidden
 * @param model the content model, "wikitext" unless the dump says otherwise ("Scribunto")
 * @param hidden what the wiki of the dump had hidden from its readers; the dump does not contain it
 */
public record RevisionInfo(
    long id,
    long parentId,
    long origin,
    Instant timestamp,
    String contributor,
    OptionalLong contributorId,
    String comment,
    boolean minor,
    int bytes,
    String model,
    Set<Hidden> hidden) {

  public static final String WIKITEXT = "wikitext";

  private static final Pattern ADDRESS =
      Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|(?=.*:.*:)[0-9A-Fa-f:]{2,39}");

  /** A part of a revision that can be hidden. */
  public enum Hidden {
    TEXT(1),
    COMMENT(2),
    CONTRIBUTOR(4);

    private final int bit;

    Hidden(int bit) {
      this.bit = bit;
    }
  }

  public RevisionInfo {
    Objects.requireNonNull(timestamp, "timestamp");
    Objects.requireNonNull(contributor, "contributor");
    Objects.requireNonNull(contributorId, "contributorId");
    Objects.requireNonNull(comment, "comment");
    Objects.requireNonNull(model, "model");
    hidden = hidden.isEmpty() ? Set.of() : Set.copyOf(hidden);
  }

  /**
   * Describes a revision whose text repeats no other, by a contributor without an account. An empty
   * name means that the contributor is hidden.
   */
  public RevisionInfo(
      long id,
      long parentId,
      Instant timestamp,
      String contributor,
      String comment,
      boolean minor,
      int bytes,
      String model) {
    this(
        id,
        parentId,
        id,
        timestamp,
        contributor,
        contributor.isEmpty() || ADDRESS.matcher(contributor).matches()
            ? OptionalLong.empty()
            : OptionalLong.of(0),
        comment,
        minor,
        bytes,
        model,
        contributor.isEmpty() ? Set.of(Hidden.CONTRIBUTOR) : Set.of());
  }

  public boolean hides(Hidden part) {
    return hidden.contains(part);
  }

  /** Returns what is hidden as MediaWiki's bits: 1 the text, 2 the comment, 4 the contributor. */
  public int hiddenBits() {
    int bits = 0;
    for (Hidden part : hidden) {
      bits |= part.bit;
    }
    return bits;
  }

  /** Returns the meaning of {@link #hiddenBits}; further bits have none. */
  public static Set<Hidden> hidden(int bits) {
    Set<Hidden> hidden = EnumSet.noneOf(Hidden.class);
    for (Hidden part : Hidden.values()) {
      if ((bits & part.bit) != 0) {
        hidden.add(part);
      }
    }
    return hidden;
  }
}
