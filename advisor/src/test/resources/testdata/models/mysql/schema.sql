-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS `users`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
CREATE TABLE `users` (
  `id` int NOT NULL AUTO_INCREMENT,
  `name` varchar(80) COLLATE utf8mb4_general_ci NOT NULL DEFAULT '',
  `visits` int unsigned NOT NULL DEFAULT '0',
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci;
CREATE TABLE `orders` (
  `id` int NOT NULL,
  `user_id` int NOT NULL,
  `state` enum('new','paid; sent') NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB
/*!50100 PARTITION BY HASH (`id`) PARTITIONS 4 */;
CREATE TABLE `settings` (
  `name` varchar(40) NOT NULL,
  `value` text,
  UNIQUE KEY `name` (`name`)
) ENGINE=MyISAM;
/*!50001 DROP VIEW IF EXISTS `names`*/;
SET @saved_cs_client     = @@character_set_client;
/*!50001 CREATE VIEW `names` AS SELECT 
 1 AS `name`*/;
DELIMITER ;;
/*!50003 CREATE*/ /*!50017 DEFINER=`root`@`localhost`*/ /*!50003 TRIGGER t BEFORE INSERT ON users FOR EACH ROW BEGIN SET NEW.visits = 0; END */;;
DELIMITER ;
