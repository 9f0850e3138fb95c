/**
 * Tests of applications: stores in memory that behave like each engine, faults on request, checks,
 * and a JUnit extension that runs a test class on several engines, in memory or on real servers.
 * Depends on the data layer, the engines in memory of {@code engine-testkit} and the local
 * clusters. Must never depend on an engine, and must never be part of the product.
 */
package org.portolan.testkit;
