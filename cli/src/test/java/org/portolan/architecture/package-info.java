/** Boundaries between modules and packages, checked in the compiled code. */
package org.portolan.architecture;
