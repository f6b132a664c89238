-- What the participants of a rifa hear about its draw, in this order. Written in the transaction of the event under the
-- rifa's lock; jobs deliver it to every participant as a notification and as a mail.
create table draw_news (
  id bigint generated always as identity primary key,
  rifa_id uuid not null references rifas on delete cascade,
  -- Deduplication: one event makes one piece of news, e.g. 'sealed:2'.
  key text not null,
  -- The kind with what its text needs, as it was at the event.
  news jsonb not null,
  -- Null: every participant.
  user_id uuid references profiles on delete cascade,
  created_at timestamptz not null,
  -- Delivery goes through the participants by ascending id; the last one done, then the time when all are.
  notified_to uuid,
  notified_at timestamptz,
  mailed_to uuid,
  mailed_at timestamptz,
  constraint draw_news_once unique (rifa_id, key)
);
create index draw_news_to_notify on draw_news (rifa_id, id) where notified_at is null;
create index draw_news_to_mail on draw_news (rifa_id, id) where mailed_at is null;
create index draw_news_user on draw_news (user_id) where user_id is not null;
