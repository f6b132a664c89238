-- Whether a user may take part in a rifa: it is active, they live in one of its cities, are 18 or over as far as is
-- known, and belong to the VIPs where it is open to them alone. What a buyer states with an order counts where the
-- profile does not hold it yet, so that it can be checked before it is saved. City and state are one fact.
create function can_user_participate_in_rifa(
  user_uuid uuid, rifa_uuid uuid, stated_city text, stated_state text, stated_birth_date date)
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
       and case when stated_city is null or (profiles.city is not null and profiles.state is not null)
             then profiles.city = any (rifas.eligible_cities) and profiles.state = rifas.eligible_state
             else stated_city = any (rifas.eligible_cities) and stated_state = rifas.eligible_state
           end
       and coalesce(coalesce(profiles.birth_date, stated_birth_date) <= current_date - interval '18 years', true)
       and (profiles.segment = 'vip' or not rifas.vip_only and coalesce(rifas.public_from <= now(), true))
  )
$$;

create or replace function can_user_participate_in_rifa(user_uuid uuid, rifa_uuid uuid)
returns boolean
language sql
stable
as $$
  select can_user_participate_in_rifa(user_uuid, rifa_uuid, null, null, null)
$$;
