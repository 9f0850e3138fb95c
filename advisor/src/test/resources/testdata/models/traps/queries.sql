select * from o where id = 1;
select * from o join od2 on od2.o_id = o.id join od on od.o_id = o.id join op on op.o_id = o.id where o.id = 1;
insert into u (id, email) values ('2c8f1bde-0000-4000-8000-000000000001', 'a@b.example') on conflict (lower(email)) do nothing;
select "ID" from "Users" where "ID" = 5;
select * from u where email like 'anna%' order by email limit 20;
select * from opd where o_id = 4 order by at desc limit 10;
select * from opd;
select count(*) from o;
