package org.portolan.migrate.value;

/**
 * A value that no column of a design takes: the driver could not read it, or the database has it
 * and would not take it again.
 *
 * @param reason why, for people
 * @param text of the value, or null
 */
public record Unmovable(String reason, String text) {
  @Override
  public String toString() {
    return text == null ? "(unreadable)" : text;
  }
}
