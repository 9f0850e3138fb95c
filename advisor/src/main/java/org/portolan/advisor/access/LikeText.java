package org.portolan.advisor.access;

import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;

/** The text of LIKE: a template does not show it, an example does. */
final class LikeText {
  private LikeText() {}

  /** Returns whether LIKE is a range, as {@code LIKE 'abc%'} is. */
  static boolean hasBeginning(LikeExpression like) {
    return !like.isNot()
        && like.getLikeKeyWord() == LikeExpression.KeyWord.LIKE
        && !like.isUseBinary()
        && like.getEscape() == null
        && like.getRightExpression() instanceof StringValue text
        && !text.getValue().isEmpty()
        && text.getValue().charAt(0) != '%'
        && text.getValue().charAt(0) != '_';
  }

  /** Returns whether each text of the range meets the condition. */
  static boolean isBeginning(LikeExpression like) {
    String text = ((StringValue) like.getRightExpression()).getValue();
    return text.indexOf('_') < 0
        && text.indexOf('\\') < 0
        && text.indexOf('%') == text.length() - 1;
  }
}
