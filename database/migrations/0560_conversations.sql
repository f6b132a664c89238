-- The order that a ticket is about, the answers that both sides have read, and files in both directions.
alter table support_tickets
  add column order_id uuid references orders on delete set null,
  -- The desk wrote first.
  add column from_desk boolean not null default false,
  add column author_read_at timestamptz,
  add column desk_read_at timestamptz,
  -- Its messages are now in another ticket of the same person.
  add column merged_into uuid references support_tickets on delete set null;
create index support_tickets_order on support_tickets (order_id) where order_id is not null;
create index support_tickets_merged on support_tickets (merged_into) where merged_into is not null;

-- A photo or a PDF that was sent as a message.
create table support_files (
  reply_id uuid primary key references support_replies on delete cascade,
  name text not null,
  type text not null check (type in ('image/jpeg', 'application/pdf')),
  content bytea not null check (octet_length(content) <= 5242880),
  created_at timestamptz not null
);
create index support_files_age on support_files (created_at);

-- Texts that the desk answers with again and again; {nome} and other variables are filled in at use.
create table support_quick_replies (
  id uuid primary key,
  title text not null check (title <> ''),
  body text not null check (body <> ''),
  updated_by uuid references profiles on delete set null,
  updated_at timestamptz not null
);
create index support_quick_replies_by on support_quick_replies (updated_by);
