-- What a new rifa's form begins with; each rifa then keeps its own.
insert into settings (key, value) values ('eligible_cities', '["Maceió", "Rio Largo", "Marechal Deodoro", "Pilar", "São Miguel dos Campos", "Barra de São Miguel", "Barra de Santo Antônio", "Messias", "Satuba", "Coqueiro Seco", "Santa Luzia do Norte", "Paripueira"]');
