/**
 * The model of a workload: statement templates with their counts and times. Depends on {@code sql}
 * and {@code log}; must never keep users or hosts.
 */
package org.portolan.advisor.workload;
