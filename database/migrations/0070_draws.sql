-- What decides a draw, declared with the rifa. See domain/draws/draw-rules.ts.
alter table rifas
  add column draw_rule text not null default 'federal-1',
  add column draw_fallback text not null default 'lot' check (draw_fallback in ('lot', 'next_extraction')),
  add column cota_wins_once boolean not null default true,
  add column closed_at timestamptz;

create function keep_draw_terms() returns trigger language plpgsql as $$
begin
  if old.status <> 'draft' and (old.draw_rule, old.draw_fallback, old.cota_wins_once, old.total_numbers)
    is distinct from (new.draw_rule, new.draw_fallback, new.cota_wins_once, new.total_numbers) then
    raise exception 'the terms of the draw are fixed once a rifa is published' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger rifas_keep_draw_terms before update on rifas
  for each row when (old.status <> 'draft') execute function keep_draw_terms();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'what was published of a draw never changes' using errcode = 'check_violation';
end $$;

-- The sold numbers of a closed rifa as they stood when no order was pending any more.
create table draw_lists (
  rifa_id uuid primary key references rifas on delete restrict,
  total_numbers integer not null,
  sold_numbers integer not null check (sold_numbers between 0 and total_numbers),
  -- Paid cotas left out: their money is on its way back, or disputed.
  excluded_numbers integer not null check (excluded_numbers >= 0),
  bytes bigint not null,
  -- SHA-256 of the whole text and root of the tree over its lines, in hexadecimal digits.
  list_hash text not null check (list_hash ~ '^[0-9a-f]{64}$'),
  merkle_root text not null check (merkle_root ~ '^[0-9a-f]{64}$'),
  frozen_at timestamptz not null
);
create trigger draw_lists_final before update or delete on draw_lists
  for each row execute function refuse_change();

-- Turns a buyer into the tag on the list. Apart from the list, so that no query for the public can carry it along.
create table draw_list_secrets (
  rifa_id uuid primary key references draw_lists deferrable initially deferred,
  tag_key bytea not null check (octet_length(tag_key) = 32)
);

-- The list's lines, 16,384 to a row (the last has the rest), compressed, with the root of the subtree they make.
create table draw_list_chunks (
  rifa_id uuid not null references draw_lists deferrable initially deferred,
  chunk_no integer not null check (chunk_no >= 0),
  first_number integer not null,
  body bytea not null,
  root bytea not null check (octet_length(root) = 32),
  primary key (rifa_id, chunk_no)
);
alter table draw_list_chunks alter column body set storage external;
create trigger draw_list_chunks_final before update or delete on draw_list_chunks
  for each row execute function refuse_change();

-- Published before the extraction. A new version only before it, or to say that it was put off to another day.
create table draw_seals (
  rifa_id uuid not null references draw_lists on delete restrict,
  version integer not null check (version >= 1),
  text text not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  extraction integer not null check (extraction > 0),
  extraction_date text not null check (extraction_date ~ '^\d{4}-\d{2}-\d{2}$'),
  reason text,
  -- Null: by the product itself.
  sealed_by uuid references profiles on delete restrict,
  sealed_at timestamptz not null,
  primary key (rifa_id, version)
);
create index draw_seals_extraction on draw_seals (extraction);
create trigger draw_seals_final before update or delete on draw_seals
  for each row execute function refuse_change();

-- What the Loteria Federal drew, as fetched or typed in; one is confirmed, by somebody who did not enter it.
create table lottery_results (
  id uuid primary key,
  extraction integer not null check (extraction > 0),
  version integer not null check (version >= 1),
  drawn_on text not null check (drawn_on ~ '^\d{4}-\d{2}-\d{2}$'),
  prizes text[] not null check (cardinality(prizes) = 5),
  source text not null check (source in ('official', 'typed')),
  source_url text,
  -- The official answer as it came, and its SHA-256.
  raw_body text,
  raw_hash text check (raw_hash ~ '^[0-9a-f]{64}$'),
  note text,
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'rejected', 'superseded')),
  -- Null: by the product itself.
  entered_by uuid references profiles on delete restrict,
  entered_at timestamptz not null,
  decided_by uuid references profiles on delete restrict,
  decided_at timestamptz,
  unique (extraction, version),
  constraint lottery_results_two_people check (entered_by <> decided_by or state = 'rejected'),
  constraint lottery_results_evidence check ((source = 'official') = (raw_body is not null and raw_hash is not null))
);
create unique index lottery_results_one_pending on lottery_results (extraction) where state = 'pending';
create unique index lottery_results_one_confirmed on lottery_results (extraction) where state = 'confirmed';

-- Each draw of a rifa: the first, and a new version for every result that was corrected. The latest counts.
create table draws (
  rifa_id uuid not null references draw_lists on delete restrict,
  version integer not null check (version >= 1),
  seal_version integer not null,
  result_ids uuid[] not null,
  outcome jsonb not null,
  drawn_at timestamptz not null,
  primary key (rifa_id, version),
  foreign key (rifa_id, seal_version) references draw_seals
);
create trigger draws_final before update or delete on draws
  for each row execute function refuse_change();

-- Which draw made a winner, and under which tag the list has them.
alter table rifa_winners
  add column draw_version integer,
  add column tag text check (tag ~ '^[0-9a-f]{16}$');

-- Thirty days to claim a prize, then its delivery.
create table prize_claims (
  winner_id uuid primary key references rifa_winners on delete cascade,
  state text not null default 'open' check (state in ('open', 'claimed', 'delivered', 'expired')),
  claim_until timestamptz not null,
  claimed_at timestamptz,
  -- How to reach the winner, in their own words: name, phone, note.
  contact jsonb,
  delivered_at timestamptz,
  delivered_by uuid references profiles on delete restrict,
  delivery_note text,
  proof bytea check (octet_length(proof) <= 1048576),
  proof_type text,
  reminders integer not null default 0,
  constraint prize_claims_claimed check (state not in ('claimed', 'delivered') or claimed_at is not null),
  constraint prize_claims_delivered check ((state = 'delivered') = (delivered_at is not null and delivery_note is not null))
);
create index prize_claims_waiting on prize_claims (claim_until) where state = 'open';
