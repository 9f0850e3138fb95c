-- weight: 100
select * from tasks where closed is null;
-- weight: 100
select id, started from tasks where closed is null order by started desc limit 10;
-- weight: 100
select * from tasks where closed is not null order by closed limit 20;
select * from tasks where closed is not null order by closed desc limit 20;
-- weight: 100
select count(*) from tasks where due is null;
-- weight: 100
select * from tasks where state = 'open' and due is null and closed is not null;
-- weight: 100
select * from tasks where owner = 7 and closed is null;
select * from tasks where priority is null;
select * from tasks where started is null and owner = 7;
select * from tasks where closed is not null;
select p.name, t.id from people p left join tasks t on t.owner = p.id where p.email = 'a' and t.id is null;
delete from tasks where due is null and closed is null;
-- weight: 100
select min(due) from tasks where due is not null;
select * from people where phone is null limit 10;
-- weight: 100
select * from people where email = 'a' or phone = '1';
-- weight: 100
select * from people where email = 'a' or email = 'b' or email in ('c', 'd');
-- weight: 100
select id from people where id = 7 or invited_by = 7;
-- weight: 100
select * from tasks where owner = 7 or state = 'open' order by started desc limit 10;
select * from tasks where (closed is null or closed > '2024-01-01') and state = 'open';
select count(*) from people where email = 'a' or phone = '1';
select t.* from people p join tasks t on t.owner = p.id where p.email = 'a' or p.phone = '1';
select * from people where email = 'a' or name like '%x%';
select * from tasks where owner = 7 and (state = 'open' or priority = 1);
select * from people where email = 'a' or exists (select 1 from tasks where owner = people.id);
delete from people where email = 'a' or phone = '1';
-- weight: 100
select * from people where id = 7 for update;
select * from tasks where owner = 7 and state = 'open' for update;
-- weight: 100
select p.name from settings s join people p on p.id = s.setting where s.name = 'contact';
select s.name from people p join settings s on s.setting = p.id where p.email = 'a' and s.name = 'b';
-- weight: 100
select max(amount) from notes where subject = 'a';
