-- Signs the quotes that buyers pay.
insert into link_keys (purpose, key)
values ('quote', uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
