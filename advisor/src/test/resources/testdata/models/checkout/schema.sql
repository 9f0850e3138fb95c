CREATE TABLE products (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, sku varchar(20) COLLATE utf8mb4_bin NOT NULL, title varchar(80) NOT NULL, stock int NOT NULL, UNIQUE KEY (sku)) ENGINE=InnoDB;
CREATE TABLE orders (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, customer_id int NOT NULL, status varchar(10) NOT NULL, total decimal(10,2) NOT NULL, placed_at datetime NOT NULL) ENGINE=InnoDB;
CREATE TABLE coupons (code varchar(20) NOT NULL PRIMARY KEY, discount int NOT NULL) ENGINE=InnoDB;
CREATE TABLE accounts (id BIGINT PRIMARY KEY, email VARCHAR(80) NOT NULL UNIQUE);
CREATE TABLE prefs (account_id BIGINT PRIMARY KEY REFERENCES accounts(id), theme TEXT NOT NULL);
