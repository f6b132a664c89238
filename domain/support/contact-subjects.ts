/** Subjects of the contact form and their labels (spec: community, section 2). */
export const CONTACT_SUBJECTS = {
  'duvida-rifa': 'Dúvida sobre rifa',
  'problema-pagamento': 'Problema com pagamento',
  afiliado: 'Programa de afiliados',
  premio: 'Prêmio',
  outro: 'Outro assunto',
} as const;
