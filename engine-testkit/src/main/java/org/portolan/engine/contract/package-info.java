/**
 * The contract of every engine, as tests that each engine's module runs; {@link
 * org.portolan.engine.contract.EngineContract} is where an adapter begins. With the packages {@code
 * fixture} and {@code simulated} it is the module {@code engine-testkit}, which is for tests only:
 * another module depends on it in Maven's scope {@code test}. The module depends on the engine
 * interface, JUnit and AssertJ, and this package on neither of the other two. Must never depend on
 * an engine or on the data layer, and must never be part of the product.
 */
package org.portolan.engine.contract;
