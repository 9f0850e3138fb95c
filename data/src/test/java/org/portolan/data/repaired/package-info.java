/** Tests of writes on engines of rows. */
package org.portolan.data.repaired;
