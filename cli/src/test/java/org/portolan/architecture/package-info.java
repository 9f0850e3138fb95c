/** Boundaries between modules and packages, looked for in the compiled code. */
package org.portolan.architecture;
