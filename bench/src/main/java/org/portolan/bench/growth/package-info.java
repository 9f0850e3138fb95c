/**
 * What an operation of the wiki costs as the wiki grows. Depends on {@code wiki} and on the
 * benchmarks' common code; knows designs only to say which lists are objects.
 */
package org.portolan.bench.growth;
