/** Quick replies and macros of the demo's desk; acts as in domain/support/macro.ts. */
export const demoMacros: { title: string; body: string; acts: Record<string, string | string[]> }[] = [
  {
    title: 'Pix confirmado',
    body: 'Oi, {nome}! Aqui é {atendente}. O banco demorou, mas o Pix já entrou e os números do pedido {pedido} são seus. O recibo está em Meus pedidos. Boa sorte!',
    acts: { status: 'resolved', category: 'problema-pagamento', addTags: ['pix atrasado'] },
  },
  {
    title: 'Paguei e cadê? Pedir o comprovante',
    body: 'Oi, {nome}! Ainda não vimos esse Pix por aqui. Mande a foto ou o PDF do comprovante nesta conversa, por favor: com ele a gente acha o pagamento na hora.',
    acts: { status: 'in_progress', priority: 'high', category: 'problema-pagamento', assignee: 'me' },
  },
  {
    title: 'Devolução pedida',
    body: 'Oi, {nome}! Já pedimos a devolução. O dinheiro volta para a conta de onde saiu, em geral no mesmo dia. A gente avisa por aqui.',
    acts: { status: 'in_progress', assignee: 'me', addTags: ['devolução'] },
  },
  {
    title: 'Passar à administração',
    body: '',
    acts: { assignee: 'de000000-0000-4000-8000-000000000001', priority: 'high', addTags: ['administração'] },
  },
  {
    title: 'Onde ficam os meus números',
    body: 'Oi, {nome}! Ficam em Dashboard, na parte Minhas Rifas, e também no e-mail de confirmação. Boa sorte!',
    acts: { status: 'resolved', category: 'pedido' },
  },
  { title: 'Mais alguma coisa?', body: 'Posso ajudar em mais alguma coisa, {nome}?', acts: {} },
];
