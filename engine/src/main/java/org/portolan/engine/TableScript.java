package org.portolan.engine;

/**
 * The tables of a new store in the language of the engine's own tools.
 *
 * @param fileName the usual name of a file with this text, for example {@code schema.cql}
 * @param text with a newline at its end; the same for the same tables and URI
 */
public record TableScript(String fileName, String text) {}
