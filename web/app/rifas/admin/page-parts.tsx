import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

/** Sections of a rifa's page in the panel, in order: URL fragment and menu label. */
const PARTS = {
  precos: 'Preços e planos',
  opcoes: 'Opções',
  apresentacao: 'O que é',
  venda: 'Venda',
  datas: 'Datas e cidades',
  premios: 'Prêmios',
  regulamento: 'Regulamento',
} as const;

export type PartId = keyof typeof PARTS;

const ALL = Object.keys(PARTS) as PartId[];

/** Sticky section menu below the header. */
export function PartsMenu() {
  // The search names the tab of a published rifa.
  const { search } = useLocation();
  return (
    <nav
      aria-label="Partes da página"
      className="sticky top-17 z-20 low-window:static -mx-4 overflow-x-auto border-b border-line bg-page/95 px-4 backdrop-blur-sm sm:mx-0 sm:px-0"
    >
      <ul className="flex w-max gap-2 py-2">
        {ALL.map((id) => (
          <li key={id}>
            <Link
              to={{ search, hash: id }}
              replace
              className="flex min-h-11 items-center rounded-full border border-line bg-surface px-4 text-sm font-semibold whitespace-nowrap hover:bg-sea-tint"
            >
              {PARTS[id]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Section with a scroll margin for the header and the menu. */
export function Part({ id, children }: { id: PartId; children: ReactNode }) {
  return (
    <section id={id} aria-label={PARTS[id]} className="scroll-mt-12">
      {children}
    </section>
  );
}
