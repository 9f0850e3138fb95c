-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
CREATE TABLE `users` (
  `id` int NOT NULL AUTO_INCREMENT,
  `name` varchar(80) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `users` VALUES (1,'Anna'),(2,'Bert');
CREATE TABLE `orders` (
  `id` int NOT NULL AUTO_INCREMENT,
  `user_id` int NOT NULL,
  `placed` datetime NOT NULL,
  PRIMARY KEY (`id`),
  KEY `user_placed` (`user_id`,`placed`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
CREATE TABLE `visits` (
  `page` varchar(200) NOT NULL,
  `at` datetime NOT NULL
) ENGINE=MyISAM;
