/** Sections of the settings: title by anchor, in the order of the page. */
export const SETTINGS_SECTIONS = {
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
export type SettingsSection = keyof typeof SETTINGS_SECTIONS;
