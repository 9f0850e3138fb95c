package org.portolan.wikitext.expand;

import org.portolan.wikitext.expand.Node.Part;
import org.portolan.wikitext.site.Encodings;

/** Functions that choose one of their arguments; only that one is expanded. */
final class Conditions {
  private static final String DEFAULT = "#default";

  /** How far before the word "error" its tag may begin. */
  private static final int TAG_CHARS_MAX = 400;

  private Conditions() {}

  static void register(Functions functions) {
    functions.function(call -> call.text(call.text(0).isEmpty() ? 2 : 1), "#if");
    functions.function(Conditions::ifEqual, "#ifeq");
    functions.function(Conditions::ifError, "#iferror");
    functions.function(Conditions::ifExpression, "#ifexpr");
    functions.function(Conditions::ifExists, "#ifexist");
    functions.function(Conditions::chosen, "#switch");
  }

  private static String ifEqual(Invocation call) {
    boolean equal = equal(decoded(call.text(0)), decoded(call.text(1)));
    return call.text(equal ? 2 : 3);
  }

  private static String ifError(Invocation call) {
    boolean error = hasError(call.text(0));
    if (!error && call.count() < 3) {
      return call.text(0);
    }
    return call.text(error ? 1 : 2);
  }

  private static String ifExpression(Invocation call) {
    try {
      var value = Expression.value(call.text(0));
      return call.text(value.isPresent() && value.getAsDouble() != 0 ? 1 : 2);
    } catch (ExpressionException e) {
      return e.html();
    }
  }

  private static String ifExists(Invocation call) {
    var title = call.expansion().pages().linked(call.text(0));
    boolean exists =
        title
            .filter(found -> found.namespace() >= 0)
            .filter(found -> call.expansion().exists(found))
            .isPresent();
    return call.text(exists ? 1 : 2);
  }

  /**
   * A case without an equals sign falls through to the next with one; the last argument without an
   * equals sign is the default.
   */
  private static String chosen(Invocation call) {
    var wanted = decoded(call.text(0));
    Part otherwise = null;
    boolean found = false;
    boolean defaultFound = false;
    String lastBare = null;
    for (int i = 1; i < call.count(); i++) {
      var part = call.part(i);
      call.expansion().allowance().step();
      if (part.name() == null) {
        lastBare = call.text(part.value());
        var decoded = decoded(lastBare);
        found |= equal(decoded, wanted);
        defaultFound |= decoded.equals(DEFAULT);
        continue;
      }
      lastBare = null;
      if (found) {
        return call.text(part.value());
      }
      var test = decoded(call.text(part.name()));
      if (equal(test, wanted)) {
        return call.text(part.value());
      }
      if (defaultFound || test.equals(DEFAULT)) {
        otherwise = part;
        defaultFound = false;
      }
    }
    if (lastBare != null && !defaultFound) {
      return lastBare;
    }
    return otherwise == null ? "" : call.text(otherwise.value());
  }

  private static String decoded(String text) {
    return Encodings.decodeReferences(text);
  }

  /** Two numbers are equal if their values are. */
  private static boolean equal(String one, String other) {
    if (one.equals(other)) {
      return true;
    }
    return Numbers.isNumeric(one)
        && Numbers.isNumeric(other)
        && Double.parseDouble(one) == Double.parseDouble(other);
  }

  /** Returns whether a text has an element of the class "error", as functions show their errors. */
  static boolean hasError(String text) {
    for (int at = text.indexOf("error"); at >= 0; at = text.indexOf("error", at + 5)) {
      var before = text.substring(Math.max(0, at - TAG_CHARS_MAX), at);
      int tag = before.lastIndexOf('<');
      if (tag >= 0
          && before.indexOf('>', tag) < 0
          && before.indexOf("class=", tag) > 0
          && isErrorElement(before, tag + 1)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isErrorElement(String text, int at) {
    return text.startsWith("strong", at)
        || text.startsWith("span", at)
        || text.startsWith("div", at)
        || text.startsWith("p ", at);
  }
}
