/** The implementation of the data layer: not for applications. */
package org.portolan.data.internal;
