-- The statements of the relational twin in H2 while a crowd used it, with their numbers. Lists of
-- values are shortened.

-- weight: 5
SELECT 1 FROM information_schema.tables WHERE table_schema = CURRENT_SCHEMA AND LOWER(table_name) = ?;
-- weight: 1
INSERT INTO site_stats (slot, pages, articles, edits) VALUES   (0, 0, 0, 0), (1, 0, 0, 0), (2, 0, 0, 0), (3, 0, 0, 0), (4, 0, 0, 0), (5, 0, 0, 0),   (6, 0, 0, 0), (7, 0, 0, 0), (8, 0, 0, 0), (9, 0, 0, 0), (10, 0, 0, 0), (11, 0, 0, 0),   (12, 0, 0, 0), (13, 0, 0, 0), (14, 0, 0, 0), (15, 0, 0, 0);
-- weight: 1
INSERT INTO schema_version (version) VALUES (?);
-- weight: 2
SELECT namespace_id, name FROM namespace_alias ORDER BY namespace_id, place;
-- weight: 2
SELECT namespace_id, name, capitalized FROM namespace ORDER BY place;
-- weight: 2
SELECT name, database_name, base, language FROM site;
-- weight: 1
SELECT source, source_identity, pages, revisions, redirects, links, failed, finished FROM import_state WHERE source = ?;
-- weight: 97
SELECT title FROM page WHERE title >= ? ORDER BY title LIMIT ?;
-- weight: 1
UPDATE site SET name = ?, database_name = ?, base = ?, language = ? WHERE site_id = 1;
-- weight: 1
INSERT INTO site (name, database_name, base, language, site_id) VALUES (?, ?, ?, ?, 1);
-- weight: 1
DELETE FROM namespace;
-- weight: 18
INSERT INTO namespace (namespace_id, place, name, capitalized) VALUES (?, ?, ?, ?);
-- weight: 4
INSERT INTO namespace_alias (namespace_id, place, name) VALUES (?, ?, ?);
-- weight: 23
SELECT kind, title, since, list_cursor, walked, chunks, done FROM job WHERE kind = ? AND title = ? FOR UPDATE;
-- weight: 1
INSERT INTO job (since, list_cursor, walked, chunks, done, kind, title) VALUES (?, ?, ?, ?, ?, ?, ?);
-- weight: 14
SELECT actor_id FROM actor WHERE name = ? AND with_account = ? AND account = ?;
-- weight: 14
INSERT INTO actor (name, with_account, account) VALUES (?, ?, ?);
-- weight: 21
SELECT title, page_id, namespace, dump_number, latest, redirect_to FROM page WHERE title IN (?, ?) ORDER BY title FOR UPDATE;
-- weight: 409
INSERT INTO page (title, namespace, dump_number, draw) VALUES (?, ?, ?, ?);
-- weight: 1
SELECT title, page_id FROM page WHERE title IN (?, ?);
-- weight: 944
INSERT INTO revision (parent_id, origin_id, actor_id, created, summary, minor, bytes, model, hidden, page_id, revision_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- weight: 944
INSERT INTO revision_text (content, page_id, revision_id) VALUES (?, ?, ?);
-- weight: 441
UPDATE page SET namespace = ?, dump_number = ?, latest = ?, redirect_to = ? WHERE page_id = ?;
-- weight: 5646
INSERT INTO page_link (page_id, target, page_title) VALUES (?, ?, ?);
-- weight: 822
INSERT INTO category_link (page_id, target, page_title) VALUES (?, ?, ?);
-- weight: 191
INSERT INTO template_link (page_id, target, page_title) VALUES (?, ?, ?);
-- weight: 784
UPDATE site_stats SET pages = pages + ?, articles = articles + ?, edits = edits + ? WHERE slot = ?;
-- weight: 3
UPDATE import_state SET source_identity = ?, pages = ?, revisions = ?, redirects = ?, links = ?, failed = ?, finished = ? WHERE source = ?;
-- weight: 1
INSERT INTO import_state (source_identity, pages, revisions, redirects, links, failed, finished, source) VALUES (?, ?, ?, ?, ?, ?, ?, ?);
-- weight: 3
UPDATE job SET since = ?, list_cursor = ?, walked = ?, chunks = ?, done = ? WHERE kind = ? AND title = ?;
-- weight: 31
SELECT kind, title, since, list_cursor, walked, chunks, done FROM job ORDER BY kind, title LIMIT ?;
-- weight: 1
INSERT INTO job_chunk (kind, title, chunk, taken) VALUES (?, ?, ?, ?);
-- weight: 109
INSERT INTO job_chunk_page (kind, title, chunk, place, page_title) VALUES (?, ?, ?, ?, ?);
-- weight: 18
SELECT chunk FROM job_chunk WHERE kind = ? AND title = ? AND taken < ? ORDER BY chunk;
-- weight: 80
SELECT p.page_id, p.title, p.namespace, p.dump_number, p.redirect_to, p.latest, r.revision_id, r.parent_id, r.origin_id, r.created, a.name, a.with_account, a.account, r.summary, r.minor, r.bytes, r.model, r.hidden, t.content FROM page p JOIN revision r ON r.page_id = p.page_id AND r.revision_id = p.latest JOIN actor a ON a.actor_id = r.actor_id JOIN revision_text t ON t.page_id = r.page_id AND t.revision_id = r.revision_id WHERE p.title IN (?, ?);
-- weight: 17
SELECT 1 FROM job_chunk WHERE kind = ? AND title = ? LIMIT 1;
-- weight: 8
SELECT 'PAGE_LINK', page_id, target FROM page_link WHERE page_id IN (?, ?) UNION ALL SELECT 'CATEGORY_LINK', page_id, target FROM category_link WHERE page_id IN (?, ?) UNION ALL SELECT 'TEMPLATE_LINK', page_id, target FROM template_link WHERE page_id IN (?, ?);
-- weight: 171
SELECT p.page_id, p.title, p.namespace, p.dump_number, p.redirect_to, p.latest, r.revision_id, r.parent_id, r.origin_id, r.created, a.name, a.with_account, a.account, r.summary, r.minor, r.bytes, r.model, r.hidden, t.content FROM page p JOIN revision r ON r.page_id = p.page_id AND r.revision_id = p.latest JOIN actor a ON a.actor_id = r.actor_id JOIN revision_text t ON t.page_id = r.page_id AND t.revision_id = r.revision_id WHERE p.title IN (?);
-- weight: 1
DELETE FROM job_chunk WHERE kind = ? AND title = ? AND chunk = ? AND taken = ?;
-- weight: 1
DELETE FROM job WHERE kind = ? AND title = ?;
-- weight: 922
SELECT page_title FROM template_link WHERE target = ? AND page_title > ? ORDER BY page_title LIMIT ?;
-- weight: 836
SELECT title, page_id, namespace, dump_number, latest, redirect_to FROM page WHERE title IN (?) ORDER BY title FOR UPDATE;
-- weight: 300
SELECT title, page_id FROM page WHERE title IN (?);
-- weight: 36
SELECT SUM(pages), SUM(articles), SUM(edits) FROM site_stats;
-- weight: 139
SELECT page_title FROM page_link WHERE target = ? AND page_title > ? ORDER BY page_title LIMIT ?;
-- weight: 2439
SELECT p.page_id, p.title, p.namespace, p.dump_number, p.redirect_to, p.latest, r.revision_id, r.parent_id, r.origin_id, r.created, a.name, a.with_account, a.account, r.summary, r.minor, r.bytes, r.model, r.hidden, t.content FROM page p JOIN revision r ON r.page_id = p.page_id AND r.revision_id = p.latest JOIN actor a ON a.actor_id = r.actor_id JOIN revision_text t ON t.page_id = r.page_id AND t.revision_id = r.revision_id WHERE p.title = ?;
-- weight: 144
SELECT page_title FROM category_link WHERE target = ? AND page_title > ? ORDER BY page_title LIMIT ?;
-- weight: 393
SELECT title, latest FROM page WHERE title IN (?, ?);
-- weight: 261
SELECT r.revision_id, r.parent_id, r.origin_id, r.created, a.name, a.with_account, a.account, r.summary, r.minor, r.bytes, r.model, r.hidden FROM page p JOIN revision r ON r.page_id = p.page_id JOIN actor a ON a.actor_id = r.actor_id WHERE p.title = ? AND r.revision_id <= ? ORDER BY r.revision_id DESC LIMIT ?;
-- weight: 79
SELECT c.created, a.name, c.content FROM page p JOIN page_comment c ON c.page_id = p.page_id JOIN actor a ON a.actor_id = c.actor_id WHERE p.title = ? ORDER BY c.created, a.name LIMIT ?;
-- weight: 63
INSERT INTO page (title, namespace, dump_number, redirect_to, draw) VALUES (?, ?, ?, ?, ?);
-- weight: 63
UPDATE page SET latest = ? WHERE page_id = ?;
-- weight: 152
SELECT latest FROM page WHERE title = ?;
-- weight: 458
SELECT 'PAGE_LINK', page_id, target FROM page_link WHERE page_id IN (?) UNION ALL SELECT 'CATEGORY_LINK', page_id, target FROM category_link WHERE page_id IN (?) UNION ALL SELECT 'TEMPLATE_LINK', page_id, target FROM template_link WHERE page_id IN (?);
-- weight: 401
UPDATE page SET latest = ?, redirect_to = ? WHERE page_id = ?;
-- weight: 2668
DELETE FROM page_link WHERE page_id = ? AND target = ?;
-- weight: 370
DELETE FROM category_link WHERE page_id = ? AND target = ?;
-- weight: 111
SELECT page_id FROM page WHERE title = ?;
-- weight: 97
UPDATE page_comment SET content = ? WHERE page_id = ? AND created = ? AND actor_id = ?;
-- weight: 97
INSERT INTO page_comment (content, page_id, created, actor_id) VALUES (?, ?, ?, ?);
-- weight: 77
SELECT title FROM page WHERE draw >= ? ORDER BY draw LIMIT ?;
-- weight: 75
SELECT p.page_id, p.title, p.namespace, p.dump_number, p.redirect_to, p.latest, r.revision_id, r.parent_id, r.origin_id, r.created, a.name, a.with_account, a.account, r.summary, r.minor, r.bytes, r.model, r.hidden, t.content FROM page p JOIN revision r ON r.page_id = p.page_id JOIN actor a ON a.actor_id = r.actor_id JOIN revision_text t ON t.page_id = r.page_id AND t.revision_id = r.revision_id WHERE p.title = ? ORDER BY r.revision_id;
-- weight: 59
SELECT title FROM page WHERE title > ? ORDER BY title LIMIT ?;
-- weight: 6
UPDATE page SET title = ?, namespace = ?, redirect_to = ?, draw = ? WHERE page_id = ?;
-- weight: 6
UPDATE page_link SET page_title = ? WHERE page_id = ?;
-- weight: 6
UPDATE category_link SET page_title = ? WHERE page_id = ?;
-- weight: 6
UPDATE template_link SET page_title = ? WHERE page_id = ?;
-- weight: 18
SELECT revision_id FROM revision WHERE page_id = ? AND revision_id IN (?);
-- weight: 52
UPDATE revision SET parent_id = ?, origin_id = ?, actor_id = ?, created = ?, summary = ?, minor = ?, bytes = ?, model = ?, hidden = ? WHERE page_id = ? AND revision_id = ?;
-- weight: 52
UPDATE revision_text SET content = ? WHERE page_id = ? AND revision_id = ?;
-- weight: 14
SELECT revision_id FROM revision WHERE page_id = ? AND revision_id IN (?, ?);
-- weight: 44
DELETE FROM template_link WHERE page_id = ? AND target = ?;
-- weight: 19
SELECT COUNT(*) FROM revision WHERE page_id = ?;
-- weight: 19
UPDATE page SET latest = NULL WHERE page_id = ?;
-- weight: 19
DELETE FROM page WHERE page_id = ?;
-- weight: 20
SELECT p.page_id, p.title, p.namespace, p.dump_number, p.redirect_to, p.latest, r.revision_id, r.parent_id, r.origin_id, r.created, a.name, a.with_account, a.account, r.summary, r.minor, r.bytes, r.model, r.hidden, t.content FROM page p JOIN revision r ON r.page_id = p.page_id JOIN actor a ON a.actor_id = r.actor_id JOIN revision_text t ON t.page_id = r.page_id AND t.revision_id = r.revision_id WHERE r.revision_id = ? AND p.title = ?;
