package org.portolan.advisor.workload;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Functions of the servers, which read no rows of an application: a statement without tables that
 * calls only these calls no procedure. Stateless.
 */
final class ServerFunctions {
  private static final Pattern CALL = Pattern.compile("([\\w.]+)\\s*\\(");

  /** Words of the language before an opening bracket. */
  private static final String WORDS =
      "select values in and or not exists interval array as case when then else over filter within"
          + " row using from where on end between like is all any some union distinct";

  private static final String SESSION =
      "connection_id current_catalog current_database current_date current_role current_schema"
          + " current_schemas current_setting current_time current_timestamp current_user currval"
          + " database found_rows format_type get_lock has_schema_privilege has_table_privilege"
          + " inet_client_addr inet_server_addr is_free_lock is_used_lock last_insert_id lastval"
          + " localtime localtimestamp nextval obj_description release_all_locks release_lock"
          + " row_count schema session_user set_config setval sleep system_user to_regclass"
          + " txid_current user utc_date utc_time utc_timestamp version benchmark charset coercibility"
          + " collation master_pos_wait lo_create lo_creat lo_unlink identity scope_identity";

  private static final String TIMES =
      "now curdate curtime sysdate date time timestamp adddate addtime subdate subtime convert_tz"
          + " date_add date_sub date_format date_part date_trunc datediff day dayname dayofmonth"
          + " dayofweek dayofyear extract from_days from_unixtime get_format hour last_day makedate"
          + " make_date make_time make_timestamp maketime make_interval microsecond minute month"
          + " monthname period_add period_diff quarter sec_to_time second str_to_date time_format"
          + " time_to_sec timediff timestampadd timestampdiff to_days to_seconds unix_timestamp week"
          + " weekday weekofyear year yearweek age clock_timestamp statement_timestamp timeofday"
          + " transaction_timestamp isfinite justify_days justify_hours justify_interval to_date"
          + " to_timestamp dateadd datetime formatdatetime parsedatetime";

  private static final String NUMBERS =
      "abs acos asin atan atan2 ceil ceiling conv cos cot crc32 degrees exp floor format greatest"
          + " least ln log log10 log2 mod pi pow power radians rand random round sign sin sqrt tan"
          + " truncate trunc div cbrt gcd lcm factorial width_bucket setseed bit_count to_number";

  private static final String TEXTS =
      "ascii bin bit_length char char_length character_length chr concat concat_ws elt export_set"
          + " field find_in_set from_base64 hex initcap insert instr lcase left length load_file"
          + " locate lower lpad ltrim make_set mid md5 oct octet_length ord overlay position quote"
          + " quote_ident quote_literal quote_nullable regexp_instr regexp_like regexp_match"
          + " regexp_matches regexp_replace regexp_substr regexp_split_to_array"
          + " regexp_split_to_table repeat replace reverse right rpad rtrim soundex space split_part"
          + " starts_with string_to_array strcmp strpos substr substring substring_index to_base64"
          + " to_char to_hex translate trim ucase unhex upper btrim decode encode weight_string"
          + " unaccent similarity";

  private static final String OTHERS =
      "cast coalesce convert if ifnull nullif nvl nvl2 isnull default binary uuid uuid_short"
          + " uuid_to_bin bin_to_uuid is_uuid sys_guid uuid_generate_v4 gen_random_uuid random_uuid"
          + " sha sha1 sha2 sha224 sha256 sha384 sha512 digest hmac crypt gen_salt aes_decrypt"
          + " aes_encrypt password old_password compress uncompress random_bytes gen_random_bytes"
          + " inet_aton inet_ntoa inet6_aton inet6_ntoa is_ipv4 is_ipv6 json_array json_object"
          + " json_extract json_unquote json_quote json_valid json_value json_type json_length"
          + " json_keys json_contains json_set json_remove json_merge_patch json_build_object"
          + " json_build_array jsonb_build_object jsonb_build_array jsonb_set to_json to_jsonb"
          + " row_to_json array_length array_to_string array_append cardinality unnest"
          + " generate_series generate_subscripts count sum min max avg row_number rank to_tsvector"
          + " to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery st_geomfromtext"
          + " st_astext st_point st_makepoint st_setsrid st_distance";

  private static final Set<String> NAMES =
      Arrays.stream(String.join(" ", WORDS, SESSION, TIMES, NUMBERS, TEXTS, OTHERS).split(" "))
          .collect(Collectors.toUnmodifiableSet());

  private ServerFunctions() {}

  /** Returns whether all functions that a template calls are the server's. */
  static boolean areAllOf(String template) {
    Matcher calls = CALL.matcher(template);
    while (calls.find()) {
      String name = calls.group(1).toLowerCase(Locale.ROOT);
      if (!NAMES.contains(name) && !name.startsWith("pg_")) {
        return false;
      }
    }
    return true;
  }
}
