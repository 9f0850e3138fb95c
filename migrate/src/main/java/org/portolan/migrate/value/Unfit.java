package org.portolan.migrate.value;

/**
 * A value for which its Java class has none: a date of zeros, an infinite date, a decimal that is
 * no number. Only text can hold it.
 *
 * @param text as the database writes it
 * @param zero whether it is a date of zeros alone
 */
public record Unfit(String text, boolean zero) {
  @Override
  public String toString() {
    return text;
  }
}
