package org.portolan.advisor.access;

import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import org.portolan.advisor.sql.LikeForm;

/** What is known of the pattern of a LIKE: its form, which the template keeps. */
final class LikeText {
  private LikeText() {}

  /** Returns whether LIKE is a range, as {@code LIKE 'abc%'} is. */
  static boolean hasBeginning(LikeExpression like) {
    return !like.isNot()
        && like.getLikeKeyWord() == LikeExpression.KeyWord.LIKE
        && !like.isUseBinary()
        && like.getEscape() == null
        && like.getRightExpression() instanceof StringValue text
        && text.getPrefix() == null
        && LikeForm.of(text.getValue()).begins();
  }

  /** Returns whether each text of the range meets the condition. */
  static boolean isBeginning(LikeExpression like) {
    String text = ((StringValue) like.getRightExpression()).getValue();
    return LikeForm.of(text) == LikeForm.BEGINNING;
  }
}
