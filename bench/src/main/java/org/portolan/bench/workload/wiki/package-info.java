/**
 * Workloads on the wiki, at its store or over HTTP: the reads of Klencke 2010, the mixes of Kruber
 * 2014. Depends on {@code wiki}; must never depend on an engine or a data model, so that all of
 * them get the same users.
 */
package org.portolan.bench.workload.wiki;
