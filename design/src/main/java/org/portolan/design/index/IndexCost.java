package org.portolan.design.index;

/**
 * The cost of a layout.
 *
 * @param bytesReadPerChange bytes read to add or remove one member
 * @param bytesWrittenPerChange bytes written to add or remove one member
 * @param writersWithoutConflict the largest number of writers of different members of one value
 *     that can work at once
 * @param rowsPerRead rows read, in one round trip, to list the members of one value
 * @param bytesPerRead bytes read to list them all
 */
public record IndexCost(
    double bytesReadPerChange,
    double bytesWrittenPerChange,
    double writersWithoutConflict,
    int rowsPerRead,
    double bytesPerRead) {}
