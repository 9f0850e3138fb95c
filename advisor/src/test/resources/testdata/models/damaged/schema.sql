create table a (x int, y varchar(10));
create table b as select * from a;
alter table c add primary key (id);
create table d (x int, ;
create table e (id int primary key, note text default 'unfinished
