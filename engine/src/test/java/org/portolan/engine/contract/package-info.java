/**
 * What every engine must do, as tests that an engine's own module runs against itself. Depends on
 * the engine interface and JUnit only. Must never depend on an engine.
 */
package org.portolan.engine.contract;
