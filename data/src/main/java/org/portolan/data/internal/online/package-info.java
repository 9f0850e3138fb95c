/**
 * Changes of a design while applications go on: a process follows the design in force, and one of
 * them makes the change, step by step.
 */
package org.portolan.data.internal.online;
