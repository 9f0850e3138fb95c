package org.portolan.advisor.sql;

/** What a token of SQL text is. */
public enum TokenKind {
  /** A keyword or a name without quotes; also a variable of MySQL, such as {@code @@version}. */
  WORD,
  /** A name in quotes. */
  QUOTED_NAME,
  /** A string in any quotes, with its prefix, such as {@code E'…'} or {@code x'…'}. */
  STRING,
  NUMBER,
  /** A place for a value: {@code ?}, {@code $1} or {@code :name}. */
  PARAMETER,
  /** A comment with its delimiters. */
  COMMENT,
  /** An operator, a bracket or any other character. */
  SYMBOL,
  /** The end of the text. */
  END
}
