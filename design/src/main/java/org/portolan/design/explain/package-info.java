/**
 * The text of {@code portolan explain}: what each decision of a design means, costs and follows.
 * Internal to the module; use {@code DesignExplanation}. Must never compute a cost of its own:
 * layouts tell theirs.
 */
package org.portolan.design.explain;
