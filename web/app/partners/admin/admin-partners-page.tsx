import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { PARTNER_STATES } from '@mare/domain/partners/partner-state.ts';
import { PAGED_LIST } from '../../admin/lists/paged-list.ts';
import { AdminList } from '../../admin/lists/admin-list.tsx';
import { ExportButton } from '../../admin/lists/export-button.tsx';
import { adminTabLink } from '../../admin/admin-tabs.ts';
import { labelsOf, useListState } from '../../admin/lists/use-list-state.ts';
import { PayoutsPanel } from '../../affiliates/admin/payouts-panel.tsx';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/form/checkbox.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { PartnerCard } from './partner-card.tsx';
import { Permitted } from '../../admin/permissions/permitted.tsx';

export const meta = pageMeta({
  title: 'Parceiros',
  description: 'Parceiros, pedidos e repasses.',
  index: false,
});

export default function AdminPartnersPage() {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">Parceiros</h1>
        <Permitted to="manage-partners">
          <LinkButton to={`${adminTabLink('partners')}/vouchers`} variant="outline" size="sm" icon="gift">
            Ver vouchers
          </LinkButton>
        </Permitted>
      </div>
      <Partners />
      <PayoutsPanel kind="partner" />
      <Permitted to="manage-partners">
        <LoginSetting />
      </Permitted>
    </>
  );
}

const SORTS = { newest: 'Mais novos', name: 'Empresa', validated: 'Mais validados' };
const STATES = labelsOf(PARTNER_STATES);

function Partners() {
  const list = useListState(SORTS, STATES);
  const { search, sort, filter, page } = list;
  const partners = useQuery({
    ...queries.admin.partners.queryOptions({ input: { search, sort, status: filter, page } }),
    ...PAGED_LIST,
  });
  return (
    <section aria-labelledby="parceiros" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="parceiros" className="text-2xl">
          Cadastros
        </h2>
        <ExportButton list="parceiros" />
      </div>
      <AdminList
        list={list}
        searchLabel="Empresa, contato, e-mail ou cidade"
        filters={{ label: 'Situação', all: 'Todos', labels: STATES }}
        sorts={SORTS}
        query={partners}
        label="Parceiros"
        empty="Nenhum parceiro encontrado"
        none={{
          title: 'Nenhum parceiro ainda',
          text: 'Quem pede parceria em /parceiro aparece aqui para você aprovar.',
        }}
        keyOf={({ id }) => id}
        renderRow={(partner) => <PartnerCard partner={partner} />}
      />
    </section>
  );
}

/** Whether partner login also requires an e-mailed code. */
function LoginSetting() {
  const cache = useQueryClient();
  const setting = useQuery(queries.admin.partnerLogin.queryOptions());
  const change = useMutation(
    queries.admin.setPartnerLogin.mutationOptions({
      onSuccess: (saved) => cache.setQueryData(queries.admin.partnerLogin.queryKey(), saved),
      onError: (error) => toast.error(errorMessage(error)),
    }),
  );
  if (!setting.data) return <Skeleton className="h-16" />;
  return (
    <Card padded>
      <Switch
        label="Código por e-mail no login de parceiros"
        hint="Além do e-mail e do telefone, o parceiro digita um código enviado a ele."
        checked={setting.data.emailCode}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ emailCode: event.target.checked })}
      />
    </Card>
  );
}
