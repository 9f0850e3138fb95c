/**
 * What a benchmark is: a name, options, a report. Depends on nothing; everything else that measures
 * depends on it.
 */
package org.portolan.bench.api;
