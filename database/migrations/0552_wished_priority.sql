-- The priority that the author of a ticket chose. The desk decides: it shortens no deadline before.
alter table support_tickets add column wished_priority text
  check (wished_priority in ('low', 'normal', 'high', 'urgent'));
