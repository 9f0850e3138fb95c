package org.portolan.design.cost;

import java.util.OptionalDouble;

/**
 * Costs and how they were measured.
 *
 * @param engine the scheme of the engine's URIs
 * @param source the file, for people; empty for the costs that are part of this release
 * @param measured when, on what and how often, for people
 * @param errorPercent how far reads and writes that were not used for the costs took longer or
 *     shorter than the costs say, on average; empty if that is not known
 */
public record MeasuredCosts(
    String engine,
    String source,
    String measured,
    EngineCosts costs,
    OptionalDouble errorPercent) {}
