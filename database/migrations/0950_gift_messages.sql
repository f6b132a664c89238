-- Words of the giver to the recipient; the same in all cotas of a gift.
alter table cota_gifts add column message text check (message <> '');
