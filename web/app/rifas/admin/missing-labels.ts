import type { MissingBeforePublishing } from '@mare/domain/rifas/lifecycle/publishing.ts';

/** Names missing parts of a rifa within a sentence. */
export const missingLabels: Record<MissingBeforePublishing, string> = {
  title: 'o título',
  image: 'a imagem',
  prizes:
    'ao menos um prêmio com nome, de cada serviço o tipo e a cidade, e de cada prêmio em dinheiro o valor',
  cash_prizes:
    'prêmios que não sejam em dinheiro: as autorizações da SPA/MF não permitem (Lei 5.768/1971, artigo 1º)',
  price: 'o preço da cota',
  total: 'um total de números que permita um sorteio justo',
  price_steps: 'faixas de preço menores que o preço da cota',
  draw_date: 'uma extração futura da Loteria Federal',
  sales_end: 'uma extração que deixe tempo para vender e lacrar a lista',
  sales_start: 'a hora de abertura, no futuro',
  cities: 'as cidades que podem participar',
  authorisation: 'a via legal e o número da autorização',
  certificate: 'o certificado da autorização, como arquivo',
  validity:
    'uma autorização válida da abertura das vendas até o dia do sorteio, contando os adiamentos declarados',
  series:
    'no máximo 100.000 números: nas autorizações da SPA/MF cada rifa é uma série, e uma série não passa disso. Para mais números, publique uma rifa por série',
  organiser: 'o organizador e o CNPJ',
  cnpj: 'um CNPJ com os dígitos verificadores certos',
  beneficiary: 'a entidade beneficiada',
  regulation: 'o regulamento',
  blanks: 'os trechos ‘[preencha: …]’ do título, da descrição, dos prêmios ou do regulamento',
};
