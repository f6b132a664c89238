-- The state of the payment sandbox, which stands in for the provider in the demo and in tests. Nothing of the product
-- reads these tables: it only talks to the sandbox over HTTP.
create schema sandbox;

create table sandbox.preferences (
  id text primary key,
  merchant_order_id bigint generated always as identity (start with 4000000001) unique,
  body jsonb not null,
  created_at timestamptz not null
);

create sequence sandbox.payment_ids start 1000000001;
create table sandbox.payments (
  id bigint primary key default nextval('sandbox.payment_ids'),
  preference_id text references sandbox.preferences on delete cascade,
  external_reference text,
  status text not null,
  status_detail text not null,
  amount numeric(12, 2) not null check (amount > 0),
  refunded numeric(12, 2) not null default 0 check (refunded between 0 and amount),
  method text not null default 'pix',
  description text not null default '',
  payer jsonb not null default '{}',
  notification_url text,
  end_to_end_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  approved_at timestamptz,
  expires_at timestamptz
);
create index payments_reference on sandbox.payments (external_reference);
create index payments_preference on sandbox.payments (preference_id);
create index payments_updated on sandbox.payments (updated_at);

create table sandbox.refunds (
  id bigint generated always as identity (start with 2000000001) primary key,
  payment_id bigint not null references sandbox.payments on delete cascade,
  amount numeric(12, 2) not null check (amount > 0),
  created_at timestamptz not null
);
create index refunds_payment on sandbox.refunds (payment_id);

create table sandbox.idempotent_answers (
  key text primary key,
  request_sha256 text not null,
  status integer not null,
  body jsonb not null
);

create table sandbox.chargebacks (
  id bigint generated always as identity (start with 3000000001) primary key,
  payment_id bigint not null references sandbox.payments on delete cascade,
  created_at timestamptz not null
);

create table sandbox.webhooks (
  id bigint generated always as identity primary key,
  payment_id bigint not null references sandbox.payments on delete cascade,
  action text not null,
  url text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'dropped')),
  attempts integer not null default 0,
  last_status integer,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null
);
create index webhooks_due on sandbox.webhooks (next_attempt_at) where state = 'waiting';
create index webhooks_payment on sandbox.webhooks (payment_id);

-- Planned behaviour of a payment that was made with a magic name, e.g. approve it in two seconds.
create table sandbox.planned_transitions (
  id bigint generated always as identity primary key,
  payment_id bigint not null references sandbox.payments on delete cascade,
  status text not null,
  due_at timestamptz not null
);
create index planned_transitions_due on sandbox.planned_transitions (due_at);
