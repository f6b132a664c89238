-- What VIPs may buy before others, or alone.
alter table rifas
  add column vip_only boolean not null default false,
  -- So many hours before everybody else.
  add column vip_hours integer not null default 0 check (vip_hours between 0 and 168),
  -- When everybody else may buy, of a rifa that opened to VIPs first; set when it is published.
  add column public_from timestamptz;

create trigger rifa_access_stays before update of vip_only, vip_hours on rifas for each row
  when (old.published_at is not null
    and (new.vip_only, new.vip_hours) is distinct from (old.vip_only, old.vip_hours))
  execute function rifa_stays_as_published();

-- As before; what is for VIPs alone, or for them first, needs the segment.
create or replace function can_user_participate_in_rifa(user_uuid uuid, rifa_uuid uuid)
returns boolean
language sql
stable
as $$
  select exists (
    select
      from profiles
      join rifas on rifas.id = rifa_uuid
     where profiles.id = user_uuid
       and rifas.status = 'active'
       and profiles.city = any (rifas.eligible_cities)
       and profiles.state = rifas.eligible_state
       and (profiles.birth_date is null or profiles.birth_date <= current_date - interval '18 years')
       and (profiles.segment = 'vip' or not rifas.vip_only and coalesce(rifas.public_from <= now(), true))
  )
$$;
