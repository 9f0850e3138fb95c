package org.portolan.migrate.value;

/**
 * A value that the driver could not read.
 *
 * @param reason as the driver tells it
 * @param text of the value, or null
 */
public record Unreadable(String reason, String text) {
  @Override
  public String toString() {
    return text == null ? "(unreadable)" : text;
  }
}
