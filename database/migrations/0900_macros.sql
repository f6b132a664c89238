-- A quick reply may also act on the ticket; then it may have no text.
alter table support_quick_replies
  -- As in domain/support/macro.ts; empty for a text alone.
  add column acts jsonb not null default '{}' check (jsonb_typeof(acts) = 'object'),
  drop constraint support_quick_replies_body_check,
  add constraint support_quick_replies_does_something check (body <> '' or acts <> '{}');

alter table support_tickets
  -- What the desk says it is about; null: as the author chose, or by its order.
  add column category text,
  add column tags text[] not null default '{}' check (cardinality(tags) <= 10),
  -- For optimistic locking: whoever acts on a ticket has seen it as it is.
  add column version integer not null default 0;
create index support_tickets_tags on support_tickets using gin (tags) where tags <> '{}';

create function count_ticket_change() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
-- Not when a side reads the ticket or rates it.
create trigger support_ticket_versions
  before update of status, priority, assigned_to, awaiting_answer, merged_into, order_id, category, tags, updated_at
  on support_tickets for each row execute function count_ticket_change();
