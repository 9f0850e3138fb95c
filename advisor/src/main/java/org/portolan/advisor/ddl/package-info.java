/**
 * Reads schemas from dumps and from files of DDL. Depends on {@code sql} and {@code schema}; uses
 * no parser of SQL, because one unknown option must cost that option and not its table.
 */
package org.portolan.advisor.ddl;
