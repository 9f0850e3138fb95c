/**
 * The goal {@code portolan:generate}, which runs {@code codegen} in a build with Maven. It depends
 * on {@code codegen} and Maven's own libraries, and must never contain logic of generation.
 */
package org.portolan.maven;
