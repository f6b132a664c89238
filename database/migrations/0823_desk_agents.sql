-- Who of the team answers tickets now, and whose turn it is.
create table desk_agents (
  user_id uuid primary key references profiles on delete cascade,
  -- Renewed while the desk is open in a browser.
  present_until timestamptz not null,
  -- Of the last ticket that the shop assigned to the agent; null before the first.
  last_assigned_at timestamptz
);

insert into settings (key, value) values ('desk', '{"assignment": "none", "agents": {}}');
