/**
 * The command {@code portolan}. Depends on every other module; holds no logic of theirs, only what
 * a person types and sees.
 */
package org.portolan.cli;
