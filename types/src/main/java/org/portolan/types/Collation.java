package org.portolan.types;

/** How text in a key is compared. */
public enum Collation {
  /** By Unicode code point; every distinct text is a distinct key. */
  BINARY("binary"),
  /** Without accents and case, as MySQL 8's default {@code utf8mb4_0900_ai_ci}. */
  ACCENT_AND_CASE_INSENSITIVE("ai_ci"),
  /** With accents, without case, as {@code utf8mb4_0900_as_ci}. */
  CASE_INSENSITIVE("as_ci");

  private final String spelling;

  Collation(String spelling) {
    this.spelling = spelling;
  }

  /** Returns the name that {@code design.yaml} uses. */
  public String spelling() {
    return spelling;
  }
}
