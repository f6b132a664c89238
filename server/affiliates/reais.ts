/** Integer centavos for what people read: 'R$ 1.234,50'. */
export function reais(centavos: number): string {
  return (centavos / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });
}
