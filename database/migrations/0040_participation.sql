-- Whether somebody may take part in a rifa: it sells now, they live in one of its cities and are 18 or over as far as
-- they have said. Who has not said where they live may not yet.
create function can_user_participate_in_rifa(user_uuid uuid, rifa_uuid uuid)
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
       and (profiles.birth_date is null or profiles.birth_date <= current_date - interval '18 years')
  )
$$;
