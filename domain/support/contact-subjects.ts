/** What a visitor may write to the desk about (spec: community, section 2), as people read it. */
export const CONTACT_SUBJECTS = {
  'duvida-rifa': 'Dúvida sobre rifa',
  'problema-pagamento': 'Problema com pagamento',
  afiliado: 'Programa de afiliados',
  premio: 'Prêmio',
  outro: 'Outro assunto',
} as const;
