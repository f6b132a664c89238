-- A link of an account that was merged into another one, which had its own for the rifa: it still leads there and counts.
alter table share_links add column is_former boolean not null default false;
alter table share_links drop constraint share_links_user_id_rifa_id_key;
create unique index share_links_of_person on share_links (user_id, rifa_id) where not is_former;
