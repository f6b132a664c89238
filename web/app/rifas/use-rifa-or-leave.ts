import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { queries } from '../api.ts';
import { links } from '../links.ts';
import { isRefusal } from '../messages.ts';

/** A rifa, for a screen that cannot do without: when it does not load, says so and goes home. */
export function useRifaOrLeave(id: string, { missingIsFailure = false } = {}) {
  const rifa = useQuery(queries.rifas.find.queryOptions({ input: { id } }));
  const navigate = useNavigate();
  const missing = isRefusal(rifa.error, 'NOT_FOUND') && !missingIsFailure;
  const failed = rifa.isError && !rifa.data && !missing;
  useEffect(() => {
    if (!failed) return;
    toast.error('Erro', { description: 'Não foi possível carregar os dados da rifa.' });
    void navigate(links.home(), { replace: true });
  }, [failed, navigate]);
  return { rifa: rifa.data, missing };
}
