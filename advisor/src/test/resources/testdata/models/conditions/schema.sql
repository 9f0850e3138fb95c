CREATE TABLE people (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, name varchar(40) NOT NULL, email varchar(80), phone varchar(20), invited_by int) ENGINE=InnoDB;
CREATE TABLE tasks (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, owner int, state varchar(10) NOT NULL, due datetime, closed datetime, started datetime NOT NULL, priority int DEFAULT 5, KEY (owner), FOREIGN KEY (owner) REFERENCES people (id)) ENGINE=InnoDB;
CREATE TABLE settings (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, name varchar(40) NOT NULL, setting longtext) ENGINE=InnoDB;
CREATE TABLE notes (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, subject varchar(30) NOT NULL, amount decimal(10,2) NOT NULL, body varchar(200)) ENGINE=InnoDB;
