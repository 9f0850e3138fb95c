-- weight: 100
update products set stock = stock - 2 where sku = 'a' and stock > 2;
update products set stock = stock - 2 where id = 7 and stock >= 2;
delete from orders where id = 7 and customer_id = 9;
-- weight: 100
update orders set status = 'paid' where id = 7 and status = 'new';
select * from orders where id = 7 and status = 'new';
select id from orders where id in (7, 8) and status in ('new', 'paid') order by placed_at;
select distinct status from orders where customer_id = 7;
-- weight: 100
select * from orders where status in ('new', 'paid') order by placed_at desc limit 10;
-- weight: 100
select * from orders where customer_id = 7 and placed_at between '2024-01-01' and '2024-02-01';
select * from orders where customer_id = 7 and placed_at < '2024-02-01' order by placed_at desc limit 10;
select count(*) from orders where customer_id = 7 and placed_at between '2024-01-01' and '2024-02-01';
select count(*) from orders where customer_id = 7 and placed_at >= '2024-01-01';
select * from orders where customer_id = 7 and total > 12.50;
insert into coupons (code, discount) values ('a', 5);
insert ignore into coupons (code, discount) values ('a', 5);
insert into coupons (code, discount) values ('a', 5) on duplicate key update discount = 5;
replace into coupons (code, discount) values ('a', 5);
insert into orders (customer_id, status, total, placed_at) values (7, 'new', 12.50, '2024-01-01 00:00:00');
SELECT * FROM accounts a JOIN prefs p ON p.account_id = a.id WHERE a.email = 'u7@x';
update orders set total = 12.50 where customer_id = 7 and status = 'new';
delete from orders where customer_id = 7;
delete from products where sku = 'a';
update prefs set theme = 'dark' where account_id = 7;
delete from prefs where account_id = 7;
