-- What a signed-in buyer put into the cart and has not bought.
create table abandoned_cart_tracking (
  user_id uuid not null references profiles on delete cascade,
  rifa_id uuid not null references rifas on delete cascade,
  quantity integer not null check (quantity > 0),
  total_amount numeric(12, 2) not null check (total_amount >= 0),
  -- How far the buyer came.
  stage text not null default 'cart' check (stage in ('cart', 'review', 'payment')),
  abandoned_at timestamptz not null,
  recovered_at timestamptz,
  -- A reminder went out before.
  reminded_at timestamptz,
  primary key (user_id, rifa_id)
);
create index abandoned_cart_tracking_recent on abandoned_cart_tracking (abandoned_at);

create table scheduled_notifications (
  id uuid primary key,
  user_id uuid not null references profiles on delete cascade,
  user_email text,
  type text not null,
  title text not null,
  message text not null,
  data jsonb not null default '{}',
  scheduled_for timestamptz not null,
  -- Taken by the one worker that sends it, or set aside because it is of no use any more.
  sent_at timestamptz,
  cancelled_at timestamptz
);
create unique index scheduled_notifications_waiting on scheduled_notifications (user_id, type)
  where sent_at is null and cancelled_at is null;
create index scheduled_notifications_due on scheduled_notifications (scheduled_for)
  where sent_at is null and cancelled_at is null;
