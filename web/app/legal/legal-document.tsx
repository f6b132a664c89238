import type { ReactNode } from 'react';
import { PageIntro } from '../ui/page-intro.tsx';
import type { IconName } from '../ui/style/icons.tsx';
import { ShopIdentity } from './shop-identity.tsx';

export interface LegalClause {
  /** Anchor of the clause. Other pages link to it, so keep it when the title changes. */
  id: string;
  title: string;
  content: ReactNode;
}

interface LegalDocumentProps {
  title: string;
  icon: IconName;
  /** One-sentence summary. */
  lead: string;
  /** Month and year, e.g. 'janeiro de 2024'. */
  updated: string;
  version?: number;
  clauses: LegalClause[];
}

/** Document with numbered clauses and a table of contents. */
export function LegalDocument({ title, icon, lead, updated, version, clauses }: LegalDocumentProps) {
  return (
    <main id="conteudo">
      <PageIntro title={title} icon={icon}>
        <p>{lead}</p>
        <p className="mt-2 text-sm text-ink-soft">
          Última atualização: {updated}
          {version !== undefined && ` · Versão ${version}`}
        </p>
      </PageIntro>
      <div className="shell grid items-start gap-10 pt-10 lg:grid-cols-[17rem_1fr] lg:gap-16 lg:pt-16">
        <nav
          aria-label="Neste documento"
          className="rounded-lg border border-line bg-surface p-5 sticky-column"
        >
          <h2 className="text-base">Neste documento</h2>
          <ol className="mt-2 grid list-decimal pl-5 text-sm marker:text-ink-soft">
            {clauses.map((clause) => (
              <li key={clause.id}>
                <a href={`#${clause.id}`} className="inline-block py-1.5 hover:text-sea hover:underline">
                  {clause.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid max-w-[68ch] gap-10">
          {clauses.map((clause, index) => (
            <section key={clause.id} id={clause.id} aria-labelledby={`${clause.id}-title`}>
              <h2 id={`${clause.id}-title`} className="text-xl">
                {index + 1}. {clause.title}
              </h2>
              <div className="mt-3 grid gap-3">{clause.content}</div>
            </section>
          ))}
          <ShopIdentity />
        </div>
      </div>
    </main>
  );
}

/** Bullet list in a clause. */
export function Points({ children }: { children: ReactNode }) {
  return <ul className="grid list-disc gap-2 pl-5 marker:text-sea">{children}</ul>;
}
