package org.portolan.advisor.statistics;

/**
 * A frequent value of one or more columns.
 *
 * @param value the value as text, at most its first 200 characters
 * @param share the share of the rows that have it, from 0 to 1
 */
public record CommonValue(String value, double share) {}
