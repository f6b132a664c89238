import type { RifaOptions } from '@mare/contract/rifas/rifa-options.ts';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { momentLabel } from '@mare/domain/draws/lottery/extraction-label.ts';
import { salesEndAt } from '@mare/domain/rifas/lifecycle/sales-end.ts';
import { formatDateTime } from '../../../format.ts';
import { Group, LongText, Row, Thumbnail } from './term-parts.tsx';

/** Changes after publication need a public reason and notify every participant. */
export function CorrectableTerms({ rifa, options }: { rifa: ManagedRifa; options: RifaOptions }) {
  return (
    <Group title="Ainda pode mudar, com aviso a quem comprou">
      <Row label="Título">{rifa.title}</Row>
      <Row label="Descrição">
        {rifa.description ? <LongText title="Ler a descrição" text={rifa.description} /> : 'Sem descrição'}
      </Row>
      {rifa.prizes.map(
        ({ description }, index) =>
          description && (
            <Row key={`${index + 1}º`} label={`Sobre o ${index + 1}º prêmio`}>
              {description}
            </Row>
          ),
      )}
      <Row label="Imagem da rifa">
        {rifa.image ? <Thumbnail image={rifa.image} alt="Imagem da rifa" /> : 'Sem imagem'}
      </Row>
      <Row label="Mais fotos">
        {rifa.gallery.length === 0 && 'Nenhuma'}
        <ol className="grid gap-2">
          {rifa.gallery.map(({ image, alt }) => (
            <li key={image} className="flex items-start gap-3">
              <Thumbnail image={image} alt="" />
              <span className="min-w-0">{alt || 'Sem descrição da foto'}</span>
            </li>
          ))}
        </ol>
      </Row>
      <Row label="Vídeo">{rifa.video || 'Nenhum'}</Row>
      <Row label="Sorteio">
        {momentLabel(new Date(rifa.drawDate))}; as vendas terminam em{' '}
        {formatDateTime(salesEndAt(new Date(rifa.drawDate), options.salesEndMinutes))}. Depois, só para uma
        extração mais tarde.
      </Row>
      <Row label="Quem participa">
        {rifa.eligibleCities.length === 0
          ? 'Nenhuma cidade escolhida'
          : `${rifa.eligibleCities.join(', ')} (${rifa.eligibleState})`}
      </Row>
    </Group>
  );
}
