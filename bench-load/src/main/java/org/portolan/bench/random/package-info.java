/**
 * Which items a workload asks for, and how often: distributions, and how skewed they are. Depends
 * on a library of samplers only; must never depend on a store or a clock, so that a seed says
 * everything.
 */
package org.portolan.bench.random;
