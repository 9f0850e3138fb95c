/**
 * The proof that writes survive: clients of one store are killed or get wrong answers at every call
 * that they make, and the store must be right after recovery. Reusable: an engine's module extends
 * {@link org.portolan.data.survival.SurvivalContract}. Depends on the data layer's interface and
 * the fixtures of {@code engine}. Must never depend on an engine.
 */
package org.portolan.data.survival;
