package org.portolan.wiki.dump;

/**
 * A place in a dump, after decompression.
 *
 * @param page the page's number in the file, from 1; 0 before the first
 * @param line from 1
 * @param character the offset in characters, from 0
 */
public record Place(long page, int line, long character) {
  @Override
  public String toString() {
    return "page " + page + ", line " + line;
  }
}
