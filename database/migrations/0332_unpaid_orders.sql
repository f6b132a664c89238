-- Where an order was placed from: an IPv4 address or the /64 of an IPv6 address; null where that tells nothing.
alter table orders add column network text;
create index orders_unpaid_by_network on orders (network) where status = 'pending' and network is not null;
