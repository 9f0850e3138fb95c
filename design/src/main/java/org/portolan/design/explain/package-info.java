/**
 * The text of {@code portolan explain}: the meaning, the cost and the source of each decision of a
 * design. Internal to the module; use {@code DesignExplanation}. Must never compute a cost: layouts
 * report theirs.
 */
package org.portolan.design.explain;
