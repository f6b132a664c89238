import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { retryFailed } from '../../fetching/failures/retry-failed.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { ErrorState } from '../../ui/states.tsx';

interface Regulated {
  id: string;
  title: string;
  sha256: string;
}

interface Regulations {
  /** Rifas of the cart that have a regulation. */
  rifas: Regulated[];
  /** Hashes of the accepted regulations. */
  accepted: string[];
  setAccepted: (accepted: string[]) => void;
  /** Reads the rifas again; null unless that failed. */
  retry: (() => Promise<unknown>) | null;
  /** All regulations are known and accepted. */
  complete: boolean;
}

/**
 * Regulations of the cart's rifas and their acceptance.
 * @param acceptedBefore hashes that an earlier step has accepted
 */
export function useRegulations(rifaIds: readonly string[], acceptedBefore: string[] = []): Regulations {
  const [accepted, setAccepted] = useState(acceptedBefore);
  const { rifas, isRead, retry } = useQueries({
    queries: [...new Set(rifaIds)].map((id) => queries.rifas.find.queryOptions({ input: { id } })),
    combine: (found) => ({
      rifas: found.flatMap(({ data }): Regulated[] =>
        data?.regulationSha256 ? [{ id: data.id, title: data.title, sha256: data.regulationSha256 }] : [],
      ),
      isRead: found.every(({ data }) => data !== undefined),
      retry: retryFailed(found),
    }),
  });
  const complete = isRead && rifas.every(({ sha256 }) => accepted.includes(sha256));
  return { rifas, retry, accepted, setAccepted, complete };
}

const checkboxId = (rifaId: string) => `aceite-${rifaId}`;

/** For a pay button far from the checkboxes: links to the first unchecked one. */
export function MissingRegulation({ rifas, accepted }: Regulations) {
  const missing = rifas.find(({ sha256 }) => !accepted.includes(sha256));
  if (!missing) return null;
  return (
    <button
      type="button"
      className="text-link justify-self-start py-1 text-sm"
      onClick={() => document.getElementById(checkboxId(missing.id))?.focus({ focusVisible: true })}
    >
      Falta aceitar o regulamento
    </button>
  );
}

/** One checkbox per rifa, with a link to the regulation, or a way to read them again. */
export function AcceptRegulations({ retry, ...regulations }: Regulations) {
  if (!retry) return <Checkboxes {...regulations} />;
  return <ErrorState title="Não foi possível carregar o regulamento." onRetry={retry} className="py-4" />;
}

function Checkboxes({ rifas, accepted, setAccepted }: Omit<Regulations, 'retry'>) {
  return rifas.map(({ id, title, sha256 }) => (
    <Checkbox
      key={id}
      id={checkboxId(id)}
      label={
        <>
          Li e aceito o{' '}
          <a
            href={`${links.rifaDetail(id)}#regulamento`}
            target="_blank"
            rel="noreferrer"
            className="text-link font-semibold"
          >
            regulamento de {title}
          </a>
        </>
      }
      hint={`Texto publicado, código ${sha256.slice(0, 12)}…`}
      checked={accepted.includes(sha256)}
      onChange={(event) =>
        setAccepted(event.target.checked ? [...accepted, sha256] : accepted.filter((one) => one !== sha256))
      }
    />
  ));
}
