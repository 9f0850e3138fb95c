package org.portolan.wikitext.site;

/**
 * A title in normal form.
 *
 * @param namespace the number of its namespace
 * @param full the title with its namespace's local name, spaces for underscores
 */
public record Title(int namespace, String full) {
  @Override
  public String toString() {
    return full;
  }
}
