-- Version 1 of the wiki's relational schema, after MediaWiki's tables, with foreign keys. Types in
-- braces are those of the database, see Dialect. Instants are in UTC.

CREATE TABLE site (
  site_id SMALLINT NOT NULL PRIMARY KEY CHECK (site_id = 1),
  name {line} NOT NULL,
  database_name {line} NOT NULL,
  base {line} NOT NULL,
  language {line} NOT NULL
){table};

CREATE TABLE namespace (
  namespace_id INT NOT NULL PRIMARY KEY,
  place INT NOT NULL,
  name {line} NOT NULL,
  capitalized BOOLEAN NOT NULL
){table};

CREATE TABLE namespace_alias (
  namespace_id INT NOT NULL,
  place INT NOT NULL,
  name {line} NOT NULL,
  PRIMARY KEY (namespace_id, place),
  FOREIGN KEY (namespace_id) REFERENCES namespace (namespace_id) ON DELETE CASCADE
){table};

-- People and addresses. with_account is false for an address and a hidden contributor; account 0 is
-- a name without an account.
CREATE TABLE actor (
  actor_id {identity},
  name {name} NOT NULL,
  with_account BOOLEAN NOT NULL,
  account BIGINT NOT NULL,
  CONSTRAINT actor_name UNIQUE (name, with_account, account)
){table};

-- title is the full title, because lists are in the order of full titles. dump_number is the page's
-- number in the wiki of its dump, which two pages may share. latest is null only within the
-- transaction that creates or deletes the page.
CREATE TABLE page (
  page_id {identity},
  title {title} NOT NULL,
  namespace INT NOT NULL,
  dump_number BIGINT NOT NULL,
  latest BIGINT,
  redirect_to {line},
  draw BIGINT NOT NULL,
  CONSTRAINT page_title UNIQUE (title)
){table};

-- Random pages are drawn by this number.
CREATE INDEX page_draw ON page (draw);

CREATE TABLE revision (
  page_id BIGINT NOT NULL,
  revision_id BIGINT NOT NULL,
  parent_id BIGINT NOT NULL,
  origin_id BIGINT NOT NULL,
  actor_id BIGINT NOT NULL,
  created {instant} NOT NULL,
  summary {line} NOT NULL,
  minor BOOLEAN NOT NULL,
  bytes INT NOT NULL,
  model VARCHAR(100) NOT NULL,
  hidden INT NOT NULL,
  PRIMARY KEY (page_id, revision_id),
  FOREIGN KEY (page_id) REFERENCES page (page_id) ON DELETE CASCADE,
  FOREIGN KEY (actor_id) REFERENCES actor (actor_id)
){table};

ALTER TABLE page ADD CONSTRAINT page_latest
  FOREIGN KEY (page_id, latest) REFERENCES revision (page_id, revision_id);

-- Apart from the revisions, so that a history reads no text.
CREATE TABLE revision_text (
  page_id BIGINT NOT NULL,
  revision_id BIGINT NOT NULL,
  content {text} NOT NULL,
  PRIMARY KEY (page_id, revision_id),
  FOREIGN KEY (page_id, revision_id) REFERENCES revision (page_id, revision_id) ON DELETE CASCADE
){table};

-- What the current texts name, whether it exists or not. page_title repeats page.title, as
-- MediaWiki's cl_sortkey does: a list of a million links is read in the order of titles, from its
-- index alone. A move changes it in its transaction, and the check compares it.
CREATE TABLE page_link (
  page_id BIGINT NOT NULL,
  target {title} NOT NULL,
  page_title {title} NOT NULL,
  PRIMARY KEY (page_id, target),
  FOREIGN KEY (page_id) REFERENCES page (page_id) ON DELETE CASCADE
){table};

CREATE INDEX page_link_target ON page_link (target, page_title);

CREATE TABLE category_link (
  page_id BIGINT NOT NULL,
  target {title} NOT NULL,
  page_title {title} NOT NULL,
  PRIMARY KEY (page_id, target),
  FOREIGN KEY (page_id) REFERENCES page (page_id) ON DELETE CASCADE
){table};

CREATE INDEX category_link_target ON category_link (target, page_title);

CREATE TABLE template_link (
  page_id BIGINT NOT NULL,
  target {title} NOT NULL,
  page_title {title} NOT NULL,
  PRIMARY KEY (page_id, target),
  FOREIGN KEY (page_id) REFERENCES page (page_id) ON DELETE CASCADE
){table};

CREATE INDEX template_link_target ON template_link (target, page_title);

CREATE TABLE page_comment (
  page_id BIGINT NOT NULL,
  created {instant} NOT NULL,
  actor_id BIGINT NOT NULL,
  content {text} NOT NULL,
  PRIMARY KEY (page_id, created, actor_id),
  FOREIGN KEY (page_id) REFERENCES page (page_id) ON DELETE CASCADE,
  FOREIGN KEY (actor_id) REFERENCES actor (actor_id)
){table};

-- The counters are sums over slots, so that writers of different pages seldom wait for each other.
CREATE TABLE site_stats (
  slot SMALLINT NOT NULL PRIMARY KEY,
  pages BIGINT NOT NULL,
  articles BIGINT NOT NULL,
  edits BIGINT NOT NULL
){table};

INSERT INTO site_stats (slot, pages, articles, edits) VALUES
  (0, 0, 0, 0), (1, 0, 0, 0), (2, 0, 0, 0), (3, 0, 0, 0), (4, 0, 0, 0), (5, 0, 0, 0),
  (6, 0, 0, 0), (7, 0, 0, 0), (8, 0, 0, 0), (9, 0, 0, 0), (10, 0, 0, 0), (11, 0, 0, 0),
  (12, 0, 0, 0), (13, 0, 0, 0), (14, 0, 0, 0), (15, 0, 0, 0);

-- Pages that must be looked at again, see JobTable.
CREATE TABLE job (
  kind VARCHAR(8) NOT NULL,
  title {title} NOT NULL,
  since {instant} NOT NULL,
  list_cursor {line},
  walked BOOLEAN NOT NULL,
  chunks BIGINT NOT NULL,
  done BIGINT NOT NULL,
  PRIMARY KEY (kind, title)
){table};

CREATE TABLE job_chunk (
  kind VARCHAR(8) NOT NULL,
  title {title} NOT NULL,
  chunk BIGINT NOT NULL,
  taken {instant} NOT NULL,
  PRIMARY KEY (kind, title, chunk),
  FOREIGN KEY (kind, title) REFERENCES job (kind, title)
){table};

CREATE TABLE job_chunk_page (
  kind VARCHAR(8) NOT NULL,
  title {title} NOT NULL,
  chunk BIGINT NOT NULL,
  place INT NOT NULL,
  page_title {title} NOT NULL,
  PRIMARY KEY (kind, title, chunk, place),
  FOREIGN KEY (kind, title, chunk) REFERENCES job_chunk (kind, title, chunk) ON DELETE CASCADE
){table};

CREATE TABLE import_state (
  source {name} NOT NULL PRIMARY KEY,
  source_identity {line} NOT NULL,
  pages BIGINT NOT NULL,
  revisions BIGINT NOT NULL,
  redirects BIGINT NOT NULL,
  links BIGINT NOT NULL,
  failed BIGINT NOT NULL,
  finished BOOLEAN NOT NULL
){table};
