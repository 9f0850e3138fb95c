-- What a wiki asks of these tables; the weights are invented.
-- weight: 9000
SELECT * FROM wikka_pages WHERE tag = 'HomePage' AND latest = 'Y' LIMIT 1;
-- weight: 9000
SELECT * FROM wikka_acls WHERE page_tag = 'HomePage' LIMIT 1;
-- weight: 300
SELECT * FROM wikka_pages WHERE tag = 'HomePage' ORDER BY time DESC LIMIT 20;
-- weight: 250
SELECT DISTINCT from_tag AS page_tag FROM wikka_links WHERE to_tag = 'HomePage' ORDER BY page_tag;
-- weight: 200
SELECT id, page_tag, time, comment, user FROM wikka_comments WHERE page_tag = 'HomePage' ORDER BY time;
-- weight: 120
SELECT DISTINCT l.to_tag FROM wikka_links l LEFT JOIN wikka_pages p ON l.to_tag = p.tag WHERE p.tag IS NULL;
-- weight: 100
UPDATE wikka_pages SET latest = 'N' WHERE tag = 'HomePage';
-- weight: 100
INSERT INTO wikka_pages SET tag = 'HomePage', time = NOW(), owner = 'Anna', user = 'Anna', note = '', latest = 'Y', body = 'text';
-- weight: 100
DELETE FROM wikka_links WHERE from_tag = 'HomePage';
-- weight: 100
INSERT INTO wikka_links (from_tag, to_tag) VALUES ('HomePage', 'Links'), ('HomePage', 'Help');
-- weight: 90
SELECT * FROM wikka_users WHERE name = 'Anna' LIMIT 1;
-- weight: 60
SELECT p.tag, c.comment FROM wikka_comments c, wikka_pages p WHERE c.page_tag = p.tag AND p.latest = 'Y' ORDER BY c.time DESC LIMIT 50;
-- weight: 20
SELECT p.id FROM wikka_pages AS p INNER JOIN wikka_users AS u ON p.user = u.name WHERE u.status = 'active';
-- weight: 10
SELECT page_tag, COUNT(referrer) AS num FROM wikka_referrers WHERE page_tag = 'HomePage' GROUP BY referrer ORDER BY num DESC;
