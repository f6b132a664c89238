-- People as the panel lists and finds them: newest first, by segment, and by the beginning of a name or an e-mail.
create index profiles_newest on profiles (created_at desc, id);
create index profiles_of_segment on profiles (segment, created_at desc, id);
create index profiles_email on profiles (email text_pattern_ops);
create index profiles_name on profiles (lower(name) text_pattern_ops);
create index profiles_phone on profiles (phone text_pattern_ops) where phone is not null;
create index profiles_cpf on profiles (cpf) where cpf is not null;

-- What the desk and the panel know of a person beside what they do.
create table person_notes (
  id uuid primary key,
  user_id uuid not null references profiles on delete cascade,
  note text not null check (note <> ''),
  added_by uuid references profiles on delete set null,
  created_at timestamptz not null
);
create index person_notes_of on person_notes (user_id, created_at desc);

create table person_tags (
  user_id uuid not null references profiles on delete cascade,
  tag text not null check (tag ~ '^[^[:space:]].{0,38}[^[:space:]]$'),
  primary key (user_id, tag)
);
create index person_tags_by_tag on person_tags (tag, user_id);

-- Sales by the hour in which the order was made, so that a year of them is a few thousand rows. Written by a job; the
-- latest hours are always counted from the orders themselves.
create table sales_hours (
  hour timestamptz primary key,
  orders integer not null,
  paid_orders integer not null,
  cotas integer not null,
  paid_amount numeric(14, 2) not null,
  new_users integer not null
);

alter table settings
  add column version integer not null default 1,
  add column updated_by uuid references profiles on delete set null;
