/** Tests that plans match the behaviour of stores. */
package org.portolan.data.plan;
