/**
 * The model of a relational schema: tables, columns, keys, foreign keys. Depends on nothing; must
 * never know how a schema was read.
 */
package org.portolan.advisor.schema;
