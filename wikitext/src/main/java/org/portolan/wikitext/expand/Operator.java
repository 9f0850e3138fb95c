package org.portolan.wikitext.expand;

import java.util.HashMap;
import java.util.Map;

/** The operators and functions of an {@link Expression}. */
enum Operator {
  OPEN("(", -1, true),
  PLUS_SIGN("+", 10, true),
  MINUS_SIGN("-", 10, true),
  TENS("e", 10, false),
  SIN("sin", 9, true),
  COS("cos", 9, true),
  TAN("tan", 9, true),
  ASIN("asin", 9, true),
  ACOS("acos", 9, true),
  ATAN("atan", 9, true),
  EXP("exp", 9, true),
  LN("ln", 9, true),
  ABS("abs", 9, true),
  FLOOR("floor", 9, true),
  CEIL("ceil", 9, true),
  TRUNC("trunc", 9, true),
  SQRT("sqrt", 9, true),
  NOT("not", 9, true),
  POWER("^", 8, false),
  TIMES("*", 7, false),
  DIVIDE("/", 7, false),
  DIV("div", 7, false),
  MOD("mod", 7, false),
  FMOD("fmod", 7, false),
  PLUS("+", 6, false),
  MINUS("-", 6, false),
  ROUND("round", 5, false),
  EQUAL("=", 4, false),
  LESS("<", 4, false),
  GREATER(">", 4, false),
  AT_MOST("<=", 4, false),
  AT_LEAST(">=", 4, false),
  UNEQUAL("<>", 4, false),
  AND("and", 3, false),
  OR("or", 2, false);

  private final String sign;
  private final int rank;
  private final boolean prefix;

  Operator(String sign, int rank, boolean prefix) {
    this.sign = sign;
    this.rank = rank;
    this.prefix = prefix;
  }

  private static final Map<String, Operator> WORDS = new HashMap<>();

  static {
    for (var each : values()) {
      if (each != TENS && Character.isLetter(each.sign.charAt(0))) {
        WORDS.put(each.sign, each);
      }
    }
  }

  /** Returns the operator or function that this word means, or null. */
  static Operator named(String word) {
    return WORDS.get(word);
  }

  String sign() {
    return sign;
  }

  /** A higher rank binds closer. */
  int rank() {
    return rank;
  }

  /** Returns whether it precedes its only operand. */
  boolean prefix() {
    return prefix;
  }
}
