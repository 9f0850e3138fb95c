package org.portolan.wikitext.expand;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.OptionalDouble;
import org.portolan.wikitext.site.Encodings;

/**
 * The value of an arithmetic expression, after the rules of "Help:Calculation": operators of equal
 * rank from the left, signs before powers. Linear in its length, and without recursion.
 */
final class Expression {
  private static final int CHARS_MAX = 20_000;
  private static final int OPEN_MAX = 1_000;

  private final String text;
  private final ArrayDeque<Double> operands = new ArrayDeque<>();
  private final ArrayDeque<Operator> operators = new ArrayDeque<>();
  private boolean operandExpected = true;
  private int at;

  private Expression(String text) {
    this.text = text;
  }

  /** Returns the value, or nothing for a blank expression. */
  static OptionalDouble value(String written) throws ExpressionException {
    if (written.isBlank()) {
      return OptionalDouble.empty();
    }
    if (written.length() > CHARS_MAX) {
      throw new ExpressionException("Expression is too long.");
    }
    var text =
        Encodings.decodeReferences(Escapes.withoutMarkers(written))
            .replace("&minus;", "-")
            .replace('\u2212', '-');
    return OptionalDouble.of(new Expression(text).run());
  }

  private double run() throws ExpressionException {
    for (at = ExtensionTags.skipSpace(text, at);
        at < text.length();
        at = ExtensionTags.skipSpace(text, at)) {
      char character = text.charAt(at);
      if (isDigit(character)) {
        number();
      } else if (Character.isLetter(character)) {
        word();
      } else {
        punctuation(character);
      }
    }
    while (!operators.isEmpty()) {
      if (operators.peek() == Operator.OPEN) {
        throw new ExpressionException("Unclosed bracket.");
      }
      apply(operators.pop());
    }
    if (operands.size() != 1) {
      throw new ExpressionException("Unexpected number.");
    }
    return operands.pop();
  }

  private void number() throws ExpressionException {
    int from = at;
    boolean point = false;
    int end = -1;
    while (at < text.length() && isDigit(text.charAt(at))) {
      // Of "1.2.3" only the first two numbers count.
      if (text.charAt(at) == '.' && point && end < 0) {
        end = at;
      }
      point |= text.charAt(at++) == '.';
    }
    var digits = text.substring(from, end < 0 ? at : end);
    operand(digits.equals(".") ? 0 : Double.parseDouble(digits));
  }

  private void operand(double value) throws ExpressionException {
    if (!operandExpected) {
      throw new ExpressionException("Unexpected number.");
    }
    operands.push(value);
    operandExpected = false;
  }

  private void word() throws ExpressionException {
    int from = at;
    while (at < text.length() && Character.isLetter(text.charAt(at))) {
      at++;
    }
    var word = text.substring(from, at).toLowerCase(Locale.ROOT);
    if (word.equals("pi")) {
      operand(Math.PI);
    } else if (word.equals("e")) {
      if (operandExpected) {
        operand(Math.E);
      } else {
        operator(Operator.TENS);
      }
    } else {
      var operator = Operator.named(word);
      if (operator == null) {
        throw new ExpressionException("Unrecognized word \"" + Escapes.html(word) + "\".");
      }
      operator(operator);
    }
  }

  private void punctuation(char character) throws ExpressionException {
    var two = text.substring(at, Math.min(text.length(), at + 2));
    at += two.equals("<=") || two.equals(">=") || two.equals("<>") || two.equals("!=") ? 2 : 1;
    switch (two) {
      case "<=" -> operator(Operator.AT_MOST);
      case ">=" -> operator(Operator.AT_LEAST);
      case "<>", "!=" -> operator(Operator.UNEQUAL);
      default -> {
        switch (character) {
          case '(' -> operator(Operator.OPEN);
          case ')' -> close();
          case '+' -> operator(operandExpected ? Operator.PLUS_SIGN : Operator.PLUS);
          case '-' -> operator(operandExpected ? Operator.MINUS_SIGN : Operator.MINUS);
          case '*' -> operator(Operator.TIMES);
          case '/' -> operator(Operator.DIVIDE);
          case '^' -> operator(Operator.POWER);
          case '=' -> operator(Operator.EQUAL);
          case '<' -> operator(Operator.LESS);
          case '>' -> operator(Operator.GREATER);
          default ->
              throw new ExpressionException(
                  "Unrecognized punctuation character \""
                      + Escapes.html(String.valueOf(character))
                      + "\".");
        }
      }
    }
  }

  private void operator(Operator operator) throws ExpressionException {
    if (operator.prefix() != operandExpected) {
      throw new ExpressionException("Unexpected " + Escapes.html(operator.sign()) + " operator.");
    }
    if (operator.prefix()) {
      if (operators.size() >= OPEN_MAX) {
        throw new ExpressionException("Stack exhausted.");
      }
    } else {
      while (!operators.isEmpty() && operators.peek().rank() >= operator.rank()) {
        apply(operators.pop());
      }
      operandExpected = true;
    }
    operators.push(operator);
  }

  private void close() throws ExpressionException {
    while (!operators.isEmpty() && operators.peek() != Operator.OPEN) {
      apply(operators.pop());
    }
    if (operators.isEmpty() || operandExpected) {
      throw new ExpressionException("Unexpected closing bracket.");
    }
    operators.pop();
  }

  private void apply(Operator operator) throws ExpressionException {
    if (operands.size() < (operator.prefix() ? 1 : 2)) {
      throw new ExpressionException("Missing operand for " + Escapes.html(operator.sign()) + ".");
    }
    double right = operands.pop();
    operands.push(
        operator.prefix() ? unary(operator, right) : binary(operator, operands.pop(), right));
  }

  private static double unary(Operator operator, double value) throws ExpressionException {
    return switch (operator) {
      case MINUS_SIGN -> -value;
      case SIN -> Math.sin(value);
      case COS -> Math.cos(value);
      case TAN -> Math.tan(value);
      case ASIN -> Math.asin(within(value, "asin"));
      case ACOS -> Math.acos(within(value, "acos"));
      case ATAN -> Math.atan(value);
      case EXP -> Math.exp(value);
      case LN -> {
        if (value <= 0) {
          throw new ExpressionException("Invalid argument for ln: <= 0.".replace("<", "&lt;"));
        }
        yield Math.log(value);
      }
      case ABS -> Math.abs(value);
      case FLOOR -> Math.floor(value);
      case CEIL -> Math.ceil(value);
      case TRUNC -> value < 0 ? Math.ceil(value) : Math.floor(value);
      case SQRT -> {
        if (value < 0) {
          throw new ExpressionException("Result of sqrt is not a number.");
        }
        yield Math.sqrt(value);
      }
      case NOT -> truth(value == 0);
      default -> value;
    };
  }

  private static double within(double value, String name) throws ExpressionException {
    if (Math.abs(value) > 1) {
      throw new ExpressionException("Invalid argument for " + name + ": &lt; -1 or &gt; 1.");
    }
    return value;
  }

  private static double binary(Operator operator, double left, double right)
      throws ExpressionException {
    return switch (operator) {
      case TENS -> left * Math.pow(10, right);
      case POWER -> {
        double power = Math.pow(left, right);
        if (Double.isNaN(power)) {
          throw new ExpressionException("Result of ^ is not a number.");
        }
        yield power;
      }
      case TIMES -> left * right;
      case DIVIDE, DIV -> left / divisor(right);
      case MOD -> (double) ((long) left % (long) divisor((double) (long) right));
      case FMOD -> left % divisor(right);
      case PLUS -> left + right;
      case MINUS -> left - right;
      case ROUND -> rounded(left, right);
      case EQUAL -> truth(left == right);
      case LESS -> truth(left < right);
      case GREATER -> truth(left > right);
      case AT_MOST -> truth(left <= right);
      case AT_LEAST -> truth(left >= right);
      case UNEQUAL -> truth(left != right);
      case AND -> truth(left != 0 && right != 0);
      case OR -> truth(left != 0 || right != 0);
      default -> throw new IllegalStateException(operator.sign());
    };
  }

  private static double divisor(double value) throws ExpressionException {
    if (value == 0) {
      throw new ExpressionException("Division by zero.");
    }
    return value;
  }

  private static double rounded(double value, double digits) {
    int scale = (int) Math.max(-400, Math.min(400, digits));
    if (Double.isNaN(value) || Double.isInfinite(value) || scale > 330) {
      return value;
    }
    return BigDecimal.valueOf(value).setScale(scale, RoundingMode.HALF_UP).doubleValue();
  }

  private static double truth(boolean value) {
    return value ? 1 : 0;
  }

  private static boolean isDigit(char character) {
    return (character >= '0' && character <= '9') || character == '.';
  }
}
