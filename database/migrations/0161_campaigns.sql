-- Mails written in the panel, and those that go out by themselves.
create table email_campaigns (
  id uuid primary key,
  name text not null check (name <> ''),
  subject text not null check (subject <> ''),
  -- The little Markdown of descriptions; {nome} stands for the reader's first name.
  body text not null,
  button_label text not null default '',
  -- Within this site.
  button_path text not null default '/' check (button_path ~ '^/([^/\\]|$)'),
  kind text not null check (kind in ('weeklyNewsletter', 'marketing', 'promotional')),
  -- None: everybody.
  segments text[] not null default '{}',
  -- Mails a minute, of all workers together.
  per_minute integer not null check (per_minute between 1 and 600),
  status text not null default 'draft'
    check (status in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')),
  scheduled_for timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  created_by uuid references profiles on delete set null,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint email_campaigns_time check (status <> 'scheduled' or scheduled_for is not null)
);
create index email_campaigns_latest on email_campaigns (created_at desc, id);
create index email_campaigns_live on email_campaigns (scheduled_for) where status in ('scheduled', 'sending');

create table email_automations (
  key text primary key check (key in ('welcome', 'abandoned_cart', 'draw_tomorrow', 'win_back')),
  active boolean not null,
  -- After what it answers to; of draw_tomorrow before the draw.
  delay_minutes integer not null check (delay_minutes between 0 and 129600),
  subject text not null check (subject <> ''),
  body text not null,
  button_label text not null,
  button_path text not null check (button_path ~ '^/([^/\\]|$)'),
  version integer not null default 1
);
insert into email_automations (key, active, delay_minutes, subject, body, button_label, button_path) values
  ('welcome', true, 10, 'Boas-vindas à Maré da Sorte, {nome}!',
   E'Que bom ter você aqui, {nome}.\n\nAqui cada cota é vendida uma única vez, e todo sorteio usa a Loteria Federal: você mesmo confere o resultado.\n\nEscolha sua primeira rifa quando quiser.',
   'Ver Rifas', '/'),
  ('abandoned_cart', true, 0, 'Você esqueceu alguns números!',
   E'{nome}, seus números ainda estão no carrinho.\n\nFinalize a compra antes que outra pessoa escolha os mesmos.',
   'Finalizar compra', '/checkout'),
  ('draw_tomorrow', true, 1440, 'Está chegando: o sorteio de {rifa}',
   E'{nome}, o sorteio de **{rifa}** está chegando.\n\nSuas cotas já estão na lista. Depois do sorteio, confira o resultado e refaça a conta você mesmo.',
   'Ver minhas cotas', '/dashboard'),
  ('win_back', true, 1440, 'Sentimos sua falta, {nome}',
   E'Faz um tempo que você não aparece, {nome}.\n\nPara a volta, guardamos **20% de desconto** com o cupom **VOLTEI20**. É só usar ao finalizar a compra.',
   'Ver Rifas', '/');

-- What a rifa or the like has set off already.
create table automation_marks (
  automation text not null references email_automations,
  subject_id uuid not null,
  created_at timestamptz not null,
  primary key (automation, subject_id)
);

-- One mail to one person. Claimed, then on its way, then sent, each step committed before the next: one that was on its
-- way when its worker died may have arrived, and is not sent again.
create table email_messages (
  id uuid primary key,
  campaign_id uuid references email_campaigns on delete cascade,
  automation text references email_automations,
  user_id uuid not null references profiles on delete cascade,
  -- Says what it is about, so that nobody is written to twice about one thing.
  occasion text not null unique,
  -- What its words fill in beside the name.
  facts jsonb not null default '{}',
  state text not null default 'waiting'
    check (state in ('waiting', 'claimed', 'sending', 'sent', 'skipped', 'failed')),
  due_at timestamptz not null,
  attempts smallint not null default 0,
  claimed_at timestamptz,
  sent_at timestamptz,
  -- Its reader allows measurement: only then opening and clicking are told apart.
  measured boolean not null default false,
  opened_at timestamptz,
  clicked_at timestamptz,
  unsubscribed_at timestamptz,
  created_at timestamptz not null,
  constraint email_messages_from check (num_nonnulls(campaign_id, automation) = 1)
);
create index email_messages_waiting on email_messages (campaign_id, due_at) where state = 'waiting';
create index email_messages_due on email_messages (due_at) where state = 'waiting' and automation is not null;
create index email_messages_held on email_messages (claimed_at) where state in ('claimed', 'sending');
create index email_messages_campaign on email_messages (campaign_id, claimed_at) where campaign_id is not null;
create index email_messages_automation on email_messages (automation, created_at) where automation is not null;
create index email_messages_user on email_messages (user_id);

insert into link_keys (purpose, key)
values ('click', uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
