import { type ChangeEvent, useState } from 'react';
import { formatCount } from '../../format.ts';
import { links } from '../../links.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { classNames } from '../../ui/style/class-names.ts';

interface Chosen {
  /** Sizes of the log that the receipts name. */
  treeSizes: number[];
  /** Names of files that are not receipts. */
  others: string[];
}

/** Proof file of a draw that also proves that the log still contains the entries of earlier receipts. */
export function ProofForReceipts({ rifaId }: { rifaId: string }) {
  const [chosen, setChosen] = useState<Chosen>({ treeSizes: [], others: [] });
  const readReceipts = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    const { receiptTreeSize } = await import('@mare/domain/transparency/receipts/receipt-tree-size.ts');
    const sizes = await Promise.all(
      // A file that was moved since it was chosen cannot be read.
      files.map((file) => file.text().then(receiptTreeSize, () => null)),
    );
    setChosen({
      treeSizes: [...new Set(sizes.filter((size) => size !== null))],
      others: files.filter((_, index) => sizes[index] === null).map(({ name }) => name),
    });
  };
  const { treeSizes, others } = chosen;
  return (
    <details className="rounded-md border border-line">
      <summary className="min-h-12 cursor-pointer px-4 py-3 font-semibold">
        Tenho um comprovante guardado
      </summary>
      <div className="grid gap-3 border-t border-line p-4">
        <Field
          label="Seus comprovantes"
          hint="Os arquivos .tlog-proof que você guardou. Eles não saem do seu aparelho."
          error={
            others.length > 0 &&
            `${others.length === 1 ? 'Não é um comprovante' : 'Não são comprovantes'}: ${others.join(', ')}.`
          }
        >
          <Input type="file" multiple onChange={(event) => void readReceipts(event)} />
        </Field>
        <output className="grid gap-3 empty:sr-only">
          {treeSizes.length > 0 && (
            <>
              <a
                href={links.drawProof(rifaId, treeSizes)}
                download
                className={classNames(buttonClass({ variant: 'outline', size: 'sm' }), 'justify-self-start')}
              >
                Baixar a prova para {formatCount(treeSizes.length, 'comprovante', 'comprovantes')}
              </a>
              <p className="text-sm text-ink-soft">
                Ela mostra também que o registro de agora continua o do seu comprovante: nada do que já tinha
                sido registrado mudou.
              </p>
            </>
          )}
        </output>
      </div>
    </details>
  );
}
