package org.portolan.migrate.value;

/**
 * A value that the driver could not read.
 *
 * @param reason as the driver tells it
 */
public record Unreadable(String reason) {
  @Override
  public String toString() {
    return "(unreadable)";
  }
}
