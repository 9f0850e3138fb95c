package org.portolan.wiki.dump;

/**
 * The part of a dump to read, and the limit of its size in memory.
 *
 * @param revisions which revisions of each page to read
 * @param pageBytesMax the largest total size of the texts read of one page, in bytes of UTF-8; a
 *     larger page is reported as broken
 */
public record DumpOptions(Revisions revisions, long pageBytesMax) {
  /** The largest text of one revision, in characters; MediaWiki's own default limit is 2 MiB. */
  public static final int TEXT_CHARACTERS_MAX = 16 << 20;

  private static final long PAGE_BYTES_MAX_DEFAULT = 64L << 20;

  /** The revisions of a page to read. */
  public enum Revisions {
    /** Only the newest revision in the dump. */
    CURRENT,
    ALL
  }

  public DumpOptions {
    if (pageBytesMax < 1) {
      throw new IllegalArgumentException(
          "page bytes maximum must be positive but is " + pageBytesMax);
    }
  }

  public static DumpOptions all() {
    return new DumpOptions(Revisions.ALL, PAGE_BYTES_MAX_DEFAULT);
  }

  public static DumpOptions current() {
    return new DumpOptions(Revisions.CURRENT, PAGE_BYTES_MAX_DEFAULT);
  }

  public DumpOptions withPageBytesMax(long bytes) {
    return new DumpOptions(revisions, bytes);
  }
}
