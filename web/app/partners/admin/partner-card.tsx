import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { PartnerRow } from '@mare/contract/partners/partners-admin.ts';
import { PARTNER_STATES, type PartnerStatus } from '@mare/domain/partners/partner-state.ts';
import { formatPhone } from '@mare/domain/accounts/person-numbers.ts';
import { PixKeyForm } from '../../affiliates/pix-key-form.tsx';
import { queries } from '../../api.ts';
import { formatDate, formatInteger } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Badge, type BadgeTone } from '../../ui/data-display/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Permitted } from '../../admin/permissions/permitted.tsx';
import { ContactEditor } from './contact-editor.tsx';
import { PausePartner } from './pause-partner.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';

const tones: Record<PartnerStatus, BadgeTone> = {
  pending: 'warning',
  active: 'success',
  inactive: 'neutral',
  rejected: 'danger',
};

type Decision = Exclude<PartnerStatus, 'pending'>;

/** Decisions available in each state, the most common first. */
const decisions: Record<PartnerStatus, { status: Decision; label: string }[]> = {
  pending: [
    { status: 'active', label: 'Aprovar' },
    { status: 'rejected', label: 'Recusar' },
  ],
  active: [{ status: 'inactive', label: 'Pausar' }],
  inactive: [{ status: 'active', label: 'Reativar' }],
  rejected: [{ status: 'active', label: 'Aprovar' }],
};

/** A partner or an application, with the decisions that an admin can take. */
export function PartnerCard({ partner }: { partner: PartnerRow }) {
  const cache = useQueryClient();
  const change = useMutation(
    queries.admin.setPartnerStatus.mutationOptions({
      onError: (error) => toast.error(errorMessage(error)),
      onSettled: () => cache.invalidateQueries({ queryKey: queries.admin.partners.key() }),
    }),
  );
  const [isPausing, setPausing] = useState(false);
  const [pauses, setPauses] = useState(0);
  const decisionRow = useFocusNext<HTMLDivElement>(`${change.isPending} ${pauses}`);
  const [isRejecting, setRejecting] = useState(false);
  const apply = (status: Decision) => change.mutate({ id: partner.id, status, from: partner.status });
  const decide = (status: Decision) => {
    if (status === 'rejected') setRejecting(true);
    else if (status === 'inactive' && partner.pendingVouchers > 0) setPausing(true);
    else apply(status);
  };
  return (
    <div className="grid gap-2 p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg">{partner.companyName}</h3>
        <Badge tone={tones[partner.status]}>{PARTNER_STATES[partner.status].label}</Badge>
      </div>
      <p className="text-sm text-ink-soft">
        {partner.contactName} · {partner.email} · {formatPhone(partner.phone)} · {partner.city} (
        {partner.state}) · cadastro em {formatDate(partner.createdAt)}
      </p>
      {partner.address && <p className="text-sm text-ink-soft">{partner.address}</p>}
      <p>{partner.serviceTypes.join(', ')}</p>
      {partner.message && <p className="text-ink-soft">“{partner.message}”</p>}
      <p className="flex flex-wrap gap-x-5 gap-y-1">
        <span>Vouchers pendentes: {formatInteger(partner.pendingVouchers)}</span>
        <span>Validados: {formatInteger(partner.validatedVouchers)}</span>
        <span>{partner.hasPixKey ? 'Com chave Pix' : 'Sem chave Pix'}</span>
      </p>
      <Permitted to="manage-partners">
        <div ref={decisionRow} className="flex flex-wrap items-start gap-3">
          {decisions[partner.status].map(({ status, label }, place) => (
            <Button
              key={status}
              size="sm"
              variant={place === 0 && status === 'active' ? 'secondary' : 'outline'}
              loading={change.isPending && change.variables.status === status}
              onClick={() => decide(status)}
            >
              {label}
              <span className="sr-only"> {partner.companyName}</span>
            </Button>
          ))}
          <ContactEditor partner={partner} />
          <PixKeyEditor partner={partner} />
        </div>
        <PausePartner
          partner={partner}
          open={isPausing}
          onClose={() => setPausing(false)}
          onDecided={() => setPauses(pauses + 1)}
        />
        <ConfirmDialog
          open={isRejecting}
          onClose={() => setRejecting(false)}
          title={`Recusar ${partner.companyName}?`}
          action="Recusar"
          onConfirm={() => {
            setRejecting(false);
            apply('rejected');
          }}
        >
          <p>
            Um e-mail diz agora a {partner.email} que desta vez não foi possível aprovar o cadastro. Você
            ainda pode aprovar depois.
          </p>
        </ConfirmDialog>
      </Permitted>
    </div>
  );
}

function PixKeyEditor({ partner: { id, companyName } }: { partner: PartnerRow }) {
  const cache = useQueryClient();
  const [open, setOpen] = useState(false);
  const shell = useFocusNext<HTMLDivElement>(String(open));
  const save = useMutation({
    mutationFn: (pixKey: string) => queries.admin.setPartnerPixKey.call({ id, pixKey }),
    onSuccess: () => {
      toast.success('Chave Pix salva!');
      setOpen(false);
      return cache.invalidateQueries({ queryKey: queries.admin.key() });
    },
  });
  return (
    <div ref={shell} className={open ? 'w-full sm:max-w-md' : undefined}>
      {open ? (
        <PixKeyForm label="Chave Pix" save={save} onCancel={() => setOpen(false)} />
      ) : (
        <Button size="sm" variant="outline" icon="pix" onClick={() => setOpen(true)}>
          Chave Pix<span className="sr-only"> de {companyName}</span>
        </Button>
      )}
    </div>
  );
}
