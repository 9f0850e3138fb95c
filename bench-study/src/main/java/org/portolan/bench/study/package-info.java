/**
 * Experiments of papers as files of steps: workloads, searches and benchmarks are run for each
 * combination of variables, in turn, and claims are judged by what was measured.
 */
package org.portolan.bench.study;
