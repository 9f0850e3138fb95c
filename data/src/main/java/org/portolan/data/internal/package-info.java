/** How the data layer works inside: not for applications. */
package org.portolan.data.internal;
