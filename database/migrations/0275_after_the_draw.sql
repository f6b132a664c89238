-- Days to claim a prize of this rifa, set when it is published; null: thirty.
alter table rifa_legal add column claim_days integer check (claim_days > 0);

alter table prize_claims
  drop constraint prize_claims_state_check,
  add constraint prize_claims_state_check check (state in ('open', 'claimed', 'sent', 'delivered', 'expired')),
  drop constraint prize_claims_claimed,
  add constraint prize_claims_claimed check (state not in ('claimed', 'sent', 'delivered') or claimed_at is not null),
  drop constraint prize_claims_proof_check,
  add constraint prize_claims_proof_check check (octet_length(proof) <= 5242880),
  -- From the draw to the first deadline.
  add column claim_days integer not null default 30,
  add column sent_at timestamptz,
  add column sent_note text,
  add column expired_at timestamptz,
  -- The value of an unclaimed prize, paid to the Tesouro Nacional (Decreto 70.951/1972, art. 6).
  -- ISO date.
  add column treasury_paid_on text check (treasury_paid_on ~ '^\d{4}-\d{2}-\d{2}$'),
  add column treasury_note text,
  add column treasury_proof bytea check (octet_length(treasury_proof) <= 5242880),
  add column treasury_proof_type text,
  add constraint prize_claims_sent check (state <> 'sent' or sent_at is not null),
  add constraint prize_claims_treasury check (treasury_paid_on is null or state = 'expired');

update prize_claims set expired_at = claim_until where state = 'expired';
alter table prize_claims add constraint prize_claims_expired check ((state = 'expired') = (expired_at is not null));

-- The law gives the winners of authorised promotions 180 days; thirty were promised so far.
alter table rifa_legal disable trigger rifa_legal_stays;
update rifa_legal set claim_days = 180 where route = 'spa_mf';
alter table rifa_legal enable trigger rifa_legal_stays;

update prize_claims
set claim_days = 180, state = 'open', expired_at = null,
  claim_until = (((claim_until - interval '30 days') at time zone 'America/Sao_Paulo')::date + 180 + time '23:59:59')
    at time zone 'America/Sao_Paulo'
from rifa_winners as winner
join rifa_legal on rifa_legal.rifa_id = winner.rifa_id and rifa_legal.route = 'spa_mf'
where prize_claims.winner_id = winner.id and prize_claims.state in ('open', 'expired');

-- A prize and its voucher have one date.
update service_vouchers set expires_at = greatest(expires_at, prize_claims.claim_until)
from prize_claims
where prize_claims.winner_id = service_vouchers.winner_id and service_vouchers.status = 'pending'
  and prize_claims.state in ('open', 'claimed');
update prize_claims set claim_until = service_vouchers.expires_at
from service_vouchers
where prize_claims.winner_id = service_vouchers.winner_id and service_vouchers.status = 'pending'
  and prize_claims.state in ('open', 'claimed');

-- Attempts of the team to reach a winner.
create table prize_contacts (
  id uuid primary key,
  winner_id uuid not null references prize_claims on delete cascade,
  contacted_at timestamptz not null,
  channel text not null check (channel in ('phone', 'whatsapp', 'sms', 'email', 'letter', 'in_person')),
  outcome text not null check (outcome in ('reached', 'message_left', 'no_answer', 'wrong_contact')),
  note text not null default '',
  recorded_by uuid not null references profiles on delete restrict,
  recorded_at timestamptz not null
);
create index prize_contacts_winner on prize_contacts (winner_id, contacted_at);

-- A photo of the delivery: JPEG without metadata. Public only with a consent for this very photo.
create table prize_photos (
  winner_id uuid primary key references prize_claims on delete cascade,
  photo_id uuid not null unique,
  content bytea not null check (octet_length(content) <= 1048576),
  width integer not null,
  height integer not null,
  stored_by uuid not null references profiles on delete restrict,
  stored_at timestamptz not null
);

create table photo_consents (
  id uuid primary key,
  winner_id uuid not null references prize_claims on delete cascade,
  user_id uuid not null references profiles on delete restrict,
  photo_id uuid not null,
  -- The text that the winner agreed to.
  wording text not null,
  given_at timestamptz not null,
  withdrawn_at timestamptz
);
create unique index photo_consents_one on photo_consents (winner_id) where withdrawn_at is null;
