-- Which social proof the shop shows: 'ilustrativo', 'real' or 'desligado'.
insert into settings (key, value) values ('social_proof', '{"mode": "ilustrativo"}');

-- How much lies in carts since yesterday.
create index anonymous_cart_items_added on anonymous_cart_items (added_at);
