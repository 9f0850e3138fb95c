package org.portolan.wikitext.expand;

/** A parser function or a variable. Stateless and thread-safe. */
@FunctionalInterface
interface Function {
  /** Returns the text that replaces the call, or null if the call is to stay as it is. */
  String apply(Invocation call);
}
