/**
 * What the work of an engine costs: the coefficients by which designs are compared, measured or
 * shipped. Depends on nothing; must never know a table or a statement.
 */
package org.portolan.design.cost;
