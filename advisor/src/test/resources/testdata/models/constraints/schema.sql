-- Constraints and types of PostgreSQL that no store has, and columns of one name and several types.
create domain words as text[];
create table bookings (
  id integer primary key,
  room integer not null,
  during tsrange not null,
  tags words,
  price numeric,
  seat integer unique nulls not distinct,
  constraint bookings_apart exclude using gist (room with =, during with &&) where (room > 0),
  exclude using gist (during with &&),
  constraint bookings_once unique nulls not distinct (room, price),
  constraint bookings_room unique nulls not distinct (room)
);
create unique index bookings_tags on bookings (seat, room) nulls not distinct where room > 1;
alter table only bookings add constraint bookings_seats exclude (seat with =) deferrable;
create table exclude_list (exclude integer primary key, note text);
create table nokey (a int, b text, c float8);
create table bkey (b bytea primary key, v text);
create table slots (starts timestamp primary key, name text);
create table days (id integer primary key, starts date);
create table notes (id integer primary key, starts date references slots (starts));
create table clocks (id integer primary key, starts time);
create table moments (id integer primary key, starts timestamp with time zone);
create table users (id bytea primary key);
create table log (id integer primary key, user_id text);
create table hosts (address inet primary key);
create table pings (id integer primary key, address macaddr);
create table visits (id integer primary key, host_address inet);
