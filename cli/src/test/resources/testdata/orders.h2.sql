CREATE TABLE customers (id BIGINT PRIMARY KEY, email VARCHAR(50), born DATE, points INT);
CREATE TABLE orders (id BIGINT PRIMARY KEY, customer_id BIGINT, placed_at TIMESTAMP, total DECIMAL(9,3));
CREATE TABLE order_lines (order_id BIGINT, n INT, sku VARCHAR(20), pieces INT, PRIMARY KEY (order_id, n));
CREATE TABLE sessions (token VARCHAR(20) PRIMARY KEY);
INSERT INTO customers VALUES (1, 'ann@example.org', '1980-02-29', 7), (2, 'bob@example.org', NULL, 0), (3, 'Bob@example.org', NULL, -1);
INSERT INTO orders VALUES (10, 1, '2026-05-01 12:00:00', 12.5), (11, 2, '2026-03-29 03:30:00', 1), (12, 9, '2026-05-02 08:15:00', 3), (13, 2, '2026-05-03 18:00:00', 4.125), (14, 2, NULL, 0);
INSERT INTO order_lines VALUES (10, 1, 'map', 2), (10, 2, 'globe', 1), (12, 1, 'map', 1), (14, 1, 'atlas', 1);
INSERT INTO sessions VALUES ('x');
