CREATE TABLE users (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, name varchar(40) NOT NULL, visits int NOT NULL) ENGINE=InnoDB;
CREATE TABLE posts (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, author int NOT NULL, parent_id int, title varchar(80), created datetime, KEY (author)) ENGINE=InnoDB;
CREATE TABLE tags (post_id int NOT NULL, tag varchar(20) NOT NULL, PRIMARY KEY (post_id, tag)) ENGINE=InnoDB;
CREATE TABLE profiles (user_id int NOT NULL PRIMARY KEY, bio text) ENGINE=InnoDB;
CREATE TABLE totals (name varchar(20) PRIMARY KEY, n bigint) ENGINE=InnoDB;
