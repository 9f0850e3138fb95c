-- weight: 500
SELECT /* WikiPage::pageData */ page_id, page_latest, page_len FROM `mw_page` WHERE page_namespace = 0 AND page_title = 'Main_Page' LIMIT 1;
-- weight: 400
SELECT /* Revision::fetch */ rev_id, rev_page, old_text FROM mw_revision INNER JOIN mw_page ON ((page_id = rev_page)) LEFT JOIN mw_text ON (old_id = rev_text_id) LEFT JOIN mw_user ON ((rev_user != 0) AND (user_id = rev_user)) WHERE page_namespace = 0 AND page_title = 'Main_Page' AND (rev_id = page_latest) LIMIT 1;
-- weight: 80
SELECT page_id, page_title FROM mw_pagelinks, mw_page WHERE pl_from = page_id AND pl_namespace = 0 AND pl_title = 'Main_Page' ORDER BY pl_from LIMIT 51;
-- weight: 30
SELECT page_title, cl_sortkey FROM mw_page JOIN mw_categorylinks FORCE INDEX (cl_sortkey) ON ((cl_from = page_id)) WHERE cl_to = 'Harbours' ORDER BY cl_sortkey LIMIT 200;
-- weight: 20
SELECT pl_title FROM mw_pagelinks LEFT JOIN mw_page ON (page_namespace = pl_namespace AND page_title = pl_title) WHERE page_id IS NULL;
-- weight: 10
UPDATE mw_site_stats SET ss_total_edits=ss_total_edits+1,ss_good_articles=ss_good_articles+0 WHERE ss_row_id = 1;
