/**
 * SQL text at the level of tokens: lexer, templates and the statements of a stream. Depends on
 * nothing; must never depend on a parser, because text that no parser accepts is counted too.
 */
package org.portolan.advisor.sql;
