/**
 * What pages name, kept right while templates change: the jobs that look at pages again, their
 * threads, and a check of all pages. Depends on {@code storage} and {@code text}.
 */
package org.portolan.wiki.jobs;
