import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { formatCnpj } from '@mare/domain/rifas/legal/cnpj.ts';
import { routeLabels } from '@mare/domain/rifas/legal/legal-routes.ts';
import { formatIsoDate } from '../../../draws/draw-labels.ts';
import { LongText, Row } from './term-parts.tsx';

/** Authorisation, organiser and regulation. */
export function LegalRows({ rifa: { legal, legalFiles } }: { rifa: ManagedRifa }) {
  const certificate = legalFiles.find(({ kind }) => kind === 'certificate');
  return (
    <>
      <Row label="Autorização">
        {routeLabels[legal.route]}
        {legal.authorisationNumber && `, ${legal.authorisationNumber}`}
        {(legal.validFrom ?? legal.validUntil) && (
          <p>
            Válida de {dateLabel(legal.validFrom)} a {dateLabel(legal.validUntil)}
          </p>
        )}
        <p>{certificate ? `Certificado: ${certificate.name}` : 'Sem o arquivo do certificado'}</p>
      </Row>
      <Row label="Organizador">{entityLabel(legal.organiserName, legal.organiserCnpj)}</Row>
      {(legal.beneficiaryName ?? legal.beneficiaryCnpj) && (
        <Row label="Entidade beneficiada">{entityLabel(legal.beneficiaryName, legal.beneficiaryCnpj)}</Row>
      )}
      <Row label="Imposto do prêmio">{legal.taxNote || 'O texto das Configurações'}</Row>
      <Row label="Regulamento">
        {legal.regulation ? (
          <LongText title="Ler o regulamento" text={legal.regulation} />
        ) : (
          'Sem regulamento'
        )}
      </Row>
    </>
  );
}

function dateLabel(date: string | null): string {
  return date ? formatIsoDate(date) : '(falta a data)';
}

function entityLabel(name: string | null, cnpj: string | null): string {
  return [name, cnpj && `CNPJ ${formatCnpj(cnpj)}`].filter(Boolean).join(', ') || 'Não informado';
}
