/**
 * The contract of every engine, as tests that each engine's module runs. Depends on the engine
 * interface and JUnit only. Must never depend on an engine.
 */
package org.portolan.engine.contract;
