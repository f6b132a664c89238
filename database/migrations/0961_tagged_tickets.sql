-- The tags that the desk filters its queue by: of the tickets changed last that have any.
create index support_tickets_tagged on support_tickets (updated_at desc) where tags <> '{}';
