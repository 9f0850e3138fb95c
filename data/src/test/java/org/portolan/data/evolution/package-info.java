/** Tests of changes of a store's design. */
package org.portolan.data.evolution;
