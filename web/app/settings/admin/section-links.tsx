import { Card } from '../../ui/card.tsx';

/** Title by anchor of each section, in the order of the page. */
export const SECTIONS = {
  planos: 'Planos de compra',
  cidades: 'Cidades participantes',
  'prova-social': 'Prova social',
  premios: 'Prêmios',
  comissoes: 'Comissões',
  impedidos: 'Quem não pode participar',
  atendimento: 'Atendimento',
  balcao: 'Balcão sem internet',
  equipe: 'Equipe',
  marca: 'Marca e textos',
  contatos: 'Contatos, redes e selos',
  aviso: 'Aviso no topo',
  partes: 'Partes abertas da loja',
  sistema: 'Como a loja está',
} as const;
export type Section = keyof typeof SECTIONS;

/** Links to the sections of the page. */
export function SectionLinks() {
  return (
    <Card padded>
      <nav aria-label="Nesta página">
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {Object.entries(SECTIONS).map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`} className="text-link inline-block py-1 text-sm">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </Card>
  );
}
