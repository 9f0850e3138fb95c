package org.portolan.design.index;

/**
 * The content of an index, for weighing its layouts.
 *
 * @param members the number of members under one value, on average
 * @param memberBytes the size of a member, in bytes, on average
 * @param unmergedMembers the number of changes under one value that wait to be merged, on average
 */
public record IndexProfile(double members, double memberBytes, double unmergedMembers) {}
