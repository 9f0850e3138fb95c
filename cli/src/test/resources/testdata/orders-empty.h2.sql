CREATE TABLE customers (id BIGINT PRIMARY KEY, email VARCHAR(50), born DATE, points INT);
CREATE TABLE orders (id BIGINT PRIMARY KEY, customer_id BIGINT, placed_at TIMESTAMP, total DECIMAL(9,3));
CREATE TABLE order_lines (order_id BIGINT, n INT, sku VARCHAR(20), pieces INT, PRIMARY KEY (order_id, n));
