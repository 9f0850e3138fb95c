package org.portolan.migrate.value;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.portolan.types.Timestamps;

/** Exact conversions of dates and times. */
final class Times {
  private Times() {}

  static Instant toDesign(Object raw, ZoneId zone) {
    if (raw instanceof Instant moment) {
      return fine(moment);
    }
    if (raw instanceof LocalDateTime local) {
      return fine(at(local, zone));
    }
    if (raw instanceof LocalDate date) {
      return fine(at(date.atStartOfDay(), zone));
    }
    if (raw instanceof Unfit unfit) {
      throw new RejectedValueException(
          unfit.zero()
              ? "is a date of zeros; let zero-dates of the mapping be \"null\", or make the column"
                  + " text, which keeps it"
              : "is no date; make the column text, which keeps it");
    }
    String text = raw.toString();
    try {
      Instant moment = Instant.parse(text);
      if (moment.toString().equals(text)) {
        return fine(moment);
      }
    } catch (DateTimeException e) {
      throw new RejectedValueException("is no timestamp such as 2007-09-30T12:00:00Z");
    }
    throw new RejectedValueException(
        "is not in the form of a timestamp, which is " + Instant.parse(text));
  }

  /**
   * Of the two moments of an hour that a zone repeats, the first; the local time stays the same.
   */
  private static Instant at(LocalDateTime local, ZoneId zone) {
    if (zone instanceof ZoneOffset offset) {
      return local.toInstant(offset);
    }
    List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
    if (offsets.isEmpty()) {
      throw new RejectedValueException(
          "is a time that the zone " + zone + " skipped; is the zone of the mapping right?");
    }
    return local.toInstant(offsets.get(0));
  }

  private static Instant fine(Instant moment) {
    if (!Timestamps.truncate(moment).equals(moment)) {
      throw new RejectedValueException("is finer than a microsecond, and is never rounded");
    }
    if (moment.isBefore(Timestamps.MIN) || moment.isAfter(Timestamps.MAX)) {
      throw new RejectedValueException("is out of the range of timestamps");
    }
    return moment;
  }

  static Object toSql(SqlKind kind, Object value, ZoneId zone) {
    if (value instanceof Instant moment) {
      LocalDateTime local = LocalDateTime.ofInstant(moment, zone);
      if (kind == SqlKind.DATE && !local.toLocalTime().equals(LocalTime.MIDNIGHT)) {
        throw new RejectedValueException("is no whole day in the zone " + zone);
      }
      return switch (kind) {
        case DATE -> local.toLocalDate();
        case TIMESTAMP -> local;
        default -> moment;
      };
    }
    String text = value.toString();
    try {
      return switch (kind) {
        case DATE -> LocalDate.parse(text);
        case TIMESTAMP -> LocalDateTime.parse(text);
        default -> Instant.parse(text);
      };
    } catch (DateTimeException e) {
      // A date of zeros or an infinite one, which only the database understands.
      return text;
    }
  }
}
