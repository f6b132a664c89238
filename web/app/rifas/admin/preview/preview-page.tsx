import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { RifaPreview } from '@mare/contract/rifas/managed-rifa.ts';
import { PermittedOnly } from '../../../admin/permissions/permitted-only.tsx';
import { QueryState } from '../../../admin/lists/query-state.tsx';
import { queries } from '../../../api.ts';
import { pageMeta } from '../../../document/page-meta.ts';
import { createQueryClient } from '../../../fetching/query-client.ts';
import { AddToCartPanel } from '../../../purchase/choose/add-to-cart-panel.tsx';
import { RifaView } from '../../detail/rifa-view.tsx';

export const meta = pageMeta({
  title: 'Prévia da rifa',
  description: 'Como a rifa ficará na loja.',
  index: false,
});

/** The public page of a draft, for the team only. */
export default function PreviewPage() {
  return (
    <PermittedOnly to="manage-rifas">
      <Preview />
    </PermittedOnly>
  );
}

function Preview() {
  const { id = '' } = useParams();
  const preview = useQuery({ ...queries.admin.rifas.preview.queryOptions({ input: { id } }), staleTime: 0 });
  if (!preview.data)
    return (
      <main id="conteudo" className="shell py-10">
        <h1 className="sr-only">Prévia da rifa</h1>
        <QueryState query={preview} />
      </main>
    );
  return <PreviewedRifa key={preview.dataUpdatedAt} preview={preview.data} />;
}

/** The preview uses a separate query cache, filled with the draft, so that the shop's cache holds only public data. */
function PreviewedRifa({ preview }: { preview: RifaPreview }) {
  const [client] = useState(() => cacheOf(preview));
  return (
    <QueryClientProvider client={client}>
      <p className="bg-sun px-4 py-2 text-center text-sm font-semibold text-on-sun">
        Prévia do rascunho: só a equipe vê esta página, e nada pode ser comprado aqui.
      </p>
      <RifaView hasTitle isMissing={false} onFailure="retry" Purchase={AddToCartPanel} isPreview />
    </QueryClientProvider>
  );
}

function cacheOf({ rifa, legal, instantPrizes }: RifaPreview) {
  const client = createQueryClient(
    () => undefined,
    () => undefined,
  );
  client.setDefaultOptions({
    queries: { ...client.getDefaultOptions().queries, staleTime: Infinity, retry: false },
  });
  const { rifas, draws } = queries;
  client.setQueryData(rifas.find.queryOptions({ input: { id: rifa.id } }).queryKey, rifa);
  client.setQueryData(rifas.legal.queryOptions({ input: { id: rifa.id } }).queryKey, legal);
  client.setQueryData(draws.instantPrizes.queryOptions({ input: { rifaId: rifa.id } }).queryKey, {
    instantPrizes,
  });
  return client;
}
