/** Tests that a plan says what a store does. */
package org.portolan.data.plan;
