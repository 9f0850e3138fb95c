-- Schemas in which a careless proposal would lose something.
create table o (id bigserial primary key, placed timestamptz not null);
-- One to one, but with a unique key of its own.
create table od2 (o_id bigint primary key references o (id), street text not null, id int not null unique);
-- One to one, but a row of nulls would not be told from none.
create table od (o_id bigint primary key references o (id), street text);
-- One to one, and nothing in the way.
create table op (o_id bigint primary key references o (id), paid numeric(10,2) not null, rate double precision);
-- Unique keys that no index of a design holds.
create table u (id uuid primary key, email text not null, deleted timestamptz, tags int[], total numeric);
create unique index u_email on u (lower(email));
create unique index u_live on u (email) where deleted is null;
create unique index u_tags on u (tags);
-- Unique, but with nulls: no key.
create table uq (a int, b int, unique (a, b));
-- Names that differ in case only.
create table "Users" ("Id" int primary key, "ID" int, id int);
-- Names that a design needs for itself.
create table nokey (row_digest text, prefix int, main text);
create table keyed (prefix int primary key, main text, "select" text, "ünï code" text);
-- A key that no design takes, and a reference to it.
create table ka (k int[] primary key);
create table child2 (id int primary key, k int[] references ka (k));
-- A table of a part of a table.
create table opd (o_id bigint not null references op (o_id), at timestamptz not null, note text, primary key (o_id, at));
create table emp (id int primary key, boss int references emp (id) on delete set null);
