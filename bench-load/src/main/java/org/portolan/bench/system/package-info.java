/**
 * What a benchmark takes of the operating system: processes and directories of its own. Depends on
 * nothing but {@code api}; must never know what is measured.
 */
package org.portolan.bench.system;
