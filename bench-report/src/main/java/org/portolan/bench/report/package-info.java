/**
 * Reports of runs and searches for people: comparisons as tables, and one self-contained HTML page
 * with charts as SVG, from the templates of {@code src/main/jte}. Depends on {@code run}, {@code
 * search} and {@code statistics}; must never measure anything, nor need a network or a script to be
 * read.
 */
package org.portolan.bench.report;
