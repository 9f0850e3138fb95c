/**
 * Layouts that a store changes by itself: what is counted of each automatic index, the policy that
 * decides, and the task that acts.
 */
package org.portolan.data.internal.auto;
