-- Hands the cart that a visitor filled over to the account they entered. The conditional update decides: of two calls
-- at once, one migrates and the other finds the work done. Items stay with the session, which now belongs to the user.
create function migrate_anonymous_cart_to_user(p_session_id text, p_user_id uuid)
returns table (migrated_items integer, message text)
language plpgsql
as $$
declare
  v_owner uuid;
  v_status text;
begin
  update anonymous_cart_sessions
     set status = 'migrated', user_id = p_user_id, last_updated = now()
   where session_id = p_session_id
     and status = 'active'
     and expires_at > now()
     and (user_id is null or user_id = p_user_id);
  if found then
    select count(*) into migrated_items from anonymous_cart_items i where i.session_id = p_session_id;
    message := case when migrated_items = 0 then 'Nenhum item para migrar' else 'Carrinho migrado com sucesso' end;
    return next;
    return;
  end if;
  select s.user_id, s.status into v_owner, v_status from anonymous_cart_sessions s where s.session_id = p_session_id;
  migrated_items := 0;
  message := case
    when v_status = 'migrated' and v_owner = p_user_id then 'Carrinho já migrado'
    else 'Carrinho não encontrado ou expirado'
  end;
  return next;
end;
$$;
