package org.portolan.advisor;

/**
 * A part of a file that could not be read.
 *
 * @param file the file's name
 * @param line the line where the part begins, from 1; 0 for the whole file
 * @param reason the mistake, and the remedy if there is one
 * @param excerpt the beginning of the part; may be empty
 */
public record Problem(String file, long line, String reason, String excerpt) {}
