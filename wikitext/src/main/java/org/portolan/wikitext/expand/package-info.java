/**
 * Expands wikitext: templates, arguments, parser functions, variables, include tags; and replaces
 * what a save replaces. Depends on {@code site}, {@code message} and {@code limit}; reads other
 * pages only through {@link org.portolan.wikitext.expand.PageTexts}.
 *
 * <p>{@code TextParser} makes a {@code ParsedText}, a tree that depends on the text alone and may
 * be kept. {@code Expansion} walks through the tree of a page; {@code Frame}s hold the arguments of
 * the pages that it includes; {@code Pages} reads these in batches. {@code Functions} lists the
 * functions and variables, which are in classes by what they are about.
 *
 * <p>The behaviour is MediaWiki's, as far as its documentation describes it. Nothing is taken from
 * its code, which has another licence.
 */
package org.portolan.wikitext.expand;
