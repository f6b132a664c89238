-- Look-ups of one contact share the code of one message, so that requests of strangers neither flood its owner with
-- messages nor keep the owner out.
alter table number_lookups
  add column contact_hash bytea,
  add column code_of uuid,
  add column code_sent_at timestamptz;
create index number_lookups_contact on number_lookups (contact_hash, code_sent_at);
