/**
 * Reads the schema, the statistics and the statements of a live database. Reads only: no statement
 * of it changes or locks a row, or keeps a lock on a table after its end. The schema is read as DDL
 * by the reader of files, so both give the same model.
 */
package org.portolan.advisor.live;
