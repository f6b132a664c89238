import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { PanelHit } from '@mare/contract/admin/panel-search.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatDate } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { ChoiceSearch } from '../../ui/form/choice-search.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { FormError } from '../../ui/states.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { adminTabLink } from '../admin-tabs.ts';
import { adminOrderLink } from '../orders/order-links.ts';
import { personLink } from '../people/person-labels.ts';
import { adminRifaLink } from '../rifa-links.ts';
import { findPages } from './palette-pages.ts';
import { useRole } from '../../session/use-role.ts';

/** Pause in typing before the server is queried. */
const PAUSE_MS = 180;
const SHORTEST = 2;
const PAGES_SHOWN = 8;

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Search over orders, people, rifas, tickets, pages and actions of the panel. */
export default function CommandPalette({ open, onOpenChange }: CommandPaletteProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Buscar no painel" size="lg" initialFocus={field}>
      <Search field={field} onLeave={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface SearchProps {
  field: React.RefObject<HTMLInputElement | null>;
  onLeave: () => void;
}

function Search({ field, onLeave }: SearchProps) {
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), PAUSE_MS);
  const isLong = search.length >= SHORTEST;
  const found = useQuery({
    ...queries.admin.search.queryOptions({ input: { search } }),
    enabled: isLong,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  const hits = isLong ? (found.data?.hits ?? []) : [];
  const role = useRole();
  const pages = findPages(typed, role).slice(0, PAGES_SHOWN);
  const isEmpty = isLong && found.isSuccess && hits.length === 0 && pages.length === 0;
  return (
    <ChoiceSearch
      label="Nome, e-mail, telefone, CPF, pedido, número, rifa, ticket ou página"
      field={field}
      typed={typed}
      onType={setTyped}
      className="h-[min(32rem,70svh)] content-start gap-5"
    >
      {found.isError && <FormError>{errorMessage(found.error)}</FormError>}
      {isEmpty && <p className="text-ink-soft">Nada encontrado. Confira o que você escreveu.</p>}
      <Group title="Páginas e ações">
        {pages.map(({ label, to }) => (
          <Choice key={to} to={to} onLeave={onLeave}>
            {label}
          </Choice>
        ))}
      </Group>
      {GROUPS.map(({ kind, title }) => (
        <Group key={kind} title={title}>
          {hits
            .filter((each) => each.kind === kind)
            .map((each) => (
              <Choice key={each.id} to={linkOf(each)} onLeave={onLeave}>
                {each.title}
                <span className="block text-sm font-normal text-ink-soft">{noteOf(each)}</span>
              </Choice>
            ))}
        </Group>
      ))}
    </ChoiceSearch>
  );
}

const GROUPS = [
  { kind: 'order', title: 'Pedidos' },
  { kind: 'person', title: 'Pessoas' },
  { kind: 'rifa', title: 'Rifas' },
  { kind: 'ticket', title: 'Tickets' },
] as const;

function linkOf({ kind, id }: PanelHit): string {
  if (kind === 'order') return adminOrderLink({ id });
  if (kind === 'person') return personLink(id);
  if (kind === 'rifa') return adminRifaLink(id);
  return `${adminTabLink('support')}?status=all&ticket=${id}`;
}

function noteOf({ kind, state, totalCentavos, at }: PanelHit): string {
  const label = kind === 'order' ? state : null;
  const total = totalCentavos === null ? null : formatBrl(totalCentavos);
  return [label, total, formatDate(at)].filter(Boolean).join(' · ');
}

function Group({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="mb-1 text-sm font-bold text-ink-soft">{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

interface ChoiceProps {
  to: string;
  onLeave: () => void;
  children: ReactNode;
}

function Choice({ to, onLeave, children }: ChoiceProps) {
  return (
    <li>
      <Link
        to={to}
        data-choice
        onClick={onLeave}
        className="block min-h-11 rounded-md px-3 py-2 font-semibold wrap-anywhere hover:bg-sea-tint focus-visible:bg-sea-tint"
      >
        {children}
      </Link>
    </li>
  );
}
