-- A prize in cash; its value is the amount before tax.
alter table rifa_prizes
  drop constraint rifa_prizes_prize_type_check,
  add constraint rifa_prizes_prize_type_check check (prize_type in ('product', 'service', 'cash'));

-- Tax: Lei 4.506/1964, art. 14.
update settings set value = value || jsonb_build_object(
  'taxOnCash', 'O imposto de renda sobre este prêmio em dinheiro, de 30%, é descontado antes do pagamento (Lei 4.506/1964, artigo 14). Quem ganha recebe o restante por Pix ou transferência, em conta no seu nome.'
) where key = 'prizes';
